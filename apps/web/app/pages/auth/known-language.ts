import { LANGUAGES } from '@readout/texts';

/** Tag of a language that is whole, as it came in a form; undefined where it is none. */
export const knownLanguage = (tag: string) => LANGUAGES.find((each) => each.isWhole && each.tag === tag)?.tag;
