// cspell:disable -- names of Portuguese rules
import { fromMinorUnits, minorUnits } from '../amounts.ts';
import { isoDate } from '../calendar.ts';
import { type CodeValue, isPlainText, said } from './code-values.ts';
import { partsOf, type Slice, sliceOf, within } from './slices.ts';

/** What is sold: invoices, simplified ones, with their receipt, debit and credit notes. Others bind nobody (orders, waybills). */
const kinds: ReadonlySet<string> = new Set(['FT', 'FS', 'FR', 'ND', 'NC']);
/** Of a buyer who said no number. */
const nobody = '999999990';
const order =
  'A B C D E F G H I1 I2 I3 I4 I5 I6 I7 I8 J1 J2 J3 J4 J5 J6 J7 J8 K1 K2 K3 K4 K5 K6 K7 K8 L M N O P Q R S'.split(
    ' ',
  );
const demanded = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I1', 'N', 'O', 'Q', 'R'];
/** What is taxed in each of three regions, free of tax and by rate; and the taxes. */
const bases = ['I', 'J', 'K'].flatMap((region) => [2, 3, 5, 7].map((at) => `${region}${at}`));
const taxes = ['I', 'J', 'K'].flatMap((region) => [4, 6, 8].map((at) => `${region}${at}`));

/**
 * The code on Portuguese invoices and receipts.
 *
 * Source: Autoridade Tributária e Aduaneira, "Especificações técnicas – Código QR" by Portaria 195/2020. Undefined where a field is
 * not in its place and form, where tax number or sums do not hold, and for what is cancelled or no bill.
 */
export function parsePortugal(text: string): CodeValue[] | undefined {
  const fields = new Map<string, Slice>();
  let last = -1;
  for (const part of partsOf(sliceOf(text), '*')) {
    const [, key, value = ''] = /^([A-S]\d?):(.*)$/s.exec(part.text) ?? [];
    const place = key === undefined ? -1 : order.indexOf(key);
    if (key === undefined || place <= last || value === '' || !isPlainText(value, 70)) return undefined;
    last = place;
    fields.set(key, within(part, key.length + 1, value.length));
  }
  if (!demanded.every((key) => fields.has(key))) return undefined;
  const of = (key: string): string => fields.get(key)?.text ?? '';
  const amounts = [...bases, ...taxes, 'L', 'M', 'N', 'O', 'P'];
  if (!amounts.every((key) => !fields.has(key) || /^-?\d{1,13}\.\d\d$/.test(of(key)))) return undefined;
  const sum = (keys: readonly string[]): number =>
    keys.reduce((all, key) => all + (fields.has(key) ? minorUnits(of(key)) : 0), 0);
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(of('F')) ?? [];
  const date = isoDate(Number(year), Number(month), Number(day));
  const isRight =
    hasNifDigit(of('A')) &&
    /^[A-Z]{2}$/.test(of('C')) &&
    kinds.has(of('D')) &&
    // In order, self-billed or of another system; not cancelled.
    /^[NSRF]$/.test(of('E')) &&
    date &&
    sum([...taxes, 'M']) === sum(['N']) &&
    sum([...bases, 'L', 'N']) === sum(['O']) &&
    of('Q').length === 4 &&
    /^\d{1,4}$/.test(of('R'));
  if (!isRight) return undefined;
  const sign = of('D') === 'NC' ? -1 : 1;
  const money = (key: string): string => fromMinorUnits(sign * sum([key]));
  return [
    ...said('supplierTaxId', 'code', of('A'), fields.get('A')!),
    ...said('buyerTaxId', 'code', of('B') === nobody ? undefined : of('B'), fields.get('B')!),
    ...said('date', 'date', date, fields.get('F')!),
    ...said('number', 'code', of('G').replaceAll(/\s+/g, ''), fields.get('G')!),
    ...said('tax', 'amount', money('N'), fields.get('N')!),
    ...said('total', 'amount', money('O'), fields.get('O')!),
    ...said('currency', 'currency', 'EUR', fields.get('O')!),
  ];
}

/** Nine digits: modulo 11, weights 9 to 2; a rest of 10 is nought. */
function hasNifDigit(nif: string): boolean {
  if (!/^\d{9}$/.test(nif)) return false;
  const rest = [...nif.slice(0, 8)].reduce((sum, digit, at) => sum + Number(digit) * (9 - at), 0) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(nif[8]);
}
