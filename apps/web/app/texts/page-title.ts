import type { TextKey, TextValues } from '@readout/texts';
import { textsIn } from '../ui/texts.tsx';
import { localeOfPage } from './page-text.ts';

/** What the title of a page is made from: the routes that are shown, as `meta` is given them. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** The locale the page is shown in, for `meta`, which is no component. */
export function localeOfMatches(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { locale?: string } | undefined;
  return root?.locale ?? localeOfPage();
}

/** `Members · Readout`, for `meta`. */
export function pageTitle<K extends TextKey>(
  matches: Matches,
  key: K,
  ...values: Record<never, never> extends TextValues[K] ? [values?: TextValues[K]] : [values: TextValues[K]]
): { title: string }[] {
  return [{ title: `${textsIn(localeOfMatches(matches))(key, ...values)} · Readout` }];
}
