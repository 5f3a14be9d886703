import type { CaptureSort } from '@readout/domain/captures/rules';
import {
  type AboutColumn,
  aboutColumns,
  type ListTable,
  type ListTableType,
  usualColumns,
} from '@readout/domain/list-table/rules';
import type { FieldType } from '@readout/plugin-kit/manifest';
import type { SayText } from '../ui/texts.tsx';

/** A column as it is drawn. */
export interface TableColumn {
  /** Of a field, or `@` and what every document has. */
  name: string;
  label: string;
  isNumber: boolean;
  /** At least so wide, in pixels, and its share of the room that is left. */
  width: number;
  share: number;
  /** The orders that the list has for it, the one that a first click asks for first. */
  sorts: readonly [CaptureSort, CaptureSort] | undefined;
}

type Shape = Pick<TableColumn, 'width' | 'share'>;

const aboutShapes: Record<AboutColumn, Shape> = {
  state: { width: 132, share: 1 },
  confidence: { width: 104, share: 1 },
  captured: { width: 112, share: 1 },
  by: { width: 120, share: 1 },
  assigned: { width: 120, share: 1 },
  tags: { width: 120, share: 1 },
  notes: { width: 84, share: 1 },
  pages: { width: 84, share: 1 },
  source: { width: 104, share: 1 },
  file: { width: 140, share: 1 },
};

const fieldShapes: Record<FieldType, Shape> = {
  text: { width: 132, share: 2 },
  address: { width: 160, share: 2 },
  code: { width: 132, share: 1 },
  choice: { width: 112, share: 1 },
  map: { width: 160, share: 1 },
  list: { width: 96, share: 1 },
  amount: { width: 112, share: 1 },
  number: { width: 96, share: 1 },
  date: { width: 116, share: 1 },
  time: { width: 72, share: 1 },
  currency: { width: 96, share: 1 },
  boolean: { width: 84, share: 1 },
};

/** Columns the list can be sorted by. */
const sorts: Record<string, TableColumn['sorts']> = {
  date: ['-date', 'date'],
  total: ['-amount', 'amount'],
  supplier: ['merchant', '-merchant'],
  merchant: ['merchant', '-merchant'],
  '@confidence': ['confidence', '-confidence'],
  '@captured': ['-captured', 'captured'],
};

export const isAbout = (column: string): column is `@${AboutColumn}` =>
  aboutColumns.some((each) => column === `@${each}`);

/** The fields one can choose from: of one type, or of all, each name once. */
export function fieldsToChoose(
  types: readonly ListTableType[],
  type: string | undefined,
): ListTableType['fields'] {
  const found = new Map<string, ListTableType['fields'][number]>();
  for (const each of types)
    if (type === undefined || each.type === type)
      for (const field of each.fields) if (!found.has(field.name)) found.set(field.name, field);
  return [...found.values()];
}

/** Names of the columns somebody has chosen for a type, or of the usual ones. */
export const chosenColumns = (
  { columns, types }: Pick<ListTable, 'columns'> & { types: readonly ListTableType[] },
  type: string | undefined,
): readonly string[] => columns[type ?? ''] ?? usualColumns(types.find((each) => each.type === type));

/** Fields whose values the list is asked for: none where it is not a table. */
export const fieldsOfTable = (
  table: ListTable & { types: readonly ListTableType[] },
  type: string | undefined,
): string[] => (table.isShown ? chosenColumns(table, type).filter((name) => !isAbout(name)) : []);

export function columnLabel(name: string, fields: ListTableType['fields'], text: SayText): string {
  if (isAbout(name)) return text('workspace.table.column', { column: name.slice(1) as AboutColumn });
  return fields.find((field) => field.name === name)?.label ?? name;
}

/** The columns of a table; what nothing declares any more is shown under its own name. */
export function tableColumns(
  names: readonly string[],
  fields: ListTableType['fields'],
  text: SayText,
): TableColumn[] {
  return names.map((name) => {
    const label = columnLabel(name, fields, text);
    if (isAbout(name)) {
      const isNumber = name === '@confidence' || name === '@notes' || name === '@pages';
      return { name, label, isNumber, sorts: sorts[name], ...aboutShapes[name.slice(1) as AboutColumn] };
    }
    const type = fields.find((field) => field.name === name)?.type ?? 'text';
    return {
      name,
      label,
      isNumber: type === 'amount' || type === 'number',
      sorts: sorts[name],
      ...fieldShapes[type],
    };
  });
}

/** Room for the columns as variables of the style sheet: those of every row, and the least they take together. */
export const tableRoom = (columns: readonly TableColumn[]): Record<`--${string}`, string> => ({
  '--columns': columns.map(({ width, share }) => `minmax(${width}px, ${share}fr)`).join(' '),
  '--columns-width': `${columns.reduce((sum, { width }) => sum + width, 0)}px`,
});
