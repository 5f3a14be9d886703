import { TextInput } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import type { Problem } from '../outcome.tsx';
import classes from '../settings.module.css';
import { makePasskey } from './make-passkey.ts';
import { PasswordAgain, type Proof, SensitiveButton } from './password-again.tsx';

/** The browser's own ceremony: the one thing on these pages that takes scripts. */
export function AddPasskey({ proof }: { proof: Proof }) {
  const hydrated = useHydrated();
  const revalidator = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  if (!hydrated) return <p className={classes.hint}>Adding a passkey takes JavaScript.</p>;
  if (!browserSupportsWebAuthn())
    return (
      <p className={classes.hint}>
        {window.isSecureContext
          ? 'This browser has no passkeys.'
          : 'Passkeys take an encrypted connection (https://) or localhost.'}
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
    const refused = await makePasskey({
      name: String(typed.get('name') ?? ''),
      password: String(typed.get('password') ?? ''),
    });
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
        label="Name for a new passkey"
        name="name"
        placeholder="Work laptop"
        maxLength={80}
        dir="auto"
      />
      <PasswordAgain proof={proof} problem={problem} />
      <SensitiveButton proof={proof} intent="add_passkey" isBusy={isBusy}>
        Add a passkey
      </SensitiveButton>
      <p className={problem ? classes.problem : classes.done} role="status">
        {problem ? (problem.fields.password ? '' : problem.message) : isAdded ? 'The passkey is added.' : ''}
      </p>
    </Form>
  );
}
