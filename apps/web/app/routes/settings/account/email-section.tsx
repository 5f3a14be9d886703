import { TextInput } from '@mantine/core';
import { Form, useNavigation } from 'react-router';
import { Outcome, problemOf } from '../outcome.tsx';
import { PasswordAgain, type Proof, SensitiveButton } from '../security/password-again.tsx';
import classes from '../settings.module.css';
import type { AccountAnswer } from './answer.ts';

export function EmailSection({
  account,
  hasMail,
  answer,
}: {
  account: Proof & { email: string; emailVerified: boolean };
  hasMail: boolean;
  answer: AccountAnswer | undefined;
}) {
  const problem = problemOf(answer, 'email');
  const isBusy = useNavigation().formData?.get('intent') === 'email';
  const isDone = answer?.done === 'email_changed' || answer?.done === 'email_sent';
  return (
    <section className={classes.section}>
      <h2>Email</h2>
      <p>
        You sign in as <strong>{account.email}</strong>
        {hasMail && !account.emailVerified ? ' (not confirmed yet)' : ''}.{' '}
        {hasMail
          ? 'A new address counts once you have followed the link that goes to it; the old one is told.'
          : 'This installation sends no mail, so a new address counts at once. The old one is told through the outbox.'}
      </p>
      <Form method="post" className={classes.form} key={isDone ? account.email : 'form'}>
        <TextInput
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={problem?.typed.email ?? ''}
          error={problem?.fields.email}
        />
        <PasswordAgain proof={account} always={!hasMail} problem={problem} />
        <SensitiveButton proof={account} intent="email" isBusy={isBusy}>
          Change email
        </SensitiveButton>
        <Outcome
          done={
            answer?.done === 'email_changed'
              ? `Changed. From now on you sign in as ${account.email}.`
              : answer?.done === 'email_sent' &&
                'A link is on its way to the new address, unless that address belongs to another account. Until you follow it, the present one stays.'
          }
          problem={problem}
        />
      </Form>
    </section>
  );
}
