import { TextInput } from '@mantine/core';
import { Form } from 'react-router';
import { PasswordAgain, type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export function EmailSection({
  account,
  hasMail,
  answer,
}: {
  account: Proof & { email: string; emailVerified: boolean };
  hasMail: boolean;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const problem = problemOf(answer, 'email');
  const isBusy = useSending()('email');
  const done = doneOf(answer, 'email');
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
      <Form method="post" className={classes.form} key={done ? account.email : 'form'}>
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
            done === 'changed'
              ? text('settings.account.email_changed', { email: account.email })
              : done === 'link_sent' && text('settings.account.email_sent')
          }
          problem={problem}
        />
      </Form>
    </section>
  );
}
