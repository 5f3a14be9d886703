import { TextInput } from '@mantine/core';
import { Form, useNavigation } from 'react-router';
import { PasswordAgain, type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import { Outcome, problemOf } from '../../../problems/outcome.tsx';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
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
  const text = useText();
  const problem = problemOf(answer, 'email');
  const isBusy = useNavigation().formData?.get('intent') === 'email';
  const isDone = answer?.done === 'email_changed' || answer?.done === 'email_sent';
  return (
    <section className={classes.section}>
      <h2>{text('common.email')}</h2>
      <p>
        <FormattedText
          id="settings.account.sign_in_as"
          values={{
            email: account.email,
            state: hasMail && !account.emailVerified ? 'unconfirmed' : 'known',
          }}
        />{' '}
        {text('settings.account.email_hint', { mail: hasMail ? 'yes' : undefined })}
      </p>
      <Form method="post" className={classes.form} key={isDone ? account.email : 'form'}>
        <TextInput
          label={text('settings.account.new_email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={problem?.typed.email ?? ''}
          error={problem?.fields.email}
        />
        <PasswordAgain proof={account} always={!hasMail} problem={problem} />
        <SensitiveButton proof={account} intent="email" isBusy={isBusy}>
          {text('settings.account.change_email')}
        </SensitiveButton>
        <Outcome
          done={
            answer?.done === 'email_changed'
              ? text('settings.account.email_changed', { email: account.email })
              : answer?.done === 'email_sent' && text('settings.account.email_sent')
          }
          problem={problem}
        />
      </Form>
    </section>
  );
}
