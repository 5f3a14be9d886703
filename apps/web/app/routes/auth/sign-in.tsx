import { Button, PasswordInput, TextInput } from '@mantine/core';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, sessionContext } from '../../context.ts';
import { localAddress } from '../../session.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/sign-in';
import classes from './auth.module.css';
import { Problem, refused } from './problem.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const to = localAddress(new URL(request.url).searchParams.get('to'), '/app');
  if (context.get(sessionContext)) throw redirect(to);
  const { isFirstAccount } = await context.get(accountsContext).signUpState();
  return { to, isFirstAccount };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const email = String(form.get('email') ?? '').trim();
  const password = String(form.get('password') ?? '');
  const typed = { email };
  const fields = {
    ...(email ? {} : { email: 'Enter your email address.' }),
    ...(password ? {} : { password: 'Enter your password.' }),
  };
  if (Object.keys(fields).length > 0) return data({ message: '', fields, typed }, { status: 400 });
  try {
    const headers = await context.get(accountsContext).signIn({ email, password });
    return redirect(localAddress(form.get('to'), '/app'), { headers });
  } catch (error) {
    return refused(error, typed);
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Sign in · Readout' },
  { name: 'description', content: 'Sign in to your Readout workspace.' },
];

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const fields: Record<string, string> = actionData?.fields ?? {};
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>Sign in</h1>
      <p className={classes.lead}>
        {loaderData.isFirstAccount ? (
          <>
            Nobody has an account here yet. <Link to="/auth/sign-up">Make the first one</Link>: it becomes the
            administrator.
          </>
        ) : (
          'With the email address of your account.'
        )}
      </p>
      <Problem message={actionData?.message} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="to" value={loaderData.to} />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.typed.email}
          error={fields.email}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          error={fields.password}
          required
          withAsterisk={false}
        />
        <Button type="submit" size="md" loading={isBusy}>
          Sign in
        </Button>
      </Form>
      <p className={classes.other}>
        No account yet? <Link to="/auth/sign-up">Sign up</Link>
      </p>
    </Reticle>
  );
}
