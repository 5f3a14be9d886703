// cspell:ignore gstin
import {
  addressField,
  type Check,
  check,
  codeField,
  currencyDecimals,
  type DraftRecord,
  dayNumber,
  defineReader,
  documentCurrency,
  type Field,
  field,
  findDates,
  findTimes,
  fromMinorUnits,
  joinSightings,
  type Layout,
  type Line,
  layoutOf,
  listField,
  minorUnits,
  ownCompany,
  printedDecimalMark,
  seenPart,
  tellPaper,
  textField,
} from '@readout/plugin-kit';
import { beside } from './beside.ts';
import { ibanOf, numberOf, taxIdOf } from './identifiers.ts';
import { type Item, readItems } from './items.ts';
import { ownLines } from './own-lines.ts';
import { addressOf, buyersLines, supplierOf } from './parties.ts';
import { type InvoiceRow, readRows, readSums, type Sums } from './sums.ts';
import { dateLabels, dueLabel, smallWords } from './words.ts';

export default defineReader({
  read({ reading, locale, today, company }) {
    const layout = layoutOf(reading);
    const paper = tellPaper(layout);
    if (paper.kind !== 'invoice' && paper.kind !== 'credit-note') return [];
    // The installation's own locale knows its country; of another language the paper knows better.
    const language = paper.locale ?? locale;
    const own = locale.slice(0, 2) === language.slice(0, 2) || language === 'en' ? locale : language;
    const texts = reading.lines.map((line) => line.text);
    const home = texts.some((text) => /gstin/i.test(text)) ? 'INR' : undefined;
    const printed = documentCurrency(reading.lines, { locale: own, home });
    const rows = readRows(layout, {
      locale: own,
      currency: printed?.code,
      decimalMark: printedDecimalMark(texts),
    });
    const sums = readSums(rows);
    const dates = datesOf(layout, own, today);
    const lines = layout.rows.flatMap((row) => row.lines);
    const ours = ownCompany(company);
    const iban = ibanOf(lines, ours.isIban);
    const buyers = new Set([...buyersLines(layout), ...ownLines(layout, ours)]);
    const number = numberOf(layout);
    // None of them is a condition; together they have to say more than a word in a letter does.
    const signs = [
      sums,
      number,
      dates.date,
      dates.due,
      iban,
      buyers.size > 0,
      paper.weight >= 3,
      paper.weight >= 6,
    ];
    if (!(sums || (number && (dates.due || iban))) || signs.filter(Boolean).length < 3) return [];

    const supplier = supplierOf(layout, buyers, Math.max(1, sums?.first ?? rows.length));
    const items = readItems(rows, sums?.first ?? rows.length);
    // A credit note is negative whether it prints the minus or not.
    const sign = paper.kind === 'credit-note' && (sums?.total.units ?? 0) > 0 ? -1 : 1;
    const money = (units: number) => fromMinorUnits(sign * units, currencyDecimals(printed?.code ?? ''));
    const fields: Record<string, Field> = {};
    const put = (name: string, value: Field | undefined) => {
      if (value) fields[name] = value;
    };
    if (supplier) {
      const name = textField(supplier.seen, { confidence: supplier.seen.confidence * supplier.sure });
      put('supplier', name);
      put('merchant', name);
      const address = addressOf(layout, supplier.line, buyers);
      put(
        'address',
        addressField(address, { confidence: 0.9 * Math.min(1, ...address.map((one) => one.confidence)) }),
      );
    }
    put(
      'supplierTaxId',
      taxIdOf(layout, ({ id }) => buyers.has(id), ours.isTaxId),
    );
    put(
      'number',
      number &&
        codeField(number.seen, number.seen.text.replace(/\s+/g, ''), {
          confidence: number.sure * number.seen.confidence,
        }),
    );
    put('date', dates.date);
    put('time', dates.time);
    put('due', dates.due);
    if (sums) putSums(put, sums, items, money, sign);
    put('currency', currencyOf(reading.lines, own, home, sums?.totalRow));
    put('iban', iban);
    put(
      'items',
      listField(
        items.map(({ text, quantity, amount, seen }) => ({
          sighting: seen,
          value: {
            text,
            ...(quantity === undefined ? {} : { quantity }),
            amount: sign < 0 ? money(minorUnits(amount)) : amount,
          },
        })),
        { confidence: 0.85 * Math.min(1, ...items.map((item) => item.seen.confidence)) },
      ),
    );
    return [{ type: 'invoice', confidence: confidenceOf(fields, sums), fields } satisfies DraftRecord];
  },
});

interface Dates {
  date: Field | undefined;
  due: Field | undefined;
  time: Field | undefined;
}

