import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../forms/answer.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { useText } from '../ui/texts.tsx';
import { AcceptLegal } from './accept-legal.tsx';

/** What everybody enters who makes an account: `newAccount` on the server. */
export function NewAccount({
  versions,
  problem,
  email = {},
  children,
}: {
  versions: { terms: string; privacy: string };
  problem: Problem<{ name: string; email: string; accept: boolean }> | undefined;
  /** Which address it has to be: one, or how it is described. */
  email?: { value?: string | undefined; description?: string };
  /** What is asked for besides, before the terms. */
  children?: ReactNode;
}) {
  const text = useText();
  const { typed, fields } = problem ?? {};
  const { value, description } = email;
  return (
    <>
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
        description={description}
        {...(value ? { value, readOnly: true } : { defaultValue: typed?.email })}
        error={fields?.email}
      />
      <PasswordInput
        label={text('account.password')}
        description={text('account.password_hint')}
        name="password"
        autoComplete="new-password"
        error={fields?.password}
      />
      {children}
      <AcceptLegal
        versions={versions}
        hasAccepted={typed?.accept}
        problem={fields?.termsVersion ?? fields?.privacyVersion}
      />
    </>
  );
}
