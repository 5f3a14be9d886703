import { Button, PasswordInput, TextInput } from '@mantine/core';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, sessionContext } from '../../../server/request/context.ts';
import { localAddress } from '../../../server/request/local-address.ts';
import { IconMail } from '../../ui/icons.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/sign-in';
import classes from './auth.module.css';
import { LookIntoMailbox } from './mailbox.tsx';
import { nextPage } from './next-page.ts';
import { OtherWays } from './other-ways.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { Problem } from './problem.tsx';
import { refused } from './refused.server.ts';

const NEWS: Record<string, string> = {
  password: 'Your new password is set, and every browser is signed out. Sign in with it.',
  verified: 'Your email address is confirmed. Sign in now.',
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const to = localAddress(searchParams.get('to'), '/app');
  if (context.get(sessionContext)) throw redirect(to);
  const accounts = context.get(accountsContext);
  const { isFirstAccount } = await accounts.signUpState();
  return { to, isFirstAccount, news: NEWS[searchParams.get('done') ?? ''] ?? '', ...accounts.signInState() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const email = String(form.get('email') ?? '').trim();
  const password = String(form.get('password') ?? '');
  const to = localAddress(form.get('to'), '/app');
  const wantsLink = form.get('intent') === 'link';
  const typed = { email };
  const fields = {
    ...(email ? {} : { email: 'Enter your email address.' }),
    ...(password || wantsLink ? {} : { password: 'Enter your password.' }),
  };
  if (Object.keys(fields).length > 0)
    return data({ message: '', code: '', fields, typed, isLinkSent: false }, { status: 400 });
  const accounts = context.get(accountsContext);
  try {
    if (wantsLink) {
      await accounts.requestSignInLink({ email, to });
      return data({ message: '', code: '', fields: {}, typed, isLinkSent: true });
    }
    const headers = await accounts.signIn({ email, password });
    return redirect(nextPage(headers, to), { headers });
  } catch (error) {
    return refused(error, typed);
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Sign in · Readout' },
  { name: 'description', content: 'Sign in to your Readout workspace.' },
];

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { to, isFirstAccount, news, providers, hasMail, hasPasskeys } = loaderData;
  const navigation = useNavigation();
  const busy = navigation.state === 'idle' ? '' : String(navigation.formData?.get('intent') ?? '');
  const fields: Record<string, string> = actionData?.fields ?? {};
  if (actionData && 'isLinkSent' in actionData && actionData.isLinkSent)
    return (
      <LookIntoMailbox email={actionData.typed.email}>
        <p className={classes.text}>
          If this address has an account, a link to sign in is on its way. It works once and for 15 minutes.
        </p>
      </LookIntoMailbox>
    );
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>Sign in</h1>
      <p className={classes.lead}>
        {isFirstAccount ? (
          <>
            Nobody has an account here yet. <Link to="/auth/sign-up">Make the first one</Link>: it becomes the
            administrator.
          </>
        ) : (
          'With the email address of your account.'
        )}
      </p>
      {news && !actionData ? (
        <p className={classes.news} role="status">
          {news}
        </p>
      ) : null}
      <Problem message={actionData?.message}>
        {actionData?.code === 'sign_in.unverified' ? (
          <p>
            <Link to={`/auth/verify?email=${encodeURIComponent(actionData.typed.email)}`}>
              Send the mail again
            </Link>
          </p>
        ) : null}
      </Problem>
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="to" value={to} />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={actionData?.typed.email}
          error={fields.email}
          required
          withAsterisk={false}
        />
        <div>
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            error={fields.password}
            required
            withAsterisk={false}
          />
          <p className={classes.beside}>
            <Link to="/auth/forgot-password">Forgot the password?</Link>
          </p>
        </div>
        <Button type="submit" name="intent" value="password" size="md" loading={busy === 'password'}>
          Sign in
        </Button>
        <OtherWays providers={providers} to={to}>
          {hasMail || hasPasskeys ? (
            <>
              {hasPasskeys ? <PasskeyButton to={to} /> : null}
              {hasMail ? (
                <Button
                  type="submit"
                  name="intent"
                  value="link"
                  variant="default"
                  fullWidth
                  leftSection={<IconMail size={18} aria-hidden="true" />}
                  loading={busy === 'link'}
                >
                  Email me a link
                </Button>
              ) : null}
            </>
          ) : null}
        </OtherWays>
      </Form>
      <p className={classes.other}>
        No account yet? <Link to="/auth/sign-up">Sign up</Link>
      </p>
    </Reticle>
  );
}
