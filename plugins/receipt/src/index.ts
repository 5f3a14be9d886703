import {
  addressField,
  type Check,
  check,
  currencyDecimals,
  type DraftRecord,
  defineReader,
  documentCodeIn,
  documentCurrency,
  doubtfulWords,
  type Field,
  type FieldOptions,
  field,
  fromMinorUnits,
  joinSightings,
  layoutOf,
  listField,
  mayHoldAmount,
  minorUnits,
  placeNames,
  printedDecimalMark,
  putCodeValues,
  repairByRepetition,
  repairLetters,
  repairPostalCode,
  repairWords,
  type Sighting,
  type SumPart,
  tellPaper,
  textField,
} from '@readout/plugin-kit';
import { repairBrackets, repairForm } from './company-form.ts';
import { readHeading } from './heading.ts';
import { readItems } from './items.ts';
import { readSigned, type SignedSums } from './refund.ts';
import { currencyOf, regionOf } from './region.ts';
import { plain, type ReceiptRow, readRows } from './rows.ts';
import { isReceipt } from './signs.ts';
import { taxesOf } from './taxes.ts';
import type { Sums } from './total.ts';
import { readWhen } from './when.ts';

/** Thermal print fades: points are the first to go. */
const faint = { maybeFaint: true };

const mostRows = 400;

export default defineReader({
  read({ reading, locale, today }) {
    // Most of what it is shown is no receipt: what that costs little to find out comes first.
    if (reading.lines.length < 4 || !reading.lines.some(({ text }) => mayHoldAmount(plain(text), faint)))
      return [];
    const layout = layoutOf(reading);
    // Longer than any till prints: a list or a ledger, and weighing each of its amounts against all others takes too long.
    if (layout.rows.length > mostRows) return [];
    const texts = layout.rows.map((row) => plain(row.text));
    const region = regionOf(texts.map(repairPostalCode).join('\n'), locale);
    const lines = reading.lines.map((line) => ({ ...line, text: plain(line.text) }));
    const rows = readRows(layout, {
      ...faint,
      locale: region.locale,
      currency: documentCurrency(lines, { locale: region.locale, home: region.currency })?.code,
      decimalMark: printedDecimalMark(texts),
    });
    const headEnd = rows.findIndex((row) => row.amounts.length > 0);
    const sums = readSigned(rows, (before) =>
      readItems(rows, headEnd, before).reduce((sum, item) => sum + item.units, 0),
    );
    if (!sums.total || tellPaper(layout).kind !== 'receipt') return [];
    const dates = { locale: region.locale, today };
    const heading = readHeading(rows, dates);
    const when = readWhen(rows, dates);
    const currency = currencyOf(rows, region, sums.total.row);
    if (
      !isReceipt(rows, sums, when, [
        currency !== undefined && !currency.assumed,
        region.hint !== undefined,
        heading.address.length > 0,
      ])
    )
      return [];

    const items = readItems(rows, headEnd, sums.firstSum);
    const headLines = new Set(
      [heading.merchant, ...heading.address].flatMap((seen) => seen?.evidence.map(({ line }) => line) ?? []),
    );
    const doubtful = doubtfulWords(reading.lines.filter(({ id }) => headLines.has(id)));
    const isDoubtful = (word: string) => doubtful.has(word);
    const nameOf = (text: string) => repairForm(repairBrackets(text, reading.lines, isDoubtful), isDoubtful);
    const addressOf = (text: string) =>
      repairWords(repairByRepetition(text, reading.lines), placeNames(), isDoubtful);
    const fields: Record<string, Field> = {};
    const put = (name: string, value: Field | undefined) => {
      if (value) fields[name] = value;
    };
    if (heading.merchant) {
      const confidence = heading.merchant.confidence * heading.merchantConfidence;
      put('merchant', repaired(textField(heading.merchant, { confidence }), nameOf));
    }
    if (heading.address.length > 0) {
      const confidence = 0.9 * Math.min(...heading.address.map((part) => part.confidence));
      put('address', repaired(addressField(heading.address, { confidence }), addressOf));
    }
    put('date', when.date);
    put('time', when.time);

    const itemSum = items.reduce((sum, item) => sum + item.units, 0);
    const { total, subtotal, tax } = sums;
    const decimals = currencyDecimals(currency?.code ?? '');
    const money = (units: number) => fromMinorUnits(units, decimals);
    const amountOf = (seen: Sighting, units: number, options: FieldOptions = {}): Field =>
      field(seen, money(sums.sign * units), {
        ...options,
        confidence: seen.confidence * (options.confidence ?? 1) * (options.ambiguous ? 0.7 : 1),
      });
    if (subtotal) {
      const checks: Check[] = [];
      // Prices that include the tax add up to the total; that is checked there.
      if (items.length > 0 && Math.abs(itemSum - total.found.units) > 300)
        checks.push(equal(itemSum, subtotal.found.units, 'The items', 'the subtotal', money, itemParts));
      const { sighting, units, amount } = subtotal.found;
      put('subtotal', amountOf(sighting, units, { checks, ...ambiguousOf(amount) }));
    }
    if (tax) {
      const sightings = tax.found.map((found) => found.sighting);
      put('tax', amountOf(joinSightings(sightings, '\n'), tax.units));
    }
    const taxes = taxesOf(rows, sums, 10 ** (4 - decimals));
    put(
      'taxes',
      listField(
        taxes.map(({ rate, base, amount, seen }) => ({
          sighting: seen,
          value: {
            rate,
            ...(base ? { base: money(sums.sign * base.units) } : {}),
            amount: money(sums.sign * amount.units),
          },
        })),
        {
          // They add up to the tax, or they would not be here.
          checks: [
            check('sum', true, `The taxes add up to ${money(tax?.units ?? 0)}, the tax.`, {
              rule: 'sum',
              of: [{ field: 'taxes', column: 'amount' }],
              is: 'tax',
            }),
          ],
          confidence: Math.min(1, ...taxes.map(({ seen }) => seen.confidence)),
        },
      ),
    );
    const checks = totalChecks(sums, itemSum, items.length, rows, money);
    const sure = total.reasons.length > 0 ? 1 : total.row.role === 'total' ? 0.92 : 0.75;
    put(
      'total',
      amountOf(total.found.sighting, total.found.units, {
        checks,
        ...ambiguousOf(total.found.amount),
        confidence:
          sure *
          (checks.some((one) => !one.passed) ? 0.8 : 1) *
          0.85 ** total.doubts.length *
          (sums.sign < 0 ? 0.85 : 1),
      }),
    );
    if (currency)
      put(
        'currency',
        field(currency.seen, currency.code, {
          confidence: currency.sure * currency.seen.confidence,
          ambiguous: currency.others,
        }),
      );
    put(
      'items',
      listField(
        items.map(({ text, quantity, amount, sighting }) => ({
          sighting,
          value: {
            text,
            ...(quantity === undefined ? {} : { quantity }),
            amount: sums.sign < 0 ? money(-minorUnits(amount)) : amount,
          },
        })),
        {
          confidence:
            items.length > 0
              ? 0.85 * (items.reduce((sum, item) => sum + item.sighting.confidence, 0) / items.length)
              : 0,
        },
      ),
    );
    const till = documentCodeIn(reading.barcodes, 'till');
    // A till signs a moment later than the time it prints.
    if (till) putCodeValues(fields, till, ['total', 'tax', 'currency', 'date'], ['time']);
    const record: DraftRecord = { type: 'receipt', confidence: recordConfidence(fields, sums), fields };
    return [record];
  },
});

