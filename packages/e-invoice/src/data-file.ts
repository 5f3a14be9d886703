import type { DataFile, FieldType, FileCheck, FileValue, FoundFiles, RefusedFile } from '@readout/plugin-kit';
import { withoutHidden } from '@readout/plugin-kit/evidence';
import type { EInvoice, FileRow, InvoiceCheck, TermValue } from './invoice.ts';
import { limits } from './limits.ts';
import { readInvoice } from './read-invoice.ts';
import { Refusal } from './refusal.ts';

/** A file in another one; without its bytes where it is larger than any that is read. */
export interface EmbeddedFile {
  name: string;
  bytes: Uint8Array | undefined;
}

/** More are not looked at: an invoice has one. */
const mostFiles = 10;
/** A longer value of one element is none that a record has room for. */
const longestValue = 10_000;
/** As many rows as a field has. */
const mostRows = 2_000;
/** Of one file, as JSON: readers are handed it with everything else of a page. */
const mostCharacters = 1_000_000;
/** Failed checks of a file that are told. */
const mostChecks = 20;

/**
 * The files among others that carry the data of their document, told by what they are and never by their names; nothing where there
 * is none.
 */
export function dataFilesIn(embedded: readonly EmbeddedFile[]): FoundFiles {
  const files: DataFile[] = [];
  const refusedFiles: RefusedFile[] = [];
  for (const { name, bytes } of embedded.filter(isXml).slice(0, mostFiles)) {
    try {
      if (!bytes) throw new Refusal('too_large', `The file is larger than ${limits.maxBytes} bytes.`);
      files.push(toDataFile(`f${files.length}`, shortName(name), readInvoice(bytes)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusedFiles.push({ name: shortName(name), code: error.code, reason: error.message.slice(0, 500) });
    }
  }
  return {
    ...(files.length > 0 ? { files } : {}),
    ...(refusedFiles.length > 0 ? { refusedFiles } : {}),
  };
}

export const shortName = (name: string): string => withoutHidden(name).slice(0, 200);

/** Of what is too large only the name is known. */
const isXml = ({ name, bytes }: EmbeddedFile): boolean =>
  bytes ? looksLikeXml(bytes) : /\.xml$/i.test(name);

/** By its first sign, in UTF-8 or UTF-16 with or without a mark. */
export function looksLikeXml(bytes: Uint8Array): boolean {
  const head = [...bytes.subarray(0, 200)].filter((byte) => byte !== 0 && byte < 0x80);
  return /^\s*</.test(String.fromCharCode(...head));
}

/** An e-invoice in the form of the kit, with as much of it as a record has room for. */
function toDataFile(id: string, name: string, invoice: EInvoice): DataFile {
  const { format, profile, values, lists, listPlaces, sign } = invoice;
  const file: DataFile = {
    id,
    name,
    format,
    profile,
    values: [
      ...Object.entries(values).flatMap(([field, value]) => fileValue(field, value, sign)),
      ...creditNote(invoice),
    ],
    lists: Object.entries(lists).flatMap(([field, rows]) => {
      const place = listPlaces[field as keyof typeof lists];
      return place && rows.length <= mostRows
        ? [{ name: field, place, rows: rows.map((row) => fileRow(row, sign)) }]
        : [];
    }),
    checks: toldChecks(invoice.checks),
  };
  const tooMany = Object.entries(lists).filter(([, rows]) => rows.length > mostRows);
  for (const [field] of tooMany) file.checks.push(tooLong(field));
  if (JSON.stringify(file).length <= mostCharacters) return file;
  const left = file.lists.map(({ name: field }) => tooLong(field));
  const shorter = { ...file, lists: [], checks: [...file.checks, ...left] };
  if (JSON.stringify(shorter).length <= mostCharacters) return shorter;
  throw new Refusal('too_large', 'The file says more than a record has room for.');
}

const tooLong = (field: string): FileCheck => ({
  check: 'unreadable',
  passed: false,
  field,
  said: field,
  reason: `The file has more ${field} than a record has room for.`,
});

const types: Partial<Record<TermValue['type'], FieldType>> = { percent: 'number' };
const typeOf = ({ type }: TermValue): FieldType => types[type] ?? (type as FieldType);

function fileValue(name: string, value: TermValue, sign: 1 | -1): FileValue[] {
  if (value.value === '' || value.value.length > longestValue) return [];
  const { raw, places } = value;
  return [{ name, type: typeOf(value), value: formOf(value, sign), raw, places }];
}

/** Of a credit note that has its amounts without a minus, as records of it have them. */
function formOf({ type, value }: TermValue, sign: 1 | -1): string {
  const plain = withoutHidden(value);
  if (type === 'amount' && sign < 0 && /[1-9]/.test(plain))
    return plain.startsWith('-') ? plain.slice(1) : `-${plain}`;
  return type === 'text' ? plain.replaceAll(/\s+/g, ' ').trim() : plain;
}

const fileRow = (row: FileRow, sign: 1 | -1): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      // A price is of one thing, whatever becomes of it.
      const form = formOf(value, column === 'unitPrice' ? 1 : sign);
      return form === '' || form.length > longestValue ? [] : [[column, form]];
    }),
  );

const creditNote = ({ isCreditNote, values: { typeCode } }: EInvoice): FileValue[] =>
  isCreditNote && typeCode
    ? [{ name: 'creditNote', type: 'boolean', value: 'true', raw: typeCode.raw, places: typeCode.places }]
    : [];

/** Every failure, and of what holds each rule once. The digits of an account the field itself has a check of. */
function toldChecks(checks: readonly InvoiceCheck[]): FileCheck[] {
  const own = checks.flatMap(({ name, ...check }) => (name === 'iban' ? [] : [{ check: name, ...check }]));
  const failed = own.filter(({ passed }) => !passed);
  const broken = new Set(failed.map(({ check }) => check));
  const holding = new Map(own.filter(({ check }) => !broken.has(check)).map((each) => [each.check, each]));
  return [
    ...failed.slice(0, mostChecks),
    ...[...holding.values()].map((each): FileCheck => {
      const { check, field, passed } = each;
      const reason = ofEveryRow[check];
      return reason ? { check, field, passed, reason } : each;
    }),
  ];
}

/** Rules that each row of a list keeps to. */
const ofEveryRow: Partial<Record<FileCheck['check'], string>> = {
  line_amount: 'Quantity and price make the amount of every item.',
  tax_rate: 'Every rate of its base is its tax.',
  tax_base: 'The items of every rate add up to what is taxed at it.',
};
