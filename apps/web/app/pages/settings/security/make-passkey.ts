import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Problem } from '../../../forms/answer.ts';
import type { SayText } from '../../../ui/texts.tsx';

type Refusal = Pick<Problem, 'message' | 'fields'>;

const problemFor = (message: string, fields: Record<string, string> = {}): Refusal => ({ message, fields });

/** Asks the server for a challenge, the browser for a key, and gives the key to the server. @returns why not, if not */
export async function makePasskey(
  {
    name,
    password,
  }: {
    name: string;
    password: string;
  },
  text: SayText,
): Promise<Refusal | undefined> {
  const begun = await send<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    { step: 'begin', password },
    text,
  );
  if ('problem' in begun) return begun.problem;
  try {
    const response = await startRegistration({ optionsJSON: begun.answer.options });
    const finished = await send({ step: 'finish', response: JSON.stringify(response), name }, text);
    return 'problem' in finished ? finished.problem : undefined;
  } catch (error) {
    return problemFor(explain(error, begun.answer.options.rp.id ?? '', text));
  }
}

async function send<T>(
  fields: Record<string, string>,
  text: SayText,
): Promise<{ answer: T } | { problem: Refusal }> {
  const response = await fetch('/settings/security/passkey', {
    method: 'POST',
    body: new URLSearchParams(fields),
  }).catch(() => undefined);
  if (!response) return { problem: problemFor(text('settings.security.passkey_unreachable')) };
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return { answer };
  return {
    problem: problemFor(answer.detail ?? text('settings.security.passkey_not_added'), answer.fields ?? {}),
  };
}

function explain(error: unknown, domain: string, text: SayText): string {
  const code = error instanceof WebAuthnError ? error.code : '';
  const name = error instanceof Error ? error.name : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return text('settings.security.passkey_known');
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError')
    return text('settings.security.passkey_elsewhere', { domain });
  if (name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED')
    return text('settings.security.passkey_not_allowed');
  return text('settings.security.passkey_impossible');
}
