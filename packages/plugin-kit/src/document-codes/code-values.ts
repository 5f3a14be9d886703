import { fromMinorUnits, minorUnits } from '../amounts.ts';
import type { FieldType } from '../types.ts';
import type { Slice } from './slices.ts';

/** What a code says of a document, under the name that fields of records have. */
export type CodeValueName =
  | 'total'
  | 'tax'
  | 'currency'
  | 'date'
  | 'time'
  | 'due'
  | 'deliveryDate'
  | 'periodStart'
  | 'periodEnd'
  | 'number'
  | 'till'
  | 'supplierTaxId'
  | 'buyerTaxId'
  | 'payee'
  | 'payer'
  | 'iban'
  | 'bic'
  | 'reference'
  | 'message';

export interface CodeValue {
  name: CodeValueName;
  type: FieldType;
  /** As a field of that type holds it. */
  value: string;
  /** The characters it is written in, in their order: several where the standard makes one value of them, as of a sum. */
  parts: { from: number; to: number }[];
}

/** Nothing where the code leaves a value empty. */
export function said(
  name: CodeValueName,
  type: FieldType,
  value: string | undefined,
  ...slices: Slice[]
): CodeValue[] {
  return value === undefined || value.trim() === ''
    ? []
    : [{ name, type, value, parts: slices.map(({ from, to }) => ({ from, to })) }];
}

/** The total of amounts in euros that are written one by one; nothing where all of them are nought. */
export function saidTotal(amounts: readonly { slice: Slice; value: string }[]): CodeValue[] {
  const counted = amounts.filter(({ value }) => /[1-9]/.test(value));
  if (counted.length === 0) return [];
  const total = counted.reduce((sum, { value }) => sum + minorUnits(value), 0);
  const slices = counted.map(({ slice }) => slice);
  return [
    ...said('total', 'amount', fromMinorUnits(total), ...slices),
    ...said('currency', 'currency', 'EUR', ...slices),
  ];
}

/** No control characters, and something to see. */
export const isPlainText = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && /^[^\p{Cc}\p{Cs}\ufffd]*$/u.test(text);

/** RFC 4648, with its filling. */
export const isBase64 = (text: string, leastBytes: number, mostBytes = 1000): boolean => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const bytes = (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0);
  return bytes >= leastBytes && bytes <= mostBytes;
};

/** Bytes of a text as UTF-8; plugins have no `TextEncoder`. */
export function utf8Of(text: string): number[] {
  return Array.from(text).flatMap((letter) => {
    const code = letter.codePointAt(0)!;
    const rest = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
    if (code < 0x80) return [code];
    if (code < 0x800) return [0xc0 | (code >> 6), rest(0)];
    if (code < 0x10000) return [0xe0 | (code >> 12), rest(6), rest(0)];
    return [0xf0 | (code >> 18), rest(12), rest(6), rest(0)];
  });
}
