import { AsyncLocalStorage } from 'node:async_hooks';
import { acceptedTags, bestLocale } from '@readout/texts';
import { localeMarker } from './locale-marker.ts';
import { readCookie } from './read-cookie.ts';
import type { Session } from './session.ts';

/** Holds the language somebody chose on a page without being signed in, as a BCP 47 tag. */
export const LANGUAGE_COOKIE = 'readout_language';

/** The cookie that keeps a choice on this browser for a year; null ends it. */
export function languageCookie(language: string | null, isSecure: boolean): string {
  const life = language === null ? 0 : 365 * 24 * 60 * 60;
  return `${LANGUAGE_COOKIE}=${language ?? ''}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/**
 * The language for the person who asks for a page and whose numbers and dates are used; see `bestLocale`.
 * @param chosen BCP 47 tag of the account's language; null: none chosen
 */
export function chosenLocale(headers: Headers, chosen: string | null = null): string {
  const asked = acceptedTags(headers.get('accept-language')).filter(isLocale);
  return bestLocale(asked, chosen ?? readCookie(headers.get('cookie'), LANGUAGE_COOKIE));
}

/** The locale of the page that asks, where a page does; else the chosen one. */
export function localeOf(headers: Headers, chosen: string | null = null): string {
  const shown = headers.get(localeMarker);
  return shown && isLocale(shown) ? bestLocale([shown], shown) : chosenLocale(headers, chosen);
}

// The server imports this file as TypeScript and the pages as part of their bundle: both find the same storage.
const shared = globalThis as unknown as Record<symbol, AsyncLocalStorage<string> | undefined>;
const key = Symbol.for('readout.locale');
shared[key] ??= new AsyncLocalStorage<string>();
const locales = shared[key];

/** Does what a request asks for in the language of who sent it. */
export const inLocale = <T>(locale: string, work: () => T): T => locales.run(locale, work);

/** BCP 47 tag of the language and region of whose request this is; English where it is nobody's. */
export const currentLocale = (): string => locales.getStore() ?? 'en';

/** What looks like a tag can still be none: `en-a`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The language of who is signed in; who acts as somebody keeps their own browser's. */
export const languageOfViewer = (session: Session | null): string | null =>
  session && !session.impersonatedBy ? session.user.language : null;
