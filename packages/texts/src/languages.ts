import { LANGUAGES } from '../build/language-list.ts';

export { LANGUAGES };

/** English, accented and 40 % longer: shows in tests what is not in the catalogue and what breaks when it grows. */
export const PSEUDO_LANGUAGE = 'en-XA';

export type Language = (typeof LANGUAGES)[number]['tag'] | typeof PSEUDO_LANGUAGE;

/** The language of the texts for a locale: `de` for `de-CH`; undefined where there is none. */
function findLanguage(locale: string) {
  const [primary] = locale.split('-');
  return LANGUAGES.find(({ tag }) => tag === primary);
}

/** The language of the texts for a locale: `de` for `de-CH`, and English where there is none. */
export const languageOf = (locale: string): Language =>
  locale === PSEUDO_LANGUAGE ? PSEUDO_LANGUAGE : (findLanguage(locale)?.tag ?? 'en');

/** The same without the pseudo-language, as it is kept of a person. */
export const spokenLanguage = (locale: string) => findLanguage(locale)?.tag ?? 'en';

/**
 * The locale to answer somebody in: what they chose, else the first of their browser's with a language that is whole,
 * else English. The region comes from the browser where it speaks the chosen language.
 * @param asked BCP 47 tags of the browser, best first
 * @param chosen BCP 47 tag
 */
export function bestLocale(asked: readonly string[], chosen?: string): string {
  if (chosen === PSEUDO_LANGUAGE) return PSEUDO_LANGUAGE;
  const language = chosen === undefined ? undefined : findLanguage(chosen)?.tag;
  if (language === undefined) return asked.find((locale) => findLanguage(locale)?.isWhole) ?? 'en';
  return asked.find((locale) => locale.startsWith(`${language}-`)) ?? language;
}

/** Tags of an `Accept-Language` header (RFC 9110, section 12.5.4), best first. */
export function acceptedTags(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight), index };
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ tag }) => tag);
}
