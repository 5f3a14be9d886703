import { type SayText, textsIn } from '@readout/texts';

/** BCP 47 tag of the page's language and region, for what runs in the browser and is no component. */
export const localeOfPage = (): string =>
  (typeof document === 'undefined' ? undefined : document.documentElement.dataset.locale) ?? 'en';

/**
 * Texts in the language of the page, for what runs in the browser and is no component. A worker has none: what it tells
 * is a code, which the page puts into words.
 */
export const textOfPage = (): SayText => textsIn(localeOfPage());
