import { Button, PasswordInput } from '@mantine/core';
import { Form, useNavigation } from 'react-router';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { SecurityAnswer } from './answer.ts';
import { type Proof, SensitiveButton } from './password-again.tsx';

export function PasswordSection({
  hasPassword,
  proof,
  email,
  answer,
}: {
  hasPassword: boolean;
  proof: Proof;
  email: string;
  answer: SecurityAnswer | undefined;
}) {
  const intent = hasPassword ? 'password' : 'set_password';
  const problem = problemOf(answer, intent);
  const isBusy = useNavigation().formData?.get('intent') === intent;
  const isDone = answer?.done === 'password' || answer?.done === 'set_password';
  return (
    <section className={classes.section}>
      <h2>Password</h2>
      <p>
        {hasPassword
          ? 'Changing it signs out every other session.'
          : 'You have none: you sign in with a passkey, a link or another service. You may set one beside them.'}
      </p>
      {/* A new key empties the fields once it is done. */}
      <Form method="post" className={classes.form} key={isDone ? 'done' : 'open'}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword ? (
          <PasswordInput
            label="Present password"
            name="password"
            autoComplete="current-password"
            error={problem?.fields.password}
          />
        ) : null}
        <PasswordInput
          label="New password"
          description="At least 10 characters. Four or five unrelated words make a good one."
          name="newPassword"
          autoComplete="new-password"
          error={problem?.fields.newPassword}
        />
        {hasPassword ? (
          <Button type="submit" name="intent" value="password" loading={isBusy}>
            Change password
          </Button>
        ) : (
          <SensitiveButton proof={proof} intent="set_password" isBusy={isBusy}>
            Set a password
          </SensitiveButton>
        )}
        <Outcome
          done={
            answer?.done === 'password'
              ? 'The password is changed. Every other session is signed out.'
              : answer?.done === 'set_password' && 'The password is set.'
          }
          problem={problem}
        />
      </Form>
    </section>
  );
}
