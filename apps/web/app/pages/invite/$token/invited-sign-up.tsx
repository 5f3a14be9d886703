import { Button, TextInput } from '@mantine/core';
import { Form } from 'react-router';
import { AcceptLegal } from '../../../account/accept-legal.tsx';
import classes from '../../../account/auth.module.css';
import type { Problem } from '../../../forms/answer.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useText } from '../../../ui/texts.tsx';

/** Making an account with an invitation: no company is asked for, there is one already. */
export function InvitedSignUp({
  email,
  domain,
  versions,
  problem,
}: {
  /** The one address the invitation is for. */
  email: string | null;
  /** Or the domain of the address. */
  domain: string | null;
  versions: { terms: string; privacy: string };
  problem: Problem<{ name: string; email: string; accept: boolean }> | undefined;
}) {
  const text = useText();
  const isBusy = useSending()('sign_up');
  const { typed, fields } = problem ?? {};
  return (
    <>
      <h2 style={{ margin: '0 0 12px', fontSize: '1.125rem' }}>{text('account.invite.or_sign_up')}</h2>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="intent" value="sign_up" />
        <TextInput
          label={text('account.your_name')}
          name="name"
          dir="auto"
          autoComplete="name"
          defaultValue={typed?.name}
          error={fields?.name}
        />
        <TextInput
          label={text('common.email')}
          name="email"
          type="email"
          autoComplete="username"
          description={
            email
              ? text('account.invite.this_address')
              : text('account.invite.address_of', { domain: domain ?? '' })
          }
          {...(email ? { value: email, readOnly: true } : { defaultValue: typed?.email })}
          error={fields?.email}
        />
        <PasswordInput
          label={text('account.password')}
          description={text('account.password_hint')}
          name="password"
          autoComplete="new-password"
          error={fields?.password}
        />
        <AcceptLegal
          versions={versions}
          hasAccepted={typed?.accept}
          problem={fields?.termsVersion ?? fields?.privacyVersion}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {text('account.invite.sign_up')}
        </Button>
      </Form>
    </>
  );
}
