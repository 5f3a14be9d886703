import { createContext, useContext } from 'react';

export const DIGEST_COOKIE = 'readout_digest';

export const DigestContext = createContext('');

/** Names the failure's line in the server's log; empty when the failure was not the server's. */
export function useDigest(): string {
  const rendered = useContext(DigestContext);
  if (rendered || typeof document === 'undefined') return rendered;
  const inPage = document.querySelector<HTMLElement>('[data-digest]')?.dataset.digest;
  return inPage ?? new RegExp(`(?:^|; )${DIGEST_COOKIE}=([0-9a-f]+)`).exec(document.cookie)?.[1] ?? '';
}
