import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, sessionContext } from '../../../../server/request/context.ts';
import { localAddress } from '../../../../server/request/local-address.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import classes from '../../../account/auth.module.css';
import { LookIntoMailbox } from '../../../account/mailbox.tsx';
import { nextPage } from '../../../account/next-page.ts';
import { Problem } from '../../../account/problem.tsx';
import { refused } from '../../../account/refused.server.ts';
import { localeOfMatches, pageTitle } from '../../../texts/page-title.ts';
import { IconMail } from '../../../ui/icons.ts';
import { Text } from '../../../ui/layout.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
import { OtherWays } from '../other-ways.tsx';
import { PasskeyButton } from '../passkey-button.tsx';
import type { Route } from './+types/page';

/** What was done just before, as an address names it. */
const NEWS = ['password', 'verified'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const to = localAddress(searchParams.get('to'), '/app');
  if (context.get(sessionContext)) throw redirect(to);
  const accounts = context.get(accountsContext);
  const { isFirstAccount } = await accounts.signUpState();
  const news = NEWS.find((done) => done === searchParams.get('done')) ?? null;
  return { to, isFirstAccount, news, ...accounts.signInState() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const email = String(form.get('email') ?? '').trim();
  const password = String(form.get('password') ?? '');
  const to = localAddress(form.get('to'), '/app');
  const wantsLink = form.get('intent') === 'link';
  const typed = { email };
  const text = textsIn(currentLocale());
  const fields = {
    ...(email ? {} : { email: text('account.sign_in.email_missing') }),
    ...(password || wantsLink ? {} : { password: text('account.sign_in.password_missing') }),
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

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, 'account.sign_in.title'),
  { name: 'description', content: textsIn(localeOfMatches(matches))('account.sign_in.description') },
];

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { to, isFirstAccount, news, providers, hasMail, hasPasskeys } = loaderData;
  const text = useText();
  const navigation = useNavigation();
  const busy = navigation.state === 'idle' ? '' : String(navigation.formData?.get('intent') ?? '');
  const fields: Record<string, string> = actionData?.fields ?? {};
  if (actionData && 'isLinkSent' in actionData && actionData.isLinkSent)
    return (
      <LookIntoMailbox email={actionData.typed.email}>
        <p className={classes.text}>{text('account.sign_in.link_sent')}</p>
      </LookIntoMailbox>
    );
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.sign_in.title')}</h1>
      <p className={classes.lead}>
        {isFirstAccount ? (
          <FormattedText
            id="account.sign_in.first"
            values={{ link: (inside: ReactNode) => <Link to="/auth/sign-up">{inside}</Link> }}
          />
        ) : (
          text('account.sign_in.lead')
        )}
      </p>
      {news && !actionData ? (
        <p className={classes.news} role="status">
          {text('account.sign_in.news', { news })}
        </p>
      ) : null}
      <Problem message={actionData?.message}>
        {actionData?.code === 'sign_in.unverified' ? (
          <p>
            <Link to={`/auth/verify?email=${encodeURIComponent(actionData.typed.email)}`}>
              {text('account.sign_in.send_again')}
            </Link>
          </p>
        ) : null}
      </Problem>
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="to" value={to} />
        <TextInput
          label={text('common.email')}
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
            label={text('account.password')}
            name="password"
            autoComplete="current-password"
            error={fields.password}
            required
            withAsterisk={false}
          />
          <p className={classes.beside}>
            <Link to="/auth/forgot-password">{text('account.sign_in.forgot')}</Link>
          </p>
        </div>
        <Button type="submit" name="intent" value="password" size="md" loading={busy === 'password'}>
          {text('account.sign_in.title')}
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
                  {text('account.sign_in.email_link')}
                </Button>
              ) : null}
            </>
          ) : null}
        </OtherWays>
      </Form>
      <Text size={14} tone="dim" above={24}>
        <FormattedText
          id="account.sign_in.no_account"
          values={{ link: (inside: ReactNode) => <Link to="/auth/sign-up">{inside}</Link> }}
        />
      </Text>
    </Reticle>
  );
}
