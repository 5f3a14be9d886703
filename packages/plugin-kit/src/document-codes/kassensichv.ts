// cspell:ignore DFKA Bundesministerium Finanzen Anhang Prüfbarkeit Kassenbelegen Kassenbeleg ecsdsa
import { minorUnits } from '../amounts.ts';
import { addDays, dayNumber, endOfMonth, isoDate } from '../calendar.ts';
import { type CodeValue, isBase64, isPlainText, said, saidTotal } from './code-values.ts';
import { partsOf, type Slice, sliceOf } from './slices.ts';

type Eleven = [Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice];

const amount = /^-?(?:0|[1-9]\d{0,9})\.\d\d$/;

/**
 * The code on receipts of German tills, with what their security module signed.
 *
 * Source: DFKA and Bundesministerium der Finanzen, DSFinV-K 2.4, Anhang I "Prüfbarkeit von Kassenbelegen auf Basis des QR-Codes"
 * and the forms of `processData` in it; BSI TR-03153. Undefined where a part is not in its form, where the sums paid are not those
 * that were sold, and for what is not a receipt: training, transfers, cancelled ones. The signature is not verified.
 */
export function parseKassenSichV(text: string): CodeValue[] | undefined {
  const parts = partsOf(sliceOf(text.trim(), text.length - text.trimStart().length), ';');
  if (parts[0]?.text !== 'V0' || parts.length !== 12) return undefined;
  const [till, process, data, number, counter, start, end, algorithm, format, signature, key] = parts.slice(
    1,
  ) as Eleven;
  const [kind, gross = data, paid, ...more] = partsOf(data, '^');
  const grosses = partsOf(gross, '_');
  const [begun, closed] = [inGermany(start), inGermany(end)];
  const isRight =
    till.text !== '' &&
    isPlainText(till.text, 70) &&
    process.text === 'Kassenbeleg-V1' &&
    kind?.text === 'Beleg' &&
    more.length === 0 &&
    grosses.length === 5 &&
    grosses.every((part) => amount.test(part.text)) &&
    paid !== undefined &&
    isPaid(paid.text, grosses) &&
    [number, counter].every((part) => /^\d{1,19}$/.test(part.text)) &&
    begun &&
    closed &&
    start.text <= end.text &&
    /^ecdsa-plain-SHA(?:224|256|384|512)$|^ecdsa-plain-SHA3-(?:224|256|384|512)$|^ecsdsa-plain-SHA(?:224|256|384|512)$/.test(
      algorithm.text,
    ) &&
    /^(?:unixTime|utcTime|utcTimeWithSeconds|generalizedTime|generalizedTimeWithMilliseconds)$/.test(
      format.text,
    ) &&
    isBase64(signature.text, 48) &&
    isBase64(key.text, 33);
  if (!isRight) return undefined;
  return [
    ...saidTotal(grosses.map((slice) => ({ slice, value: slice.text }))),
    // Over midnight nobody can say which of the two days is printed.
    ...(begun.date === closed.date ? said('date', 'date', closed.date, end) : []),
    ...said('time', 'time', closed.time, end),
    ...said('number', 'code', number.text, number),
    ...said('till', 'code', till.text.trim(), till),
  ];
}

/** `5.00:Bar_2.05:Unbar:CHF`: what was paid in euros alone is what was sold. */
function isPaid(paid: string, grosses: readonly Slice[]): boolean {
  const sold = grosses.reduce((sum, { text }) => sum + minorUnits(text), 0);
  if (paid === '') return sold === 0;
  const payments = paid.split('_').map((payment) => payment.split(':'));
  if (
    !payments.every(
      ([sum = '', way = '', currency, ...more]) =>
        amount.test(sum) &&
        /^(?:Bar|Unbar)$/.test(way) &&
        (currency === undefined || /^[A-Z]{3}$/.test(currency)) &&
        more.length === 0,
    )
  )
    return false;
  return (
    payments.some(([, , currency]) => currency !== undefined && currency !== 'EUR') ||
    payments.reduce((sum, [paid = '0']) => sum + minorUnits(paid), 0) === sold
  );
}

/** A time in UTC as clocks in Germany showed it. Summer time by directive 2000/84/EC: from 01:00 UTC on the last Sundays of March and October. */
function inGermany({ text }: Slice): { date: string; time: string } | undefined {
  const [, year, month, day, hour, rest] =
    /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)\.\d{3}Z$/.exec(text) ?? [];
  const date = isoDate(Number(year), Number(month), Number(day));
  if (!date) return undefined;
  const isSummer = text >= `${lastSunday(`${year}-03-01`)}T01` && text < `${lastSunday(`${year}-10-01`)}T01`;
  const local = Number(hour) + (isSummer ? 2 : 1);
  return {
    date: addDays(date, local >= 24 ? 1 : 0),
    time: `${String(local % 24).padStart(2, '0')}${rest}`,
  };
}

function lastSunday(inMonth: string): string {
  const last = endOfMonth(inMonth);
  // 1970-01-01 was a Thursday.
  return addDays(last, -((dayNumber(last) + 4) % 7));
}
