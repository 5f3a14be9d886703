import { bestLocale, textsIn } from '@readout/texts';

/**
 * The locale a person is spoken to in, a BCP 47 tag: of `READOUT_LANG`, else of the terminal, in the order of POSIX.
 * English where it names no language that Readout speaks.
 */
export function localeOf({ READOUT_LANG, LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  const named = READOUT_LANG || LC_ALL || LC_MESSAGES || LANG || '';
  const [, language, region] = /^([a-z]{2,3})(?:[_-]([A-Z]{2}))?(?:[.@]|$)/.exec(named) ?? [];
  return language ? bestLocale([region ? `${language}-${region}` : language]) : 'en';
}

export const locale = localeOf(process.env);

/** Says a text of the catalogue to the person who runs the command. */
export const say = textsIn(locale);
