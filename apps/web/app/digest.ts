import { createContext, useContext } from 'react';
import { findHostCookie } from './host-cookie.ts';

export const DIGEST_COOKIE = 'readout_digest';

export const DigestContext = createContext('');

/** Names the failure's line in the server's log; empty when the failure was not the server's. */
export function useDigest(): string {
  const rendered = useContext(DigestContext);
  if (rendered || typeof document === 'undefined') return rendered;
  const inPage = document.querySelector<HTMLElement>('[data-digest]')?.dataset.digest;
  return inPage ?? findHostCookie(document.cookie, DIGEST_COOKIE) ?? '';
}
