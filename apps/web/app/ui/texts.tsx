import { formatParts, type RichValues, type SayText, type TextKey, textsIn } from '@readout/texts';
import { createContext, createElement, Fragment, type ReactNode, useContext, useMemo } from 'react';

/** BCP 47 tag of the reader's language and region, such as `de-CH`: one for as long as a document is shown. */
export const LocaleContext = createContext('en');

export const useLocale = (): string => useContext(LocaleContext);

/** `textsIn` is for what is not a component: an action, a loader, the title of a page. */
export { type SayText, textsIn } from '@readout/texts';

/** Texts in the reader's language: `text('settings.members.title')`. */
export function useText(): SayText {
  const locale = useLocale();
  return useMemo(() => textsIn(locale), [locale]);
}

/** What tags mean in every message. */
const tags = {
  code: (inside: ReactNode[]) => createElement('code', null, ...inside),
  em: (inside: ReactNode[]) => createElement('em', null, ...inside),
  kbd: (inside: ReactNode[]) => createElement('kbd', null, ...inside),
  strong: (inside: ReactNode[]) => createElement('strong', null, ...inside),
};

/** What has to be said besides the tags; a message that is a choice takes the values of what is chosen. */
type NamedValues<Values> = Values extends unknown ? Omit<Values, keyof typeof tags> : never;

/**
 * A message with elements among its words: `made {when} by <strong>{name}</strong>`. `code`, `em`, `kbd` and `strong`
 * are known; another tag is a value, `{ link: (inside) => <Link to="…">{inside}</Link> }`.
 */
export function FormattedText<K extends TextKey>({
  id,
  values,
}: {
  id: K;
  values?: NamedValues<RichValues<K, ReactNode>>;
}) {
  const locale = useLocale();
  const parts = formatParts(locale, id, { ...tags, ...values } as unknown as RichValues<K, ReactNode>);
  return createElement(Fragment, null, ...parts);
}
