import {
  check,
  type DataFile,
  type Evidence,
  type Field,
  type FileValue,
  fileField,
  fileListField,
  fileValueOf,
  type JsonValue,
  type Line,
  whereShown,
} from '@readout/plugin-kit';
import type { Item } from './items.ts';

/** What the page of an e-invoice says beside the file. */
export interface BesideFile {
  /** All of them, and those at its beginning and end, where it says what holds for all of it. */
  lines: readonly Line[];
  edges: readonly Line[];
  items: readonly Item[];
  locale: string;
  today: string;
}

type Fields = Record<string, Field>;

/** What is taken over, as the manifest declares it. */
const scalars: readonly string[] = [
  'supplier',
  'supplierTaxId',
  'address',
  'buyer',
  'buyerTaxId',
  'buyerReference',
  'creditNote',
  'number',
  'precedingNumber',
  'orderNumber',
  'contractNumber',
  'date',
  'due',
  'terms',
  'deliveryDate',
  'periodStart',
  'periodEnd',
  'subtotal',
  'discount',
  'charges',
  'net',
  'tax',
  'total',
  'prepaid',
  'payable',
  'currency',
  'paymentMeans',
  'payee',
  'iban',
  'bic',
  'reference',
  'note',
];
const lists: Readonly<Record<string, readonly string[]>> = {
  taxes: ['rate', 'base', 'amount', 'category'],
  allowances: ['reason', 'amount'],
  surcharges: ['reason', 'amount'],
  items: ['text', 'quantity', 'unit', 'unitPrice', 'taxRate', 'amount', 'category', 'article'],
};

/** Every invoice prints these: one that the page has not is told. */
const alwaysPrinted: readonly string[] = ['number', 'date', 'total'];
/** A page that prints one of them prints the other. */
const printedTogether: Readonly<Record<string, string>> = { net: 'tax', tax: 'net' };
/** Names are written in many ways and stand in many places: printed anywhere they are the same. */
const anywhere: readonly string[] = [
  'supplier',
  'buyer',
  'supplierTaxId',
  'buyerTaxId',
  'orderNumber',
  'reference',
  'subtotal',
  'discount',
];
/** Taken off: printed with a minus or without. */
const takenOff: readonly string[] = ['discount', 'prepaid'];
/** Texts that papers word in their own way: where they are not printed as in the file, nothing is said of it. */
const neverCompared: readonly string[] = ['address', 'terms', 'note', 'paymentMeans'];

/** The e-invoice to go by; none where several say different things. */
export function fileToGoBy(files: readonly DataFile[] = []): DataFile | undefined {
  const says = new Set(files.map(({ values, lists }) => JSON.stringify([values, lists])));
  return says.size === 1 ? files[0] : undefined;
}

/**
 * Puts what an e-invoice says in the place of what was read on its page. Each value cites the page, too, where that prints it or
 * something else in its stead: the host compares, and where the two differ the page's value is one it could also be.
 */
export function putFile(fields: Fields, file: DataFile, page: BesideFile): void {
  const printed = file.isDocument ? {} : { ...fields };
  const isCreditNote = fileValueOf(file, 'creditNote') !== undefined;
  for (const name of scalars) {
    const said = fileValueOf(file, name);
    if (said) fields[name] = besidePage(file, said, printed, page);
  }
  if (fields.supplier && fileValueOf(file, 'supplier')) fields.merchant = fields.supplier;
  for (const [name, columns] of Object.entries(lists)) {
    const compared = file.isDocument ? { columns: [] } : comparedIn(file, name, columns, printed[name], page);
    const rule = { rule: 'page', ...compared } as const;
    const list = fileListField(
      file,
      name,
      columns,
      rule.columns.length > 0 ? { checks: [check('matches-page', true, 'Printed.', rule)] } : {},
    );
    if (!list) continue;
    const shown = printed[name]?.evidence.filter(({ line }) => line !== undefined) ?? [];
    fields[name] = { ...list, evidence: [...list.evidence, ...shown] };
  }
  const { total, net, tax, creditNote } = fields;
  if (total && net && tax)
    total.checks.push(
      check('sum', true, 'Net and tax add up to the total.', {
        rule: 'sum',
        of: [{ field: 'net' }, { field: 'tax' }],
      }),
    );
  if (creditNote && !isCreditNote)
    creditNote.checks.push(
      check('credit-note', false, 'The page calls itself a credit note, the file an invoice.'),
    );
}

