import type { JsonValue } from '@readout/plugin-kit';
import type { ManifestField } from '@readout/plugin-kit/manifest';
import { type SayText, type TextValues, textsIn } from '@readout/texts';
import { unitInWords } from '@readout/texts/units';
import type { Cell } from '../csv.ts';
import { findRecordType, type Manifests } from '../plugins/plugin-catalogue.ts';
import { toText } from '../records/record-rows.ts';
import { kindOfField, type RecordField, type RecordState } from '../records/rules.ts';
import type { ProfileColumn } from './profiles/rules.ts';
import type { ExportLanguage, ItemPlace } from './rules.ts';

export interface ExportedRow {
  id: string;
  capture_id: string;
  document_id: string;
  file_name: string;
  page_number: number;
  source: string;
  created_at: Date;
  plugin_id: string;
  plugin_version: string;
  type: string;
  state: RecordState;
  rejected_reason: string | null;
  confidence: number;
  fields: Record<string, RecordField>;
  confirmed_at: Date | null;
  revision: number;
  /** Of the document, in a file that has a column for them. */
  tags?: string[];
  /** Oldest first. */
  notes?: string[];
  /** Where the page was taken, decimal degrees; absent in a company that does not keep it. */
  latitude?: number | null;
  longitude?: number | null;
}

interface ExportColumn {
  title: string;
  /** @param index - of the row among the record's own */
  cell(row: ExportedRow, index: number): Cell;
}

interface ExportSheet {
  name: string;
  columns: ExportColumn[];
  /** How many rows a record has here. */
  rowsOf(row: ExportedRow): number;
}

/** What a file of records looks like; further sheets hold what a record has several of. */
export interface ExportTable {
  sheets: [ExportSheet, ...ExportSheet[]];
  language: ExportLanguage;
}

export interface ExportedType {
  plugin_id: string;
  plugin_version: string;
  type: string;
}

/** What decides the columns of a table. */
interface TableInput {
  manifests: Manifests;
  /** Who made records of the type, the newest version of each first. */
  makers: readonly ExportedType[];
  language: ExportLanguage;
  items: ItemPlace;
  /** Rates of tax that occur, lowest first: each has columns of its own. */
  rates: readonly string[];
  withLocation: boolean;
  /** Of a profile; all where there is none. */
  columns?: readonly ProfileColumn[] | undefined;
}

/**
 * The fields of the type, in any version that made records of it, then what every record has; places where the company
 * keeps them.
 */
export function exportTable(input: TableInput): ExportTable {
  const { language, items, withLocation } = input;
  const say = textsIn(language);
  const fields = fieldsOf(input);
  const lists = fields.filter(hasItems);
  const plain = fields.filter((field) => !lists.includes(field));
  const about = aboutOf(say, withLocation);
  const values = input.columns
    ? input.columns.flatMap((each) => namedColumns(each, plain, about, input))
    : plain.flatMap((field) => fieldColumns(field, input));
  // A profile says which of these it has, too.
  const rest = input.columns ? [] : [...about].filter(([name]) => !isOwn(name)).map(([, each]) => each);
  const main = { name: say('export.sheet.records'), rowsOf: () => 1 };
  if (items === 'none' || lists.length === 0)
    return { sheets: [{ ...main, columns: [...values, ...rest] }], language };
  const itemColumns = lists.map((list) => [
    column(say, 'item', (_, index) => index + 1),
    ...(list.columns ?? []).map(({ name, label, type }) => ({
      title: `${list.label}: ${label}`,
      cell: (row: ExportedRow, index: number) =>
        itemCell(itemsOf(row, list.name)[index], { name, type, language }),
    })),
  ]);
  if (items === 'rows') {
    const most = (row: ExportedRow) => Math.max(1, ...lists.map(({ name }) => itemsOf(row, name).length));
    const [[number, ...first], ...others] = itemColumns as [ExportColumn[], ...ExportColumn[][]];
    const ofItems = [number!, ...first, ...others.flatMap(([, ...rest]) => rest)];
    return {
      sheets: [{ name: main.name, rowsOf: most, columns: [...values, ...ofItems, ...rest] }],
      language,
    };
  }
  // Found again by the record's id, and by eye by what names the record.
  const names = values.slice(0, namedBy);
  const sheets = lists.map((list, index) => ({
    name: list.label,
    rowsOf: (row: ExportedRow) => itemsOf(row, list.name).length,
    columns: [...names, ...itemColumns[index]!, column(say, 'record', (row) => row.id)],
  }));
  return { sheets: [{ ...main, columns: [...values, ...rest] }, ...sheets], language };
}

/** What people add to a document is in files that ask for it alone: others have the columns they always had. */
const isOwn = (name: AboutColumn): boolean => name === 'tags' || name === 'notes';

const namedBy = 3;

