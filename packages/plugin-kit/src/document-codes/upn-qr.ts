// cspell:ignore Združenje bank Slovenije Tehnični standard UPNQR
import { fromMinorUnits } from '../amounts.ts';
import { isoDate } from '../calendar.ts';
import { hasCreditorReferenceDigits } from '../check-digits.ts';
import { holdsIban } from '../iban.ts';
import { type CodeValue, isPlainText, said } from './code-values.ts';
import { linesOf, partsOf, type Slice, sliceOf } from './slices.ts';

/** Lines before the check sum. */
const counted = 19;

/**
 * The code of Slovenian payment slips (UPN QR).
 *
 * Source: Združenje bank Slovenije, "Tehnični standard UPN QR". Undefined where a line is not in its form, and where the check sum does
 * not hold: the characters of all lines with their ends.
 */
export function parseUpnQr(text: string): CodeValue[] | undefined {
  const lines = linesOf(text);
  if (lines[0]?.text !== 'UPNQR' || lines.length !== counted + 1) return undefined;
  const at = (index: number): Slice => lines[index]!;
  const [payer, amount, urgent, purpose, message, due, iban, reference, payee, check] = [
    5,
    8,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    counted,
  ].map(at) as [Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice];
  const sum = lines.slice(0, counted).reduce((all, line) => all + line.text.length + 1, 0);
  const date = dated(due.text);
  const isRight =
    lines.slice(0, counted).every((line) => isPlainText(line.text, 50)) &&
    /^\d{11}$/.test(amount.text) &&
    /^X?$/.test(urgent.text) &&
    /^[A-Z]{4}$/.test(purpose.text) &&
    (due.text === '' || date) &&
    holdsIban(iban.text) &&
    isReference(reference.text) &&
    payee.text.trim() !== '' &&
    check.text.trim() === String(sum).padStart(3, '0');
  if (!isRight) return undefined;
  // Of an amount of nought the payer decides.
  const units = Number(amount.text) * 100;
  return [
    ...said('payee', 'text', payee.text.trim(), payee),
    ...said('iban', 'code', iban.text, iban),
    ...(units > 0
      ? [
          ...said('total', 'amount', fromMinorUnits(units), amount),
          ...said('currency', 'currency', 'EUR', amount),
        ]
      : []),
    ...said('payer', 'text', payer.text.trim(), payer),
    ...said('reference', 'code', reference.text, reference),
    ...said('message', 'text', message.text.trim(), message),
    ...said('due', 'date', date, due),
  ];
}

const isReference = (text: string): boolean =>
  hasCreditorReferenceDigits(text) || /^SI\d\d[\d-]{0,22}$/.test(text) || text === 'NRC';

function dated(text: string): string | undefined {
  const [day, month, year, ...more] = partsOf(sliceOf(text), '.').map((part) => part.text);
  return more.length === 0 && /^\d\d\.\d\d\.\d{4}$/.test(text)
    ? isoDate(Number(year), Number(month), Number(day))
    : undefined;
}