/** A value of the file with the place where the page prints it, or has another. */
function besidePage(file: DataFile, said: FileValue, printed: Fields, page: BesideFile): Field {
  const { name } = said;
  const beside = (shown: readonly Evidence[], ambiguous: JsonValue[] = []): Field => {
    const unsigned = takenOff.includes(name) && shown.length > 0;
    const isAsked =
      !file.isDocument &&
      (unsigned || alwaysPrinted.includes(name) || printed[printedTogether[name] ?? ''] !== undefined);
    const rule = { rule: 'page', ...(unsigned ? { unsigned } : {}) } as const;
    return fileField(file, said, shown, {
      ambiguous,
      ...(isAsked ? { checks: [check('matches-page', true, 'Printed.', rule)] } : {}),
    });
  };
  const own = printed[name];
  const places = (own?.evidence ?? []).filter(({ file: id }) => id === undefined) as Evidence[];
  if (own && isSame(own, said)) return beside(places);
  const shown = whereShown(page.edges, said, page);
  const isExcused =
    !own ||
    neverCompared.includes(name) ||
    (shown.length > 0 && anywhere.includes(name)) ||
    isAnother(file, said, printed);
  if (isExcused || !isComparable(own, said)) return beside(shown);
  return beside(places, [own.value]);
}

const isSame = ({ value, ambiguous = [] }: Field, said: FileValue): boolean =>
  [value, ...ambiguous].some((each) => plain(each, said) === plain(said.value, said));

/** Amounts without noughts at their ends, codes without marks. */
function plain(value: unknown, { type }: FileValue): string {
  const text = String(value);
  switch (type) {
    case 'amount':
      return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
    case 'code':
      return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
    case 'text':
      return text.toLowerCase().replaceAll(/\s+/g, ' ');
    default:
      return text;
  }
}

/**
 * Whether what was taken for a value is another one of the file, as the amount that is left to pay is not the total: then it says
 * nothing of this one. Two values in each other's place are none of that.
 */
function isAnother(file: DataFile, said: FileValue, printed: Fields): boolean {
  const own = printed[said.name];
  const other = file.values.find(
    (value) =>
      value.name !== said.name && value.type === said.type && own !== undefined && isSame(own, value),
  );
  if (!other) return false;
  const theirs = printed[other.name];
  return !theirs || isSame(theirs, other) || !isSame(theirs, said);
}

/** Tax numbers of another kind say nothing of each other. */
function isComparable({ value }: Field, { name, value: said }: FileValue): boolean {
  return !/TaxId$/.test(name) || String(value).slice(0, 2).toUpperCase() === said.slice(0, 2).toUpperCase();
}

/** Columns of a list that the page prints, and in which lines each row is printed. */
function comparedIn(
  file: DataFile,
  name: string,
  declared: readonly string[],
  printed: Field | undefined,
  { lines, items }: BesideFile,
): { columns: string[]; at?: string[][] } {
  const rows = file.lists.find((list) => list.name === name)?.rows ?? [];
  const types: Readonly<Record<string, FileValue['type']>> = {
    text: 'text',
    quantity: 'number',
    unitPrice: 'amount',
    taxRate: 'number',
    rate: 'number',
    base: 'amount',
    amount: 'amount',
  };
  const at =
    name === 'items' && items.length === rows.length
      ? items.map(({ seen }) => new Set(seen.evidence.flatMap(({ line }) => line ?? [])))
      : undefined;
  const rowTexts = at?.map((ids) => lines.flatMap(({ id, text }) => (ids.has(id) ? [text] : [])).join(' '));
  const everywhere = numbersIn(lines.map(({ text }) => text).join('\n'));
  const isPrinted = (type: FileValue['type'], value: string, row: number): boolean => {
    const own = rowTexts?.[row] ?? '';
    if (type === 'text') return hasAllWords(own, value);
    // Figures of few digits are on every page, so that they count in their own row only.
    return (type === 'number' ? numbersIn(own) : everywhere).has(digitsOf(value));
  };
  const read = Array.isArray(printed?.value) ? printed.value : [];
  const columns = declared.filter((column) => {
    const type = types[column];
    const filled = rows.flatMap((row, index) =>
      row[column] === undefined ? [] : [[row[column], index] as const],
    );
    if (!type || filled.length === 0) return false;
    // One row alone cannot say whether the page prints other amounts, such as those with tax.
    if (filled.length === 1)
      return read.length === 1 && type !== 'text' && isRow(read[0]!) && Object.hasOwn(read[0], column);
    return filled.filter(([value, row]) => isPrinted(type, value, row)).length * 2 >= filled.length;
  });
  return { columns, ...(at && columns.length > 0 ? { at: at.map((ids) => [...ids]) } : {}) };
}

/** The figures of every number in a text, without marks and the noughts that say nothing. */
const numbersIn = (text: string): Set<string> =>
  new Set((text.match(/\d(?:[\d.,'’]*\d)?/g) ?? []).map((number) => digitsOf(number)));

const digitsOf = (number: string): string =>
  number
    .replace(/([.,]\d*?)0+$/, '$1')
    .replaceAll(/\D/g, '')
    .replace(/^0+(?=\d)/, '');

const hasAllWords = (text: string, value: string): boolean => {
  const there = text.toLowerCase();
  return value
    .toLowerCase()
    .split(/\s+/)
    .every((word) => there.includes(word));
};

const isRow = (row: JsonValue): row is { [column: string]: JsonValue } =>
  typeof row === 'object' && row !== null && !Array.isArray(row);
