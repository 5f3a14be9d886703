import { acceptedTags } from '@readout/texts';

/** Languages whose letters this installation can read, by BCP 47 tag: those whose recognition data come with it. */
export const READING_LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'German' },
  { tag: 'fr', name: 'French' },
  { tag: 'sv', name: 'Swedish' },
  { tag: 'es', name: 'Spanish' },
  { tag: 'pt', name: 'Portuguese' },
  { tag: 'it', name: 'Italian' },
  { tag: 'nl', name: 'Dutch' },
  { tag: 'da', name: 'Danish' },
  { tag: 'nb', name: 'Norwegian' },
  { tag: 'fi', name: 'Finnish' },
  { tag: 'pl', name: 'Polish' },
] as const;

/** Locales to choose from, which settle dates such as 3/4/2026 and amounts such as 1.234. */
export const LOCALES = [
  { tag: 'en-US', name: 'English (United States)' },
  { tag: 'en-GB', name: 'English (United Kingdom)' },
  { tag: 'de-DE', name: 'German (Germany)' },
  { tag: 'de-AT', name: 'German (Austria)' },
  { tag: 'de-CH', name: 'German (Switzerland)' },
  { tag: 'fr-FR', name: 'French (France)' },
  { tag: 'fr-CA', name: 'French (Canada)' },
  { tag: 'fr-CH', name: 'French (Switzerland)' },
  { tag: 'sv-SE', name: 'Swedish (Sweden)' },
  { tag: 'es-ES', name: 'Spanish (Spain)' },
  { tag: 'pt-PT', name: 'Portuguese (Portugal)' },
  { tag: 'pt-BR', name: 'Portuguese (Brazil)' },
  { tag: 'it-IT', name: 'Italian (Italy)' },
  { tag: 'nl-NL', name: 'Dutch (Netherlands)' },
  { tag: 'da-DK', name: 'Danish (Denmark)' },
  { tag: 'nb-NO', name: 'Norwegian (Norway)' },
  { tag: 'fi-FI', name: 'Finnish (Finland)' },
  { tag: 'pl-PL', name: 'Polish (Poland)' },
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
