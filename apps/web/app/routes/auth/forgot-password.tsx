import { Button, TextInput } from '@mantine/core';
import { data, Form, Link, useNavigation } from 'react-router';
import { accountsContext } from '../../../server/request/context.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/forgot-password';
import classes from './auth.module.css';
import { LookIntoMailbox } from './mailbox.tsx';
import { Problem } from './problem.tsx';
import { refused } from './refused.server.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { hasMail: context.get(accountsContext).signInState().hasMail };
}

export async function action({ context, request }: Route.ActionArgs) {
  const email = String((await request.formData()).get('email') ?? '').trim();
  try {
    await context.get(accountsContext).requestPasswordReset({ email });
    return data({ message: '', fields: {} as Record<string, string>, typed: { email }, isDone: true });
  } catch (error) {
    return refused(error, { email });
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Forgotten password · Readout' }];

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const { hasMail } = loaderData;
  if (actionData && 'isDone' in actionData)
    return (
      <LookIntoMailbox email={actionData.typed.email} hasMail={hasMail}>
        <p className={classes.text}>
          {hasMail
            ? 'If this address has an account, a link to set a new password is on its way. It works once and for one hour.'
            : 'This installation sends no mail. If this address has an account, its link to set a new password waits with the administrators of the installation for one hour: ask one of them for it.'}
        </p>
      </LookIntoMailbox>
    );
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>Forgotten password</h1>
      <p className={classes.lead}>
        {hasMail
          ? 'You get a link to set a new one. Your present password works until then.'
          : 'This installation sends no mail: the link to set a new one goes to its administrators, who can pass it on to you.'}
      </p>
      <Problem message={actionData?.fields.email ? undefined : actionData?.message} />
      <Form method="post" className={classes.form} noValidate>
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.typed.email}
          error={actionData?.fields.email}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {hasMail ? 'Send the link' : 'Ask for the link'}
        </Button>
      </Form>
      <p className={classes.other}>
        <Link to="/auth/sign-in">Back to sign in</Link>
      </p>
    </Reticle>
  );
}
