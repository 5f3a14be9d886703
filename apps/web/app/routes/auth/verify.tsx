import { Button, TextInput } from '@mantine/core';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, sessionContext } from '../../../server/request/context.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/verify';
import classes from './auth.module.css';
import { linkPageHeaders, orErrorPage } from './link-problem.ts';
import { LookIntoMailbox } from './mailbox.tsx';
import { Problem } from './problem.tsx';
import { refused } from './refused.server.ts';

const purposes = ['verify_email', 'change_email'] as const;

/** With a link: confirming an address. Without: having the mail sent again. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token');
  const session = context.get(sessionContext);
  const email = searchParams.get('email') ?? session?.user.email ?? '';
  if (token === null) return data({ token: '', purpose: null, email });
  const accounts = context.get(accountsContext);
  const { purpose } = await orErrorPage(accounts.checkLink({ token, purposes }, session));
  // An address is changed only by who is signed in to the account.
  if (purpose === 'change_email' && !session) {
    const here = `/auth/verify?${new URLSearchParams({ token })}`;
    throw redirect(`/auth/sign-in?${new URLSearchParams({ to: here })}`);
  }
  return data({ token, purpose, email: '' }, { headers: linkPageHeaders });
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const accounts = context.get(accountsContext);
  const session = context.get(sessionContext);
  if (form.get('intent') === 'confirm') {
    const token = String(form.get('token') ?? '');
    const { headers, purpose } = await orErrorPage(accounts.verifyEmail({ token }, session));
    if (purpose === 'change_email') throw redirect('/settings/account?done=email', { headers });
    throw redirect(session ? '/app' : '/auth/sign-in?done=verified', { headers });
  }
  const email = String(form.get('email') ?? '').trim();
  try {
    await accounts.requestVerification({ email });
    return data({ message: '', fields: {} as Record<string, string>, typed: { email }, isDone: true });
  } catch (error) {
    return refused(error, { email });
  }
}

export const headers = () => linkPageHeaders;

export const meta: Route.MetaFunction = () => [{ title: 'Confirm your address · Readout' }];

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const { token, purpose, email } = loaderData;
  if (actionData && 'isDone' in actionData)
    return (
      <LookIntoMailbox email={actionData.typed.email}>
        <p className={classes.text}>
          If an account waits for this address to be confirmed, the mail is on its way. Only its newest link
          works.
        </p>
      </LookIntoMailbox>
    );
  if (purpose)
    return (
      <Reticle tone="signal" className={classes.card ?? ''}>
        <h1 className={classes.title}>
          {purpose === 'change_email' ? 'Use the new address' : 'Confirm your address'}
        </h1>
        <p className={classes.lead}>
          {purpose === 'change_email'
            ? 'From now on you sign in with it, and mails go there.'
            : 'You made an account here and this mailbox is yours: then confirm it. If somebody else made it, close this page.'}
        </p>
        <Form method="post" className={classes.form}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="md" loading={isBusy} autoFocus>
            {purpose === 'change_email' ? 'Use this address' : 'Confirm'}
          </Button>
        </Form>
      </Reticle>
    );
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>Confirm your address</h1>
      <p className={classes.lead}>The mail with the link got lost? Have it sent again.</p>
      <Problem message={actionData?.fields.email ? undefined : actionData?.message} />
      <Form method="post" className={classes.form} noValidate>
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.typed.email ?? email}
          error={actionData?.fields.email}
        />
        <Button type="submit" size="md" loading={isBusy}>
          Send it again
        </Button>
      </Form>
      <p className={classes.other}>
        <Link to="/auth/sign-in">Back to sign in</Link>
      </p>
    </Reticle>
  );
}
