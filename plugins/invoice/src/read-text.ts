import type { DraftRecord } from '@readout/plugin-kit';
import { inputOfText } from '@readout/plugin-kit/testing';
import invoice from './index.ts';

/** For tests: the records of an invoice given as rows of text. */
export const recordsOf = (rows: readonly string[], locale = 'en-GB'): DraftRecord[] =>
  invoice.read(inputOfText(rows.join('\n'), { locale }));

/** For tests: values of the first record by name; empty where there is none. */
export const valuesOf = (rows: readonly string[], locale?: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(recordsOf(rows, locale)[0]?.fields ?? {}).map(([name, { value }]) => [name, value]),
  );

/** For tests: a whole invoice, laid out as in its country, with the number of its items and what else is on it. */
export type Paper = [locale: string, items: number, expected: Record<string, string>, text: string];

/** For tests: values of the first record by name, and the reasons of the checks that failed. */
export function readPaper(
  text: string,
  locale: string,
): { values: Record<string, unknown>; failed: string[] } {
  const fields = Object.entries(recordsOf(text.split('\n'), locale)[0]?.fields ?? {});
  return {
    values: Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
    failed: fields.flatMap(([name, { checks }]) =>
      checks.filter(({ passed }) => !passed).map(({ reason }) => `${name}: ${reason}`),
    ),
  };
}
