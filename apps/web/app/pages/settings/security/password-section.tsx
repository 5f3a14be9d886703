import { Button } from '@mantine/core';
import { Form } from 'react-router';
import { type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export function PasswordSection({
  hasPassword,
  proof,
  email,
  answer,
}: {
  hasPassword: boolean;
  proof: Proof;
  email: string;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const intent = hasPassword ? 'password' : 'set_password';
  const problem = problemOf(answer, intent);
  const isBusy = useSending()(intent);
  const isDone = doneOf(answer, 'password', 'set_password');
  return (
    <section className={classes.section}>
      <h2>{text('settings.security.password')}</h2>
      <p>{text('settings.security.password_hint', { has: hasPassword ? 'yes' : undefined })}</p>
      {/* A new key empties the fields once it is done. */}
      <Form method="post" className={classes.form} key={isDone ? 'done' : 'open'}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword ? (
          <PasswordInput
            label={text('settings.security.present_password')}
            name="password"
            autoComplete="current-password"
            error={problem?.fields.password}
          />
        ) : null}
        <PasswordInput
          label={text('settings.security.new_password')}
          description={text('settings.security.new_password_hint')}
          name="newPassword"
          autoComplete="new-password"
          error={problem?.fields.newPassword}
        />
        {hasPassword ? (
          <Button type="submit" name="intent" value="password" loading={isBusy}>
            {text('settings.security.change_password')}
          </Button>
        ) : (
          <SensitiveButton proof={proof} intent="set_password" isBusy={isBusy}>
            {text('settings.security.set_password')}
          </SensitiveButton>
        )}
        <Outcome
          done={
            doneOf(answer, 'password')
              ? text('settings.security.password_changed')
              : doneOf(answer, 'set_password') && text('settings.security.password_set')
          }
          problem={problem}
        />
      </Form>
    </section>
  );
}
