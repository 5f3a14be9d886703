import { unitInWords } from '@readout/texts/units';
import type { EInvoice, FileRow, TermValue } from '../invoice.ts';
import { Sheet } from './sheet.ts';
import { type Words, wordsFor } from './words.ts';

/** More items, and more pages, are left to the file. */
const mostItems = 2000;
const mostPages = 60;
/** Of one value. */
const mostCharacters = 2000;

/** Where the columns of the items begin and end, points. */
const columns = [
  ['text', 50, 257],
  ['quantity', 262, 310],
  ['unit', 317, 377],
  ['unitPrice', 380, 440],
  ['taxRate', 442, 485],
  ['amount', 487, 545],
] as const;
/** Where values begin beside their names. */
const valuesAt = 200;

const about = [
  ...['number', 'date', 'due', 'deliveryDate', 'periodStart', 'periodEnd', 'precedingNumber'],
  ...['orderNumber', 'contractNumber', 'buyerReference'],
] as readonly (keyof Words)[];
const sums: readonly (keyof Words)[] = [
  ...(['subtotal', 'discount', 'charges', 'net', 'tax', 'total', 'prepaid', 'rounding', 'payable'] as const),
];
const payment: readonly (keyof Words)[] = ['payee', 'iban', 'bic', 'reference', 'terms', 'note'];

/** An e-invoice as a plain page to look at: a PDF, the same for the same file. */
export function drawInvoice(invoice: EInvoice): Uint8Array<ArrayBuffer> {
  const { values, lists, isCreditNote, format, profile } = invoice;
  const words = wordsFor(invoice);
  const sheet = new Sheet();
  const { left, right } = sheet;
  const middle = 310;
  const shown = (name: string): string => written(values[name], words);
  sheet.row(
    [
      { text: words.drawn, at: left, to: 400 },
      { text: profile === 'unknown' ? format : `${profile}, ${format}`, at: 400, to: right, align: 'right' },
    ],
    { size: 7 },
  );
  sheet.row([{ text: words[isCreditNote ? 'creditNote' : 'invoice'], at: left, to: right }], {
    size: 16,
    space: 14,
    isBold: true,
  });
  sheet.row(
    [
      { text: words.seller, at: left, to: middle - 10 },
      { text: words.buyer, at: middle, to: right },
    ],
    { size: 8, space: 10 },
  );
  const both = (name: string, buyers: string, label = ''): void => {
    const texts = [shown(name), shown(buyers)].map((text) => (text && label ? `${label} ${text}` : text));
    if (!texts.some(Boolean)) return;
    sheet.row([
      { text: texts[0]!, at: left, to: middle - 10 },
      { text: texts[1]!, at: middle, to: right },
    ]);
  };
  both('supplier', 'buyer');
  both('address', '');
  both('supplierTaxId', 'buyerTaxId', words.taxId);
  const named = (names: readonly (keyof Words)[]): void => {
    for (const [index, name] of names.filter((each) => shown(each)).entries())
      sheet.row(
        [
          { text: words[name], at: left, to: valuesAt - 5 },
          { text: shown(name), at: valuesAt, to: right },
        ],
        { space: index === 0 ? 14 : 0 },
      );
  };
  named(about);
  drawItems(sheet, lists.items, words);
  const currency = values.currency?.value ?? '';
  const sum = (label: string, amount: string, space = 0): void =>
    sheet.row(
      [
        { text: label, at: middle, to: 445 },
        { text: `${amount} ${currency}`.trim(), at: 445, to: right, align: 'right' },
      ],
      { space },
    );
  for (const [index, name] of sums.filter((each) => shown(each)).entries())
    sum(words[name], shown(name), index === 0 ? 12 : 0);
  for (const [index, { rate, base, amount }] of lists.taxes.slice(0, 20).entries())
    sheet.row(
      [
        { text: `${words.tax} ${written(rate, words)} %`, at: middle, to: 400 },
        { text: written(base, words), at: 400, to: 470, align: 'right' },
        { text: written(amount, words), at: 470, to: right, align: 'right' },
      ],
      { size: 8, space: index === 0 ? 8 : 0 },
    );
  named(payment);
  return sheet.pdf();
}

function drawItems(sheet: Sheet, items: readonly FileRow[], words: Words): void {
  if (items.length === 0) return;
  const row = (texts: Readonly<Record<string, string>>) =>
    columns.map(([name, at, to]) => ({
      text: texts[name] ?? '',
      at,
      to,
      ...(name === 'text' || name === 'unit' ? {} : { align: 'right' as const }),
    }));
  sheet.row(row({ ...words, taxRate: words.rate }), { size: 8, space: 16, isBold: true });
  for (const [index, item] of items.entries()) {
    if (index >= mostItems || sheet.pageCount >= mostPages) {
      sheet.row([{ text: words.more, at: sheet.left, to: sheet.right }]);
      return;
    }
    const texts = Object.fromEntries(columns.map(([name]) => [name, written(item[name], words)]));
    const unit = item.unit && unitInWords(texts.unit!, item.quantity?.value, words.locale);
    sheet.row(row({ ...texts, ...(unit ? { unit } : {}) }), { size: 8, space: 2 });
  }
}

/** As papers of the language have it: nothing of what is drawn is left for a reader to guess. */
function written(term: TermValue | undefined, { locale }: Words): string {
  if (!term) return '';
  const { type, value } = term;
  switch (type) {
    case 'amount':
    case 'number':
    case 'percent':
      return numbersOf(locale, Math.min(value.split('.')[1]?.length ?? 0, 20)).format(value as `${number}`);
    case 'date':
      return new Intl.DateTimeFormat(locale, {
        day: '2-digit',
        month: locale.startsWith('en') ? 'short' : '2-digit',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(`${value}T00:00:00Z`));
    default:
      return value.slice(0, mostCharacters);
  }
}

const formats = new Map<string, Intl.NumberFormat>();

/** Making one takes longer than anything else here. */
function numbersOf(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(key, format);
  return format;
}
