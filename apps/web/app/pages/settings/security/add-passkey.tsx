import { TextInput } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import { PasswordAgain, type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import type { Problem } from '../../../forms/answer.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import { makePasskey } from './make-passkey.ts';

/** The browser's own ceremony: the one thing on these pages that takes scripts. */
export function AddPasskey({ proof }: { proof: Proof }) {
  const text = useText();
  const hydrated = useHydrated();
  const revalidator = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const [problem, setProblem] = useState<Pick<Problem, 'message' | 'fields'>>();
  if (!hydrated) return <p className={classes.hint}>{text('settings.security.passkey_needs_scripts')}</p>;
  if (!browserSupportsWebAuthn())
    return (
      <p className={classes.hint}>
        {text(
          window.isSecureContext
            ? 'settings.security.passkey_no_support'
            : 'settings.security.passkey_insecure',
        )}
      </p>
    );

  async function add(event: FormEvent<HTMLFormElement>) {
    // Signing in again is a form like any other.
    if (!proof.hasPassword && !proof.isFresh) return;
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    setBusy(true);
    setAdded(false);
    const refused = await makePasskey(
      {
        name: String(typed.get('name') ?? ''),
        password: String(typed.get('password') ?? ''),
      },
      text,
    );
    setBusy(false);
    setProblem(refused);
    if (refused) return;
    setAdded(true);
    form.reset();
    await revalidator.revalidate();
  }

  return (
    <Form method="post" className={classes.form} onSubmit={add}>
      <TextInput
        label={text('settings.security.passkey_new_name')}
        name="name"
        placeholder={text('settings.security.passkey_example')}
        maxLength={80}
        dir="auto"
      />
      <PasswordAgain proof={proof} problem={problem} />
      <SensitiveButton proof={proof} intent="add_passkey" isBusy={isBusy}>
        {text('settings.security.add_passkey')}
      </SensitiveButton>
      <p className={problem ? classes.problem : classes.done} role="status">
        {problem
          ? problem.fields.password
            ? ''
            : problem.message
          : isAdded
            ? text('settings.security.passkey_added')
            : ''}
      </p>
    </Form>
  );
}
