import { isTimeZone } from '@readout/domain/time-zone';
import { findHostCookie, hostCookie } from './host-cookie.ts';

const COOKIE = 'readout_time_zone';

/** Time zone (IANA name) the browser told in an earlier visit; UTC until then. */
export function timeZoneOf(cookieHeader: string | null): string {
  const value = findHostCookie(cookieHeader, COOKIE) ?? '';
  const name = /^[A-Za-z0-9_+-]+(%2F[A-Za-z0-9_+-]+){0,2}$/.test(value) && decodeURIComponent(value);
  return name && isTimeZone(name) ? name : 'UTC';
}

/** Keeps the browser's time zone for the next request. @returns whether it differs from the one that was used. */
export function rememberTimeZone(used: string): boolean {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone || timeZone === used) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = hostCookie(COOKIE, encodeURIComponent(timeZone), {
    isSecure: location.protocol === 'https:',
    maxAgeSeconds: 31_536_000,
    attributes: 'SameSite=Lax',
  });
  // Without cookies the next answer would be the same, for ever.
  return document.cookie.includes(COOKIE);
}
