import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthorizationRequest } from '@readout/domain/oauth/authorization-request';

/**
 * Binds a form to the session it was shown in and to what it asked: the decision of a page that somebody else opened, or
 * about another request, is none.
 * @param key - `Services.consentKey`
 */
export function consentSeal(key: string, sessionId: string, request: AuthorizationRequest): string {
  const { clientId, redirectUri, scopes, resource, codeChallenge, state } = request;
  return createHmac('sha256', key)
    .update(
      JSON.stringify([sessionId, clientId, redirectUri, scopes, resource, codeChallenge, state ?? null]),
    )
    .digest('base64url');
}

export function isSealed(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * What a browser has to be allowed, so that the answer to the form can lead there (`form-action`, which Chromium holds
 * redirects to as well): an origin; the scheme alone where it has none or the policy knows no such host (IPv6).
 */
export function formTargetOf(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  const isOrigin = (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[');
  return isOrigin ? origin : protocol;
}
