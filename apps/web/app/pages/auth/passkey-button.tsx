import { Button } from '@mantine/core';
import type { TextValues } from '@readout/texts';
import { useEffect, useState } from 'react';
import { IconFingerprint } from '../../ui/icons.ts';
import { useText } from '../../ui/texts.tsx';

/** As `account.passkey.problem` names it. */
type PasskeyProblem = TextValues['account.passkey.problem']['problem'];

type Progress = 'idle' | 'asking' | { problem: PasskeyProblem };

/**
 * Signs in with a passkey. The browser also offers the ones it has in the email field (`autocomplete="… webauthn"`),
 * while this button is on the page.
 */
export function PasskeyButton({ to }: { to: string }) {
  const text = useText();
  const [progress, setProgress] = useState<Progress>('idle');

  useEffect(() => {
    let isGone = false;
    // Nothing is shown of it before the person picks one, so nothing is said where it does not work out.
    offerInEmailField()
      .then((isSignedIn) => isSignedIn && !isGone && location.assign(to))
      .catch(() => undefined);
    return () => {
      isGone = true;
      isAsked = false;
      void import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) =>
        WebAuthnAbortService.cancelCeremony(),
      );
    };
  }, [to]);

  const ask = async () => {
    setProgress('asking');
    isAsked = true;
    try {
      await signInWithPasskey({ inEmailField: false });
      location.assign(to);
    } catch (error) {
      setProgress({ problem: explain(error) });
    }
  };

  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden="true" />}
        onClick={ask}
        loading={progress === 'asking'}
      >
        {text('account.passkey.use')}
      </Button>
      <p role="alert" hidden={typeof progress === 'string'}>
        {typeof progress === 'string' ? '' : text('account.passkey.problem', progress)}
      </p>
    </>
  );
}

async function offerInEmailField(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser');
  if (!(await browserSupportsWebAuthnAutofill())) return false;
  await signInWithPasskey({ inEmailField: true });
  return true;
}

class RefusedError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

let lastOffer: Promise<unknown> = Promise.resolve();
/** Whether the button was pressed: the email field's offer would then take the place of the button's. */
let isAsked = false;

/** One after the other: the newest offer is the one the server expects an answer to, by a cookie that comes with it. */
function fetchOffer(inEmailField: boolean): Promise<Response> {
  const offer = lastOffer.then(() => {
    if (inEmailField && isAsked) throw new RefusedError('asked_already');
    return fetch('/api/auth/passkey/generate-authenticate-options');
  });
  lastOffer = offer.catch(() => undefined);
  return offer;
}

/** @throws RefusedError for an answer of the server, WebAuthnError or DOMException for one of the browser. */
async function signInWithPasskey({ inEmailField }: { inEmailField: boolean }): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const offer = await fetchOffer(inEmailField);
  if (!offer.ok) throw new RefusedError(await codeOf(offer));
  const { clientExtensionResults: _, ...response } = await startAuthentication({
    optionsJSON: await offer.json(),
    useBrowserAutofill: inEmailField,
  });
  // An answer to the field's offer that came after the button was pressed would use up the button's.
  if (inEmailField && isAsked) throw new RefusedError('asked_already');
  const verdict = await fetch('/api/auth/passkey/verify-authentication', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response }),
  });
  if (!verdict.ok) throw new RefusedError(await codeOf(verdict));
}

async function codeOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { code?: string };
  return body.code ?? (answer.status === 429 ? 'sign_in.too_many_tries' : 'unknown');
}

function explain(error: unknown): PasskeyProblem {
  const code = error instanceof RefusedError ? error.code : '';
  if (code === 'PASSKEY_NOT_FOUND') return 'unknown';
  if (code === 'BANNED_USER') return 'suspended';
  if (code === 'sign_in.too_many_tries') return 'too_many_tries';
  if (code) return 'refused';
  const name = (error as { cause?: { name?: string }; name?: string }).cause?.name ?? (error as Error).name;
  return name === 'NotAllowedError' ? 'not_used' : 'impossible';
}