/** What every record has, by the name a profile gives it. */
function aboutOf(say: SayText, withLocation: boolean): Map<AboutColumn, ExportColumn> {
  const cells: [AboutColumn, ExportColumn['cell']][] = [
    ['captured', ({ created_at: instant }) => ({ instant })],
    ['file', (row) => row.file_name],
    ['page', (row) => row.page_number],
    ['source', (row) => row.source],
    ['reader', (row) => `${row.plugin_id} ${row.plugin_version}`],
    ['type', (row) => row.type],
    ['state', (row) => row.state],
    ['confirmed', ({ confirmed_at: instant }) => (instant ? { instant } : '')],
    ['rejected', (row) => row.rejected_reason ?? ''],
    ['confidence', (row) => Math.round(row.confidence * 1000) / 1000],
    ['checks', failedChecks],
    ['tags', (row) => row.tags?.join(', ') ?? ''],
    ['notes', (row) => row.notes?.join('\n') ?? ''],
    ['latitude', (row) => row.latitude ?? ''],
    ['longitude', (row) => row.longitude ?? ''],
    ['record', (row) => row.id],
    ['capture', (row) => row.capture_id],
    ['kinds', kinds],
  ];
  return new Map(
    cells
      .filter(([name]) => withLocation || (name !== 'latitude' && name !== 'longitude'))
      .map(([name, cell]) => [name, column(say, name, cell)]),
  );
}

/** A column of a profile under its own name; one that nothing has any more stays, empty. */
function namedColumns(
  { source, title }: ProfileColumn,
  fields: readonly ManifestField[],
  about: ReadonlyMap<string, ExportColumn>,
  input: TableInput,
): ExportColumn[] {
  if (source.startsWith('@')) return [{ title, cell: about.get(source.slice(1))?.cell ?? (() => '') }];
  const field = fields.find(({ name }) => name === source);
  if (!field) return [{ title, cell: (row) => toCell(row.fields[source]?.value ?? null, 'text') }];
  return fieldColumns({ ...field, label: title }, input);
}

type AboutColumn = TextValues['export.column']['column'];
const column = (say: SayText, name: AboutColumn, cell: ExportColumn['cell']): ExportColumn => ({
  title: say('export.column', { column: name }),
  cell,
});

/** Of any plugin and version that made records of the type, each name once: as the newest says, in its order. */
export function fieldsOf({ manifests, makers }: Pick<TableInput, 'manifests' | 'makers'>): ManifestField[] {
  const found = new Map<string, ManifestField>();
  for (const { plugin_id: plugin, plugin_version: version, type } of makers)
    for (const field of findRecordType(manifests, { plugin, version, type })?.fields ?? [])
      if (!found.has(field.name)) found.set(field.name, field);
  return [...found.values()];
}

/** Rows of a table on the document. Taxes by rate have columns instead. */
export const hasItems = (field: ManifestField): boolean =>
  field.type === 'list' && (field.columns?.length ?? 0) > 0 && !isByRate(field);

/** Such as `taxes` of an invoice: rate, taxable amount and tax. */
export const isByRate = ({ type, columns }: ManifestField): boolean =>
  type === 'list' && columns?.[0]?.name === 'rate' && columns.every(({ type }) => type !== 'text');

function fieldColumns(field: ManifestField, { rates }: TableInput): ExportColumn[] {
  const { name, label, type } = field;
  if (!isByRate(field) || rates.length === 0)
    return [{ title: label, cell: (row) => toCell(row.fields[name]?.value ?? null, type) }];
  return rates.flatMap((rate) =>
    (field.columns ?? []).slice(1).map((each) => ({
      title: `${label} ${rate} %: ${each.label}`,
      cell: (row: ExportedRow) =>
        toCell(
          itemsOf(row, name).find((item) => toText(item.rate ?? '') === rate)?.[each.name] ?? null,
          each.type,
        ),
    })),
  );
}

type Item = Readonly<Record<string, JsonValue>>;

function itemsOf(row: ExportedRow, name: string): readonly Item[] {
  const value = row.fields[name]?.value;
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is Item => typeof item === 'object' && item !== null && !Array.isArray(item),
  );
}

/** Units of an e-invoice are codes, which nobody reads. */
function itemCell(
  item: Item | undefined,
  { name, type, language }: { name: string; type: string; language: ExportLanguage },
): Cell {
  const value = item?.[name] ?? null;
  return name === 'unit' && typeof value === 'string'
    ? unitInWords(value, item?.quantity, language)
    : toCell(value, type);
}

function failedChecks(row: ExportedRow): string {
  return Object.entries(row.fields)
    .flatMap(([name, field]) =>
      field.checks.filter((check) => !check.passed).map((check) => `${name}: ${check.reason}`),
    )
    .join('; ');
}

/** Whether each value was seen, computed or entered. */
const kinds = ({ fields }: ExportedRow): string =>
  Object.entries(fields)
    .map(([name, field]) => `${name}: ${kindOfField(field)}`)
    .join('; ');

/** Amounts and numbers as decimals where a spreadsheet's numbers hold them; codes stay text, their leading zeros matter. */
function toCell(value: JsonValue, type: string): Cell {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    if ((type === 'amount' || type === 'number') && /^-?\d{1,12}(\.\d{1,6})?$/.test(value))
      return { decimal: value };
    if (type === 'date' && isDay(value)) return { date: value };
  }
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null))
    return value
      .map((item) => (typeof item === 'object' && item !== null ? toText(Object.values(item)) : toText(item)))
      .join(' | ');
  return toText(value);
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}
