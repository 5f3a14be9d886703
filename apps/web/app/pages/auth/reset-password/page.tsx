import { Button } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import { data, Form, redirect, useNavigation } from 'react-router';
import { accountsContext } from '../../../../server/http/context.ts';
import classes from '../../../account/auth.module.css';
import { linkPageHeaders, orErrorPage } from '../../../account/link-problem.ts';
import { problemOf } from '../../../forms/answer.ts';
import { actionOf, form, secret } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

const purposes = ['reset_password'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  // No matter who is signed in here: a forgotten password is its owner's mailbox's business.
  await orErrorPage(context.get(accountsContext).checkLink({ token, purposes }, null));
  return data({ token }, { headers: linkPageHeaders });
}

export async function action({ context, request }: Route.ActionArgs) {
  const accounts = context.get(accountsContext);
  return actionOf(request, {
    set: form({ token: secret, password: secret }, async (given) => {
      try {
        await accounts.resetPassword(given);
      } catch (error) {
        if (error instanceof AppError && error.code === 'password.unusable') throw error;
        await orErrorPage(Promise.reject(error));
      }
      // A session of this browser is one of those that ended.
      return redirect('/auth/sign-in?done=password', { headers: await accounts.signOut() });
    }),
  });
}

export const headers = () => linkPageHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.reset.title');

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const problem = problemOf(useAnswer(actionData), 'set');
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.reset.title')}</h1>
      <p className={classes.lead}>{text('account.reset.lead')}</p>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="token" value={loaderData.token} />
        <PasswordInput
          label={text('account.reset.title')}
          description={text('account.password_hint')}
          name="password"
          autoComplete="new-password"
          autoFocus
          error={problem?.fields.password}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {text('account.reset.set')}
        </Button>
      </Form>
    </Reticle>
  );
}
