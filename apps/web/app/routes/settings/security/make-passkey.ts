import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Problem } from '../outcome.tsx';

const problemFor = (message: string, code = '', fields: Record<string, string> = {}): Problem => ({
  intent: 'add_passkey',
  code,
  message,
  fields,
  typed: {},
});

/** Asks the server for a challenge, the browser for a key, and gives the key to the server. @returns why not, if not */
export async function makePasskey({
  name,
  password,
}: {
  name: string;
  password: string;
}): Promise<Problem | undefined> {
  const begun = await send<{ options: PublicKeyCredentialCreationOptionsJSON }>({ step: 'begin', password });
  if ('problem' in begun) return begun.problem;
  try {
    const response = await startRegistration({ optionsJSON: begun.answer.options });
    const finished = await send({ step: 'finish', response: JSON.stringify(response), name });
    return 'problem' in finished ? finished.problem : undefined;
  } catch (error) {
    return problemFor(explain(error, begun.answer.options.rp.id ?? ''));
  }
}

async function send<T>(fields: Record<string, string>): Promise<{ answer: T } | { problem: Problem }> {
  const response = await fetch('/settings/security/passkey', {
    method: 'POST',
    body: new URLSearchParams(fields),
  }).catch(() => undefined);
  if (!response) return { problem: problemFor('The server cannot be reached at the moment. Try again.') };
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return { answer };
  return {
    problem: problemFor(answer.detail ?? 'The passkey was not added.', answer.code, answer.fields ?? {}),
  };
}

function explain(error: unknown, domain: string): string {
  const code = error instanceof WebAuthnError ? error.code : '';
  const name = error instanceof Error ? error.name : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device holds a passkey for your account already.';
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError')
    return `Passkeys of this Readout belong to ${domain}: open this page there.`;
  if (name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED')
    return 'The browser was not allowed to make a passkey, or it took too long. Nothing was changed.';
  return 'This device could not make a passkey. Nothing was changed.';
}
