import type { JsonValue } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import { unitInWords } from '@readout/texts/units';
import type { FieldSlot } from './doubt.ts';
import { fromInput, toInput, type Writing } from './field-text.ts';

export interface Column {
  /** Member of a row that is an object, place in one that is a list; null: the row is the value itself. */
  key: string | number | null;
  label: string;
  type: FieldType;
}

type Named = { [key: string]: JsonValue };
const isNamed = (value: JsonValue | undefined): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The columns of a list: as declared, else those its rows have.
 * @param heads - names of the columns of rows that are lists
 */
export function columnsOf(
  slot: Pick<FieldSlot, 'columns' | 'label'>,
  rows: readonly JsonValue[],
  heads: readonly string[],
): Column[] {
  if (slot.columns.length > 0)
    return slot.columns.map(({ name, label, type }) => ({ key: name, label, type }));
  if (rows.some(Array.isArray)) {
    const count = Math.max(heads.length, ...rows.map((row) => (Array.isArray(row) ? row.length : 1)));
    return Array.from({ length: count }, (_, at) => ({
      key: at,
      label: heads[at] ?? String(at + 1),
      type: 'text',
    }));
  }
  const names = [...new Set(rows.filter(isNamed).flatMap((row) => Object.keys(row)))];
  return names.length > 0
    ? names.map((name) => ({ key: name, label: name, type: 'text' }))
    : [{ key: null, label: slot.label, type: 'text' }];
}

export function cellOf(row: JsonValue | undefined, key: Column['key']): JsonValue {
  if (typeof key === 'number') return (Array.isArray(row) ? row[key] : key === 0 ? row : null) ?? null;
  return (key !== null && isNamed(row) ? row[key] : key === null ? row : null) ?? null;
}

export function withCell(row: JsonValue | undefined, key: Column['key'], value: JsonValue): JsonValue {
  if (key === null) return value;
  if (typeof key === 'string') return { ...(isNamed(row) ? row : {}), [key]: value };
  const cells = Array.isArray(row) ? [...row] : row === undefined ? [] : [row];
  // What another program reads as a list has no holes.
  while (cells.length < key) cells.push('');
  cells[key] = value ?? '';
  return cells;
}

export function emptyRow(columns: readonly Column[]): JsonValue {
  const [first] = columns;
  if (first === undefined || first.key === null) return '';
  return typeof first.key === 'number'
    ? columns.map(() => '')
    : Object.fromEntries(columns.map(({ key }) => [String(key), null]));
}

/** Rows of cells as spreadsheets put them on the clipboard; undefined where it is a single value. */
export function pastedCells(text: string): string[][] | undefined {
  if (!/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return undefined;
  const rows: string[][] = [[]];
  // A cell with a break or a tab of its own is in quotes, and quotes in it are doubled.
  for (const [, cell = '', end] of `${text.replace(/\r?\n$/, '')}\n`.matchAll(
    /("(?:[^"]|"")*"(?=\t|\r?\n)|[^\t\n\r]*)(\t|\r?\n)/g,
  )) {
    rows
      .at(-1)
      ?.push(cell.startsWith('"') && cell.length > 1 ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== '\t') rows.push([]);
  }
  return rows.slice(0, -1);
}

type Filled =
  | { ok: true; rows: JsonValue[] }
  /** `row` from 1. */
  | { ok: false; row: number; label: string; reason: string };

/** The list with cells put in from one of them on, to the right and down; all of them or none. */
export function fillCells(
  rows: readonly JsonValue[],
  columns: readonly Column[],
  from: { row: number; column: number },
  cells: readonly (readonly string[])[],
  writing: Writing,
): Filled {
  const filled = [...rows];
  for (const [down, line] of cells.entries()) {
    const at = from.row + down;
    while (filled.length <= at) filled.push(emptyRow(columns));
    for (const [right, typed] of line.entries()) {
      const column = columns[from.column + right];
      if (!column) continue;
      const parsed = fromInput(column.type, typed, writing);
      if (!parsed.ok) return { ok: false, row: at + 1, label: column.label, reason: parsed.reason };
      filled[at] = withCell(filled[at], column.key, parsed.value);
    }
  }
  return { ok: true, rows: filled };
}

export function cellText(row: JsonValue | undefined, { key, type }: Column, locale: string): string {
  const value = cellOf(row, key);
  // An e-invoice has units as codes.
  return key === 'unit' && typeof value === 'string'
    ? unitInWords(value, cellOf(row, 'quantity'), locale)
    : toInput(value, type, locale);
}
