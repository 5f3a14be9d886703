import type { RecordFact } from '@readout/domain/records/rules';
import { useLocale, useText } from '../ui/texts.tsx';
import { type Readable, toReadable, type Writing } from './field-text.ts';

/** How values of fields read for the person who looks at the page. */
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

/** How values are written in the controls of the page. */
export function useWriting(): Writing {
  const [locale, text] = [useLocale(), useText()];
  return { locale, text, today: new Date().toISOString().slice(0, 10) };
}
