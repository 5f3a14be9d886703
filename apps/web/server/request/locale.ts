import { AsyncLocalStorage } from 'node:async_hooks';
import { acceptedTags, bestLocale } from '@readout/texts';
import { readCookie } from './read-cookie.ts';

/** Holds the language somebody chose on a page without being signed in, as a BCP 47 tag. */
export const LANGUAGE_COOKIE = 'readout_language';

/**
 * In which language somebody is answered and whose numbers and dates are used; see `bestLocale`.
 * @param chosen BCP 47 tag of the account's language; null: none chosen
 */
export function localeOf(headers: Headers, chosen: string | null = null): string {
  const asked = acceptedTags(headers.get('accept-language')).filter(isLocale);
  return bestLocale(asked, chosen ?? readCookie(headers.get('cookie'), LANGUAGE_COOKIE));
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
