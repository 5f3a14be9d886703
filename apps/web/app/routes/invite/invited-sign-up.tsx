import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Form, useNavigation } from 'react-router';
import { AcceptLegal } from '../auth/accept-legal.tsx';
import classes from '../auth/auth.module.css';
import { Problem } from '../auth/problem.tsx';

/** Making an account with an invitation: no company is asked for, there is one already. */
export function InvitedSignUp({
  email,
  domain,
  versions,
  answer,
}: {
  /** The one address the invitation is for. */
  email: string | null;
  /** Or the domain of the address. */
  domain: string | null;
  versions: { terms: string; privacy: string };
  answer:
    | {
        message: string;
        fields: Record<string, string>;
        typed: { name: string; email: string; hasAccepted: boolean };
      }
    | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'sign_up';
  const fields = answer?.fields ?? {};
  return (
    <>
      <h2 style={{ margin: '0 0 12px', fontSize: '1.125rem' }}>Or make an account</h2>
      <Problem message={answer?.message} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="intent" value="sign_up" />
        <TextInput
          label="Your name"
          name="name"
          dir="auto"
          autoComplete="name"
          defaultValue={answer?.typed.name}
          error={fields.name}
        />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          description={
            email ? 'The address the invitation is for.' : `An address that ends in @${domain ?? ''}.`
          }
          {...(email ? { value: email, readOnly: true } : { defaultValue: answer?.typed.email })}
          error={fields.email}
        />
        <PasswordInput
          label="Password"
          description="At least 10 characters. A few unrelated words do well."
          name="password"
          autoComplete="new-password"
          error={fields.password}
        />
        <AcceptLegal
          versions={versions}
          hasAccepted={answer?.typed.hasAccepted}
          problem={fields.termsVersion ?? fields.privacyVersion}
        />
        <Button type="submit" size="md" loading={isBusy}>
          Make the account and join
        </Button>
      </Form>
    </>
  );
}
