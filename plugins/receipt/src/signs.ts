// cspell:disable -- words of many languages, as printed
import { namesPaper, roleOf } from './keywords.ts';
import type { ReceiptRow } from './rows.ts';
import type { Sums } from './total.ts';
import type { When } from './when.ts';

const contact = /\(\d{3}\)\s?\d{3}-\d{4}|\b(?:tel|phone|telefon|tlf|puh)\b/i;
const taxNumber = /\b(?:gst|vat|ust|mwst|tva|siret|p\.?\s?iva|org\.?\s?n|btw|cif|nif)\b.{0,12}\d{5,}/i;
const thanks =
  /\b(?:thank you|danke|merci|tack|gracias|grazie|bedankt|terima kasih|kiitos|takk|tak for|obrigad)/i;
/**
 * Signs that set a receipt apart from any other page with a total on it. A price table or a report has one or two of
 * them; declining there is worth more than a record.
 */
export function isReceipt(rows: ReceiptRow[], sums: Sums, when: When, context: boolean[]): boolean {
  const roles = new Set(
    rows.filter((row) => row.amounts.length > 0 && row.index >= sums.firstSum - 1).map((row) => row.role),
  );
  const text = rows.map((row) => row.text).join('\n');
  const signs = [
    sums.total?.row.role === 'total' || sums.total?.row.role === 'gross',
    (sums.total?.reasons.length ?? 0) > 0,
    roles.has('paid') || rows.some((row) => row.role === 'paid'),
    roles.has('change'),
    roles.has('tax') || sums.tax !== undefined || rows.some((row) => row.role === 'summary'),
    roles.has('subtotal') || roles.has('rounding'),
    when.date !== undefined,
    when.time !== undefined,
    ...context,
    contact.test(text),
    namesPaper(text),
    taxNumber.test(text),
    thanks.test(text),
  ];
  if (isLedger(rows) || isProse(sums)) return false;
  const count = signs.filter(Boolean).length;
  return count >= 5 && rows.some((row) => row.amounts.length > 0 && roleOf(row.label) !== undefined);
}

/** A date beside an amount in row after row: a statement of an account or a table of days. */
function isLedger(rows: ReceiptRow[]): boolean {
  const dated = rows.filter(
    (row) => row.amounts.length > 0 && /(?<!\d)\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)/.test(row.label),
  );
  return new Set(dated.map((row) => row.label.replace(/[^\d/.-]/g, ''))).size >= 3;
}

/** A sentence with an amount in it (a message, a letter), where a receipt has a label beside one. */
function isProse({ total }: Sums): boolean {
  const line = total?.row.row.lines.find(
    (placed) => placed.line.id === total.found.sighting.evidence[0]?.line,
  );
  return (line?.line.text.match(/(?<![\p{L}\d])\p{Ll}{2,}(?![\p{L}\d])/gu)?.length ?? 0) >= 5;
}
