import { acceptedTags } from '@readout/texts';

/** Languages whose letters this installation can read, by BCP 47 tag: those whose recognition data come with it. */
export const READING_LANGUAGES = [
  { tag: 'en' },
  { tag: 'de' },
  { tag: 'fr' },
  { tag: 'sv' },
  { tag: 'es' },
  { tag: 'pt' },
  { tag: 'it' },
  { tag: 'nl' },
  { tag: 'da' },
  { tag: 'nb' },
  { tag: 'fi' },
  { tag: 'pl' },
] as const;

/** Locales to choose from, which settle dates such as 3/4/2026 and amounts such as 1.234. */
export const LOCALES = [
  { tag: 'en-US' },
  { tag: 'en-GB' },
  { tag: 'de-DE' },
  { tag: 'de-AT' },
  { tag: 'de-CH' },
  { tag: 'fr-FR' },
  { tag: 'fr-CA' },
  { tag: 'fr-CH' },
  { tag: 'sv-SE' },
  { tag: 'es-ES' },
  { tag: 'pt-PT' },
  { tag: 'pt-BR' },
  { tag: 'it-IT' },
  { tag: 'nl-NL' },
  { tag: 'da-DK' },
  { tag: 'nb-NO' },
  { tag: 'fi-FI' },
  { tag: 'pl-PL' },
] as const;

/** Languages of what is read, as a browser's preferences suggest; English where they suggest none that can be read. */
export function suggestedLanguages(header: string | null): string[] {
  const spoken = acceptedTags(header).map((tag) => tag.split('-')[0]?.toLowerCase());
  const readable = READING_LANGUAGES.map(({ tag }) => tag as string).filter((tag) => spoken.includes(tag));
  readable.sort((a, b) => spoken.indexOf(a) - spoken.indexOf(b));
  return readable.length > 0 ? readable : ['en'];
}

/** The browser's locale with its region, such as `de-AT`. */
export function suggestedLocale(header: string | null): string {
  const tags = acceptedTags(header);
  return tags.find((tag) => tag.includes('-')) ?? tags[0] ?? 'en';
}

/** The locale of the list that a tag means: itself, else the first of its language, as `de-DE` for `de`. */
export function listedLocale(tag: string): string {
  const [language = ''] = tag.split('-');
  const all = LOCALES.map((each) => each.tag as string);
  return all.find((each) => each === tag) ?? all.find((each) => each.startsWith(`${language}-`)) ?? tag;
}

/** Countries to choose from, in the reader's alphabet; one of several languages names its language too. */
export function countryChoices(locale: string): { tag: string; name: string }[] {
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const regionOf = (tag: string) => tag.split('-')[1] ?? '';
  return LOCALES.map(({ tag }) => {
    const region = regionOf(tag);
    const isShared = LOCALES.some((other) => other.tag !== tag && regionOf(other.tag) === region);
    const name = regions.of(region) ?? region;
    return { tag, name: isShared ? `${name} (${languages.of(tag.slice(0, 2))})` : name };
  }).sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** What a language, perhaps of a country, is called in the reader's language: `Norwegian (Norway)`. */
export function languageName(tag: string, locale: string): string {
  // Called Norwegian, whichever way it is written.
  const named = tag.replace(/^nb\b/, 'no');
  try {
    return new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(named) ?? tag;
  } catch {
    return tag;
  }
}
