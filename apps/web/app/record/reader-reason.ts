import type { SayText } from '../ui/texts.tsx';

/** How values of a reason read on the page. */
export interface ReasonWriting {
  text: SayText;
  amount(value: string): string;
  number(value: string): string;
  day(value: string): string;
  percent(value: string): string;
}

type Found = Readonly<Record<string, string>>;

/**
 * What the readers that come with Readout say of their own checks. Records hold it as an English sentence, also those made by
 * earlier versions; here it is recognised and said in the language of the page.
 */
const sentences: [says: RegExp, inWords: (found: Found, writing: ReasonWriting) => string][] = [
  [
    /^The check digit of \((?<code>\d+)\) .* (?<verb>holds|does not hold)\.$/,
    ({ code, verb }, { text }) =>
      text('reason.element_digit', { code: code!, state: stateOf(verb === 'holds') }),
  ],
  [
    /^The check digit of the .* (?<verb>holds|does not hold)\.$/,
    ({ verb }, { text }) => text('reason.digits', { state: stateOf(verb === 'holds') }),
  ],
  [
    /^\((?<code>\d+)\) .* is (?:the date (?<date>[\d-]+)|no date of the calendar)\.$/,
    ({ code, date }, { text, day }) =>
      text('reason.element_day', {
        code: code!,
        state: stateOf(date !== undefined),
        day: date ? day(date) : '',
      }),
  ],
  [/^The email address holds the same name\.$/, (_, { text }) => text('reason.same_name')],
  [/^The website has the same domain\.$/, (_, { text }) => text('reason.same_domain')],
  [
    /^(?<value>\S+) is compared with the (?<bound>least|greatest) value, (?<limit>\S+)\.$/,
    ({ value, bound, limit }, { text, number }) =>
      text('reason.compared', {
        bound: bound === 'least' ? 'least' : 'most',
        number: number(value!),
        limit: number(limit!),
      }),
  ],
  [
    /^The invoice says that it was delivered on its own date\.$/,
    (_, { text }) => text('reason.delivered_on_date'),
  ],
  [
    /^(?<absent>No due date is printed\. )?By the terms it is due on (?<due>[\d-]+), (?<terms>.*)\.$/,
    ({ absent, due, terms = '' }, { text, day }) =>
      text('reason.due', {
        printed: absent ? 'no' : 'yes',
        day: day(due!),
        terms: termsOf(terms),
        days: Number(/\d+/.exec(terms)?.[0] ?? 0),
      }),
  ],
  [
    /^Tax numbers beginning with (?<country>\S+) have (?<form>this|another) form\.$/,
    ({ country, form }, { text }) =>
      text('reason.tax_number', { country: country!, state: stateOf(form === 'this') }),
  ],
  [
    /^(?<quantity>\S+) times (?<price>\S+) is not (?<total>\S+) \((?<row>.*)\)\.$/,
    ({ quantity, price, total, row }, { text, amount, number }) =>
      text('reason.line_amount', {
        quantity: number(quantity!),
        price: amount(price!),
        amount: amount(total!),
        row: row!,
      }),
  ],
  [
    /^Quantity times unit price is the amount of every item that has them\.$/,
    (_, { text }) => text('reason.line_amounts'),
  ],
  [
    /^(?<parts>The items|The items less the discount|Subtotal and tax|Net and tax|Subtotal, tax and rounding|The taxes) add up to (?<made>\S+), the (?<whole>total|subtotal|tax) is (?<expected>\S+)\.$/,
    ({ parts, made, whole, expected }, { text, amount }) =>
      text('reason.adds_up', {
        parts: partsOf[parts!]!,
        made: amount(made!),
        whole: whole as 'total' | 'subtotal' | 'tax',
        expected: amount(expected!),
      }),
  ],
  [
    /^(?<rate>\S+) % of (?<base>\S+) is (?<made>\S+), not (?<given>\S+)\.$/,
    ({ rate, base, made, given }, { text, amount, percent }) =>
      text('reason.tax_rate', {
        rate: percent(rate!),
        base: amount(base!),
        made: amount(made!),
        amount: amount(given!),
      }),
  ],
  [/^Every rate of its base is its tax\.$/, (_, { text }) => text('reason.tax_rates')],
  [
    /^An? .*meter shows (?<least>\d+) to (?<most>\d+) digits before the decimal mark, this one (?<digits>\d+)\.$/,
    ({ least, most, digits }, { text }) =>
      text('reason.meter_digits', { least: least!, most: most!, digits: digits! }),
  ],
  [
    /^The same digits stand elsewhere on the meter/,
    (_, { text }) => text('reason.meter_serial', { state: 'failed' }),
  ],
  [
    /^The digits stand nowhere else on the meter/,
    (_, { text }) => text('reason.meter_serial', { state: 'passed' }),
  ],
  [/^Characters of the line of names are missing/, (_, { text }) => text('reason.names_not_whole')],
  [/^The line of names holds characters no name has/, (_, { text }) => text('reason.names_strange')],
  [/^The same name is printed elsewhere on the document\.$/, (_, { text }) => text('reason.name_printed')],
  [/^The year does not lie ahead\.$/, (_, { text }) => text('reason.year', { state: 'passed' })],
  [
    /^The year lies ahead of the day of the capture\.$/,
    (_, { text }) => text('reason.year', { state: 'failed' }),
  ],
  [
    /^No row names a total; (?<subtotal>\S+) is a subtotal\.$/,
    ({ subtotal }, { text, amount }) => text('reason.no_total', { amount: amount(subtotal!) }),
  ],
  [
    /^The number in the barcode (?<found>is printed on the label too|was not found in the printed text)\.$/,
    ({ found }, { text }) =>
      text('reason.number_printed', { state: stateOf(found!.startsWith('is printed')) }),
  ],
  // Templates.
  [
    /^More than one number stands here: (?<seen>.*)$/s,
    ({ seen }, { text }) => text('reason.several_numbers', { text: seen! }),
  ],
  [
    /^It says (?<printed>.*) here, and not (?<unit>.*)\.$/,
    ({ printed, unit }, { text }) => text('reason.other_unit', { printed: printed!, unit: unit! }),
  ],
  [
    /^No (?<unit>.*) stands behind it: its last digit may be one\.$/,
    ({ unit }, { text }) => text('reason.unit_as_digit', { unit: unit! }),
  ],
  [
    /^“(?<label>.*)” could not be read here; this is what stands where its value should be\.$/s,
    ({ label }, { text }) => text('reason.label_missing', { label: label! }),
  ],
  [/^The texts above the columns could not be read here/, (_, { text }) => text('reason.heads_missing')],
  [
    /^Not of its column's type and left out: (?<cells>.*)$/s,
    ({ cells }, { text }) => text('reason.cells_left_out', { cells: cells! }),
  ],
  [
    /^“(?<row>.*)” stands straight below and may belong to it\.$/s,
    ({ row }, { text }) => text('reason.goes_on', { row: row! }),
  ],
];

const stateOf = (holds: boolean) => (holds ? 'passed' : 'failed');

const partsOf: Record<string, 'items' | 'discounted' | 'subtotal_tax' | 'net_tax' | 'rounded' | 'taxes'> = {
  'The items': 'items',
  'The items less the discount': 'discounted',
  'Subtotal and tax': 'subtotal_tax',
  'Net and tax': 'net_tax',
  'Subtotal, tax and rounding': 'rounded',
  'The taxes': 'taxes',
};

function termsOf(words: string) {
  if (words === 'at once') return 'at_once';
  if (words.startsWith('at the end of the month of')) return 'month_end';
  if (words.startsWith('at the end of the month')) return 'month_end_after';
  return words.includes('the end of the month') ? 'after_month' : 'after_date';
}

/** Undefined for a sentence of a plugin that somebody else wrote: it is shown as it is. */
export function readerReason(reason: string, writing: ReasonWriting): string | undefined {
  for (const [says, inWords] of sentences) {
    const found = says.exec(reason);
    if (found) return inWords({ ...found.groups }, writing);
  }
  return undefined;
}