/** The value with misread words put right; `raw` keeps what was seen. */
function repaired(seen: Field | undefined, repair: (text: string) => string): Field | undefined {
  return seen && { ...seen, value: repair(repairPostalCode(repairLetters(String(seen.value)))) };
}

const ambiguousOf = ({ ambiguous }: { ambiguous?: string[] }) => (ambiguous ? { ambiguous } : {});

const itemParts: SumPart[] = [{ field: 'items', column: 'amount' }];

function equal(
  a: number,
  b: number,
  what: string,
  other: string,
  money: (units: number) => string,
  of: SumPart[],
): Check {
  const same = Math.abs(a - b) <= 300;
  return check('sum', same, `${what} add up to ${money(a)}, ${other} is ${money(b)}.`, { rule: 'sum', of });
}

/** What is added, with what the host adds for it. */
interface Added {
  units: number;
  parts: SumPart[];
}

/** What can be added up on the receipt, compared with its total. */
function totalChecks(
  sums: SignedSums,
  itemSum: number,
  itemCount: number,
  rows: ReceiptRow[],
  money: (units: number) => string,
): Check[] {
  const { total, subtotal, tax } = sums;
  if (!total) return [];
  const extra = (role: 'rounding' | 'service'): Added => {
    const row = rows.find((candidate) => candidate.role === role && candidate.amounts.length > 0);
    const found = row?.amounts.at(-1);
    if (!found || found.units === 0 || (role === 'rounding' && Math.abs(found.units) >= 10_000))
      return { units: 0, parts: [] };
    const { units, sighting } = found;
    const isMinus = units * sums.sign < 0;
    const part = { amount: money(Math.abs(units)), evidence: sighting.evidence };
    return { units, parts: [isMinus ? { ...part, minus: true } : part] };
  };
  const [rounding, service] = [extra('rounding'), extra('service')];
  const inAll = (...added: Added[]): Added => ({
    units: added.reduce((sum, { units }) => sum + units, 0),
    parts: added.flatMap(({ parts }) => parts),
  });
  const target = total.found.units;
  const nearest = (sums: Added[]): Added =>
    sums.toSorted((a, b) => Math.abs(a.units - target) - Math.abs(b.units - target))[0]!;
  const taxed: Added = { units: tax?.units ?? 0, parts: tax ? [{ field: 'tax' }] : [] };
  // The items add up to a subtotal as well: that proves nothing.
  if (total.row.role === 'subtotal' && total.reasons.length > 0) return [];
  if (total.row.role === 'subtotal')
    return [check('sum', false, `No row names a total; ${money(target)} is a subtotal.`)];
  if (subtotal && tax) {
    const base: Added = { units: subtotal.found.units, parts: [{ field: 'subtotal' }] };
    // Where prices include the tax the subtotal does already.
    const inclusive = [inAll(base, rounding), inAll(base, service, rounding)];
    const sum =
      inclusive.find(({ units }) => Math.abs(units - target) <= 300) ?? inAll(base, taxed, service, rounding);
    return [equal(sum.units, target, 'Subtotal, tax and rounding', 'the total', money, sum.parts)];
  }
  if (itemCount > 0) {
    const items: Added = { units: itemSum, parts: itemParts };
    const best = nearest([items, inAll(items, rounding), inAll(items, taxed, rounding)]);
    return [equal(best.units, target, 'The items', 'the total', money, best.parts)];
  }
  return [];
}

function recordConfidence(fields: Record<string, Field>, sums: Sums): number {
  const parts: [value: number | undefined, weight: number][] = [
    [fields.total?.confidence, 4],
    [fields.date?.confidence, 2],
    [fields.merchant?.confidence, 2],
    [sums.total && sums.total.reasons.length > 0 ? 1 : 0.6, 2],
  ];
  const sum = parts.reduce((total, [value, weight]) => total + (value ?? 0.3) * weight, 0);
  return Math.round((sum / 10) * 1000) / 1000;
}
