import type { RecordFact } from '@readout/domain/records/rules';
import { useLocale, useText } from '../ui/texts.tsx';
import { type Readable, toReadable } from './field-text.ts';

/** How values of fields read for whoever looks at the page. */
export function useReadable(): (value: Readable['value'], type: Readable['type']) => string {
  const [locale, text] = [useLocale(), useText()];
  return (value, type) => toReadable({ value, type }, { locale, text });
}

/** The same for what lists show of a record. */
export function useShownFact(): (fact: RecordFact) => string {
  const [readable, text] = [useReadable(), useText()];
  return ({ value, type, rows }) =>
    rows === null ? readable(value, type) : text('common.row_count', { count: rows });
}
