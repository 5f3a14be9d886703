import type { FieldOptions } from './fields.ts';
import type {
  DataFile,
  Evidence,
  Field,
  FieldData,
  FileEvidence,
  FilePlace,
  FileValue,
  JsonValue,
} from './types.ts';

/** What a file says of a field; undefined where it says nothing of it. */
export const fileValueOf = ({ values }: DataFile, name: string): FileValue | undefined =>
  values.find((value) => value.name === name);

const citing = ({ id }: DataFile, { path, from, to }: FilePlace): FileEvidence => ({
  file: id,
  path,
  from,
  to,
});

/**
 * A field by what a file says.
 * @param shown where the page prints it: the host compares
 */
export function fileField(
  file: DataFile,
  { type, value, raw, places }: FileValue,
  shown: readonly Evidence[] = [],
  options: FieldOptions = {},
): Field {
  return fieldOf(type === 'boolean' ? value === 'true' : value, {
    ...options,
    raw,
    evidence: [...places.map((place) => citing(file, place)), ...shown],
  });
}

/**
 * A list by what a file says: the columns that are declared, in rows.
 * @param columns names of those that the manifest declares
 */
export function fileListField(
  file: DataFile,
  name: string,
  columns: readonly string[],
  options: FieldOptions = {},
): Field<Record<string, string>[], 'list'> | undefined {
  const list = file.lists.find((each) => each.name === name);
  if (!list || list.rows.length === 0) return undefined;
  return fieldOf(rowsWith(list.rows, columns), { ...options, raw: '', evidence: [citing(file, list.place)] });
}

/** Rows of a file with no more than these columns. */
export const rowsWith = (
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[],
): Record<string, string>[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column))));

function fieldOf<Made extends Field>(
  value: JsonValue,
  { raw, evidence, checks = [], ambiguous }: FieldOptions & Pick<FieldData, 'raw' | 'evidence'>,
): Made {
  const built: FieldData = {
    value,
    raw,
    // It is not recognised but said.
    confidence: 1,
    evidence,
    checks,
    ...(ambiguous?.length ? { ambiguous } : {}),
  };
  return built as Made;
}
