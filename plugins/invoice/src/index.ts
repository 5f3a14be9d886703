import {
  addressField,
  type Check,
  check,
  codeField,
  type DraftRecord,
  dayNumber,
  defineReader,
  type Field,
  field,
  findDates,
  findTimes,
  fromMinorUnits,
  joinSightings,
  type Layout,
  layoutOf,
  listField,
  parseCurrency,
  seenPart,
  textField,
} from '@readout/plugin-kit';
import { beside } from './beside.ts';
import { ibanOf, numberOf, taxIdOf } from './identifiers.ts';
import { type Item, readItems } from './items.ts';
import { addressOf, buyersLines, supplierOf } from './parties.ts';
import { type InvoiceRow, readRows, readSums, type Sums } from './sums.ts';
import { dateLabel, dueLabel, otherPapers, paidAlready, titles } from './words.ts';

export default defineReader({
  read({ reading, locale, today }) {
    const text = reading.lines.map((line) => line.text).join('\n');
    const title = titles.find(([pattern]) => pattern.test(text));
    if (!title || reading.lines.length < 6) return [];
    const layout = layoutOf(reading);
    // The installation's own locale knows its country; of another language the paper knows better.
    const own = locale.slice(0, 2) === title[1].slice(0, 2) || title[1] === 'en' ? locale : title[1];
    const rows = readRows(layout, own);
    if (layout.rows.slice(0, 8).some(({ text }) => otherPapers.test(text) && !title[0].test(text))) return [];
    const sums = readSums(rows);
    if (!sums) return [];
    const dates = datesOf(layout, own, today);
    const lines = layout.rows.flatMap((row) => row.lines);
    const iban = ibanOf(lines);
    const buyers = buyersLines(layout);
    const number = numberOf(layout);
    const toBePaid = [dates.due, iban, buyers.size > 0].filter(Boolean).length;
    // Tills print "tax invoice" as well: what was paid at once is a receipt.
    if (rows.some((row) => row.amounts.length > 0 && paidAlready.test(row.label)) && !dates.due && !iban)
      return [];
    if (toBePaid === 0 || !(number || (dates.due && iban))) return [];

    const supplier = supplierOf(layout, buyers, Math.max(1, sums.first));
    const items = readItems(rows, sums.first);
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
      taxIdOf(layout, ({ id }) => buyers.has(id)),
    );
    put('number', number && codeField(number.seen, number.seen.text.replace(/\s+/g, '')));
    put('date', dates.date);
    put('time', dates.time);
    put('due', dates.due);
    putSums(put, sums, items);
    put('currency', currencyOf(rows, sums.totalRow, own));
    put('iban', iban);
    put(
      'items',
      listField(
        items.map(({ text, quantity, amount, seen }) => ({
          sighting: seen,
          value: { text, ...(quantity === undefined ? {} : { quantity }), amount },
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
    return found && !/[\p{L}\d]/u.test(text.slice(0, found.index)) ? found : undefined;
  };
  const due = beside(layout, dueLabel, find);
  // `Due date` has the word for a date in it.
  const named = beside(layout, dateLabel, find);
  const other =
    named && named.line.id === due?.line.id && named.found.index === due.found.index ? undefined : named;
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

function putSums(put: (name: string, value: Field | undefined) => void, sums: Sums, items: Item[]): void {
  const { total, subtotal, tax, proof } = sums;
  const itemSum = items.reduce((sum, { units }) => sum + units, 0);
  const checks: Check[] = [];
  const compare = (units: number, target: number, what: string, other: string) =>
    check(
      'sum',
      Math.abs(units - target) <= 200,
      `${what} add up to ${fromMinorUnits(units)}, ${other} is ${fromMinorUnits(target)}.`,
    );
  if (subtotal && tax)
    checks.push(compare(subtotal.units + tax.units, total.units, 'Subtotal and tax', 'the total'));
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
    field(total.seen, total.amount.value, {
      checks,
      confidence: total.seen.confidence * (proof ? 1 : sure) * (total.amount.ambiguous ? 0.7 : 1),
      ...(total.amount.ambiguous ? { ambiguous: total.amount.ambiguous } : {}),
    }),
  );
  if (subtotal)
    put(
      'subtotal',
      field(subtotal.seen, subtotal.amount.value, {
        confidence: subtotal.seen.confidence * (proof ? 1 : 0.8),
        checks: items.length > 0 ? [compare(itemSum, subtotal.units, 'The items', 'the subtotal')] : [],
      }),
    );
  if (tax) {
    const seen = joinSightings(tax.seen, '\n');
    put('tax', field(seen, fromMinorUnits(tax.units), { confidence: seen.confidence * (proof ? 1 : 0.75) }));
  }
}

const currencies =
  /(?<!\p{L})(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|kr|zł|zl)(?!\p{L})|[€£$]/u;

/** The sign or code in the row of the total, else the only one on the page. */
function currencyOf(rows: InvoiceRow[], total: InvoiceRow, locale: string): Field | undefined {
  const seen = (row: InvoiceRow) =>
    row.row.lines.flatMap(({ line }) => {
      const match = currencies.exec(line.text);
      const code = match && parseCurrency(match[0] === 'zl' ? 'zł' : match[0], locale);
      return match && code ? [{ code, sighting: seenPart(line, match.index, match[0].length) }] : [];
    });
  const [own] = seen(total);
  if (own) return field(own.sighting, own.code);
  const others = rows.flatMap(seen);
  return others[0] && new Set(others.map(({ code }) => code)).size === 1
    ? field(others[0].sighting, others[0].code, { confidence: 0.9 * others[0].sighting.confidence })
    : undefined;
}

function confidenceOf(fields: Record<string, Field>, sums: Sums): number {
  const parts: [value: number | undefined, weight: number][] = [
    [fields.total?.confidence, 4],
    [fields.number?.confidence, 2],
    [fields.supplier?.confidence, 2],
    [fields.date?.confidence, 1],
    [sums.proof || fields.iban?.checks.every(({ passed }) => passed) ? 1 : 0.6, 1],
  ];
  return Math.round(100 * parts.reduce((sum, [value, weight]) => sum + (value ?? 0.3) * weight, 0)) / 1000;
}