function datesOf(layout: Layout, locale: string, today: string): Dates {
  const find = (text: string) => {
    const [found] = findDates(text, { locale, today });
    // Behind its label, not somewhere later in the line.
    return found && !/[\p{L}\d]/u.test(text.slice(0, found.index).replace(smallWords, ' '))
      ? found
      : undefined;
  };
  const due = beside(layout, dueLabel, find);
  // `Due date` has the word for a date in it.
  const isDue = (one: typeof due) =>
    one !== undefined && due !== undefined && one.line.id === due.line.id && one.found.raw === due.found.raw;
  let other: typeof due;
  for (const label of dateLabels) {
    const named = other ?? beside(layout, label, find);
    other = isDue(named) ? undefined : named;
  }
  const all = layout.rows.flatMap((row) =>
    row.lines.flatMap(({ line }) =>
      line.id === due?.line.id
        ? []
        : findDates(line.text, { locale, today }).map((found) => ({ found, line })),
    ),
  );
  const [alone] = new Set(all.map(({ found }) => found.value)).size === 1 ? all : [];
  const date =
    other ?? (alone && { ...alone, seen: seenPart(alone.line, alone.found.index, alone.found.raw.length) });
  const checks: Check[] = [];
  if (due && date) {
    const days = dayNumber(due.found.value) - dayNumber(date.found.value);
    checks.push(
      check(
        'due-after-date',
        days >= 0 && days <= 366,
        days < 0
          ? 'It is due before the date of the invoice.'
          : `It is due ${days} days after the date of the invoice.`,
      ),
    );
  }
  const made = (one: typeof due, sure: number, own: Check[]): Field | undefined =>
    one &&
    field(one.seen, one.found.value, {
      confidence:
        one.seen.confidence *
        sure *
        (one.found.ambiguous ? 0.75 : 1) *
        (own.every(({ passed }) => passed) ? 1 : 0.7),
      checks: own,
      ...(one.found.ambiguous ? { ambiguous: one.found.ambiguous } : {}),
    });
  const [time] = date ? findTimes(date.line.text) : [];
  return {
    date: made(date, other ? 0.98 : 0.75, []),
    due: made(due, 0.98, checks),
    time: date && time && field(seenPart(date.line, time.index, time.raw.length), time.value),
  };
}

function putSums(
  put: (name: string, value: Field | undefined) => void,
  sums: Sums,
  items: Item[],
  money: (units: number) => string,
  sign: 1 | -1,
): void {
  const { total, subtotal, tax, extra, proof, doubts } = sums;
  const itemSum = items.reduce((sum, { units }) => sum + units, 0);
  const checks: Check[] = [];
  const compare = (units: number, target: number, what: string, other: string) =>
    check(
      'sum',
      Math.abs(units - target) <= 200,
      `${what} add up to ${money(units)}, ${other} is ${money(target)}.`,
    );
  if (subtotal && tax)
    checks.push(compare(subtotal.units + tax.units + extra, total.units, 'Subtotal and tax', 'the total'));
  else if (items.length > 0 && !subtotal)
    checks.push(
      compare(
        itemSum + (tax && Math.abs(itemSum - total.units) > 200 ? tax.units : 0),
        total.units,
        'The items',
        'the total',
      ),
    );
  const sure = checks.length === 0 ? 0.9 : checks.every(({ passed }) => passed) ? 1 : 0.6;
  put(
    'total',
    field(total.seen, money(total.units), {
      checks,
      confidence:
        total.seen.confidence *
        (proof ? 1 : sure) *
        (total.amount.ambiguous ? 0.7 : 1) *
        0.85 ** doubts.length *
        // Nothing but the title says that it is money back.
        (sign < 0 ? 0.9 : 1),
      ...(total.amount.ambiguous ? { ambiguous: total.amount.ambiguous } : {}),
    }),
  );
  if (subtotal)
    put(
      'subtotal',
      field(subtotal.seen, money(subtotal.units), {
        confidence: subtotal.seen.confidence * (proof ? 1 : 0.8),
        checks: items.length > 0 ? [compare(itemSum, subtotal.units, 'The items', 'the subtotal')] : [],
      }),
    );
  if (tax) {
    const seen = joinSightings(tax.seen, '\n');
    put('tax', field(seen, money(tax.units), { confidence: seen.confidence * (proof ? 1 : 0.75) }));
  }
}

/** The currency in the row of the total, else the one the page prints most; candidates where a sign is shared. */
function currencyOf(
  lines: readonly Line[],
  locale: string,
  home: string | undefined,
  total: InvoiceRow | undefined,
): Field | undefined {
  const totalLines = new Set(total?.row.lines.map(({ line }) => line.id));
  const found = documentCurrency(lines, { locale, home, totalLines });
  if (found?.code === undefined) return undefined;
  const isTotals = found.seen.evidence.some(({ line }) => line !== undefined && totalLines.has(line));
  return field(found.seen, found.code, {
    confidence: found.seen.confidence * (found.others.length > 0 ? 0.5 : isTotals ? 1 : 0.9),
    ambiguous: found.others,
  });
}

function confidenceOf(fields: Record<string, Field>, sums: Sums | undefined): number {
  const parts: [value: number | undefined, weight: number][] = [
    [fields.total?.confidence, 4],
    [fields.number?.confidence, 2],
    [fields.supplier?.confidence, 2],
    [fields.date?.confidence, 1],
    [sums?.proof || fields.iban?.checks.every(({ passed }) => passed) ? 1 : 0.6, 1],
  ];
  return Math.round(100 * parts.reduce((sum, [value, weight]) => sum + (value ?? 0.3) * weight, 0)) / 1000;
}
