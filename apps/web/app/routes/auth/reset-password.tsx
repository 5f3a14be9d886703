import { Button, PasswordInput } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import { data, Form, redirect, useNavigation } from 'react-router';
import { accountsContext } from '../../../server/request/context.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/reset-password';
import classes from './auth.module.css';
import { linkPageHeaders, orErrorPage } from './link-problem.ts';
import { Problem } from './problem.tsx';
import { refused } from './refused.server.ts';

const purposes = ['reset_password'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  // Whoever is signed in here: a forgotten password is its owner's mailbox's business.
  await orErrorPage(context.get(accountsContext).checkLink({ token, purposes }, null));
  return data({ token }, { headers: linkPageHeaders });
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const token = String(form.get('token') ?? '');
  const password = String(form.get('password') ?? '');
  const accounts = context.get(accountsContext);
  try {
    await accounts.resetPassword({ token, password });
  } catch (error) {
    if (error instanceof AppError && error.code === 'password.unusable') return refused(error, {});
    await orErrorPage(Promise.reject(error));
  }
  // A session of this browser is one of those that ended.
  return redirect('/auth/sign-in?done=password', { headers: await accounts.signOut() });
}

export const headers = () => linkPageHeaders;

export const meta: Route.MetaFunction = () => [{ title: 'New password · Readout' }];

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>New password</h1>
      <p className={classes.lead}>Setting it signs out every browser your account is used in.</p>
      <Problem message={actionData?.fields.password ? undefined : actionData?.message} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="token" value={loaderData.token} />
        <PasswordInput
          label="New password"
          description="At least 10 characters. A few unrelated words do well."
          name="password"
          autoComplete="new-password"
          autoFocus
          error={actionData?.fields.password}
        />
        <Button type="submit" size="md" loading={isBusy}>
          Set the password
        </Button>
      </Form>
    </Reticle>
  );
}
