// cspell:disable -- words of many languages, as printed
import { namesPaper, roleOf } from './keywords.ts';
import type { ReceiptRow } from './rows.ts';
import type { Sums } from './total.ts';
import type { When } from './when.ts';

const contact = /\(\d{3}\)\s?\d{3}-\d{4}|\b(?:tel|phone|telefon|tlf|puh)\b/i;
const taxNumber = /\b(?:gst|vat|ust|mwst|tva|siret|p\.?\s?iva|org\.?\s?n|btw|cif|nif)\b.{0,12}\d{5,}/i;
const thanks =
  /\b(?:thank you|danke|merci|tack|gracias|grazie|bedankt|terima kasih|kiitos|takk|tak for|obrigad)/i;
const payLater =
  /\b(?:due date|payment due|bill to|payable by|fällig|zahlbar bis|förfallodatum|échéance|vencimiento|scadenza|vervaldatum)\b/i;

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
  // A bill to be paid later is an invoice: it has the same sums and is another kind of record.
  if (payLater.test(text) && !roles.has('paid') && !roles.has('change')) return false;
  const count = signs.filter(Boolean).length;
  return count >= 5 && rows.some((row) => row.amounts.length > 0 && roleOf(row.label) !== undefined);
}
