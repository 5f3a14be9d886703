import type { FieldType } from '@readout/plugin-kit/manifest';
import { maxListedFields } from '../captures/rules.ts';

/** What every document has besides the fields of its records, as columns of the table are called that show it. */
export const aboutColumns = [
  'state',
  'confidence',
  'captured',
  'by',
  'assigned',
  'tags',
  'notes',
  'pages',
  'source',
  'file',
] as const;
export type AboutColumn = (typeof aboutColumns)[number];

/** A column: the name of a field, or `@` and what every document has. */
export const columnPattern = /^(@[a-z]{1,20}|[a-z][A-Za-z0-9]{0,59})$/;
export const maxColumns = maxListedFields;
/** Of one person in one company: a type each, and all of them together. */
export const maxTables = 100;

/** How somebody looks at the list of a company. */
export interface ListTable {
  /** As a table. */
  isShown: boolean;
  /** The columns that were chosen, from the left, by type of record; those of all types under ''. */
  columns: Record<string, string[]>;
}

/** A type of record and what it has columns for. */
export interface ListTableType {
  type: string;
  label: string;
  /** Names of the fields that are shown until somebody chooses. */
  usual: string[];
  fields: { name: string; label: string; type: FieldType }[];
}

/** What is shown until somebody chooses; of all types what most papers have. */
export const usualColumns = (type: ListTableType | undefined): string[] => [
  '@state',
  ...(type?.usual ?? ['date', 'total', 'currency']),
  '@confidence',
  '@captured',
];
