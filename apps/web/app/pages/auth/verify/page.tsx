import { Button, TextInput } from '@mantine/core';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, sessionContext } from '../../../../server/http/context.ts';
import classes from '../../../account/auth.module.css';
import { linkPageHeaders, orErrorPage } from '../../../account/link-problem.ts';
import { LookIntoMailbox } from '../../../account/mailbox.tsx';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, secret, text } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

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
  const accounts = context.get(accountsContext);
  const session = context.get(sessionContext);
  const forms = {
    confirm: form({ token: secret }, async ({ token }) => {
      const { headers, purpose } = await orErrorPage(accounts.verifyEmail({ token }, session));
      if (purpose === 'change_email') return redirect('/settings/account?done=email', { headers });
      return redirect(session ? '/app' : '/auth/sign-in?done=verified', { headers });
    }),
    send: form({ email: text }, async ({ email }) => {
      await accounts.requestVerification({ email });
      return { email };
    }),
  };
  return actionOf(request, forms, 'send');
}

export const headers = () => linkPageHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.verify.title');

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const isBusy = useNavigation().state !== 'idle';
  const { token, purpose, email } = loaderData;
  const answer = useAnswer(actionData);
  const sent = doneOf(answer, 'send');
  const problem = problemOf(answer, 'send');
  if (sent)
    return (
      <LookIntoMailbox email={sent.email}>
        <p className={classes.text}>{text('account.verify.sent')}</p>
      </LookIntoMailbox>
    );
  if (purpose) {
    const what = { purpose: purpose === 'change_email' ? purpose : ('verify_email' as const) };
    return (
      <Reticle tone="signal" className={classes.card ?? ''}>
        <h1 className={classes.title}>{text('account.verify.heading', what)}</h1>
        <p className={classes.lead}>{text('account.verify.lead', what)}</p>
        <Form method="post" className={classes.form}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="md" loading={isBusy} autoFocus>
            {text('account.verify.confirm', what)}
          </Button>
        </Form>
      </Reticle>
    );
  }
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.verify.title')}</h1>
      <p className={classes.lead}>{text('account.verify.lost')}</p>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        <TextInput
          label={text('common.email')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={problem?.typed.email ?? email}
          error={problem?.fields.email}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {text('account.verify.send_again')}
        </Button>
      </Form>
      <Text size={14} tone="dim" above={24}>
        <Link to="/auth/sign-in">{text('account.back_to_sign_in')}</Link>
      </Text>
    </Reticle>
  );
}
