import type { JsonValue } from '@readout/plugin-kit';
import { toText } from '../records/record-rows.ts';
import { cents } from './cents.ts';
import type { HledgerSettings } from './profiles/rules.ts';
import type { BookingLack } from './rules.ts';

interface JournalRecord {
  id: string;
  documentId: string;
  fields: Readonly<Record<string, { value: JsonValue }>>;
}

/**
 * A journal of hledger as its manual describes it, https://hledger.org/hledger.html#journal: `decimal-mark` says how amounts
 * are written, a transaction begins with date, code in parentheses and description, a posting is indented and has two spaces
 * or more between account and amount, what follows `;` is a comment, and `name:value` in one is a tag.
 *
 * This is what stands above the transactions.
 */
export const hledgerHead = ({ now, label }: { now: Date; label: string }): string =>
  `; Readout: ${onOneLine(label)}, ${now.toISOString().slice(0, 10)}\ndecimal-mark .\n`;

/** The transaction of a record, or what keeps it back. */
export function hledgerEntry(
  settings: HledgerSettings,
  { id, documentId, fields }: JournalRecord,
): { lines: string[] } | { lacks: BookingLack[] } {
  const value = (name: string): JsonValue => fields[name]?.value ?? null;
  const lacks: BookingLack[] = [];
  const date = toText(value('date'));
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) lacks.push('date');
  const total = cents(value('total'));
  if (total === undefined || total === 0) lacks.push('total');
  const currency = toText(value('currency'));
  if (!/^[A-Z]{3}$/.test(currency)) lacks.push('any_currency');
  const taxes = settings.taxAccount === '' ? [] : taxesOf(value('taxes'), cents(value('tax')));
  if (taxes === undefined) lacks.push('tax');
  const gross = taxes?.reduce((sum, { base, amount }) => sum + (base ?? 0) + amount, 0);
  if (
    taxes &&
    taxes.length > 0 &&
    taxes.every(({ base }) => base !== undefined) &&
    total !== undefined &&
    gross !== total
  )
    lacks.push('sum');
  if (lacks.length > 0) return { lacks };
  // A credit note is printed with and without a minus.
  const sign = value('creditNote') === true && total! > 0 ? -1 : 1;
  const posting = (account: string, amount: number, comment = ''): string[] =>
    amount === 0 ? [] : [`    ${account}    ${((sign * amount) / 100).toFixed(2)} ${currency}${comment}`];
  const number = onOneLine(toText(value('number')).replaceAll(/[()]/g, ''));
  // What stands at its beginning could be a status or a code.
  const payee = onOneLine(toText(value('supplier')) || toText(value('merchant'))).replace(/^[()*!\s]+/, '');
  const net = total! - taxes!.reduce((sum, { amount }) => sum + amount, 0);
  return {
    lines: [
      '',
      [date, number && `(${number})`, payee].filter(Boolean).join(' '),
      `    ; record:${id}, document:${documentId}`,
      ...posting(settings.expenseAccount, net),
      ...taxes!.flatMap(({ rate, amount }) =>
        posting(settings.taxAccount, amount, rate && `  ; rate:${rate}`),
      ),
      ...posting(settings.balanceAccount, -total!),
    ].map((line) => `${line}\n`),
  };
}

interface Tax {
  /** In percent; empty where the record does not say. */
  rate: string;
  base: number | undefined;
  amount: number;
}

/** Tax by rate, or as one sum; undefined where the record does not say. */
function taxesOf(taxes: JsonValue, tax: number | undefined): Tax[] | undefined {
  if (!Array.isArray(taxes) || taxes.length === 0)
    return tax === undefined ? undefined : [{ rate: '', base: undefined, amount: tax }];
  const made = taxes.map((each) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return undefined;
    const [rate, amount] = [toText(each.rate ?? null), cents(each.amount ?? null)];
    return amount === undefined || !/^\d{1,2}(\.\d{1,2})?$/.test(rate)
      ? undefined
      : { rate, base: cents(each.base ?? null), amount };
  });
  return made.every((each) => each !== undefined) ? made : undefined;
}

/** Without what begins a comment or parts payee from note. */
const onOneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(';', ',')
    .replaceAll('|', '/')
    .trim();
