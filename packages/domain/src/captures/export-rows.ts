import type { JsonValue } from '@readout/plugin-kit';
import { findRecordType, type Manifests } from '../plugins/plugin-catalogue.ts';
import { toText } from '../records/record-rows.ts';
import { kindOfField, type RecordField, type RecordState } from '../records/rules.ts';

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
  /** Where the page was taken, decimal degrees; absent in a company that does not keep it. */
  latitude?: number | null;
  longitude?: number | null;
}

/** A decimal as it stands in the record (`13.50`): its digits are kept where the format can, its value where it cannot. */
export interface DecimalCell {
  decimal: string;
}

/** A cell: text, or a number that a spreadsheet may calculate with. */
export type Cell = string | number | DecimalCell;

export interface ExportColumn {
  title: string;
  cell(row: ExportedRow): Cell;
}

/**
 * Columns every record has, then one for each field of the types that occur, in any version that made them, the newest
 * version's first; places where the company keeps them. `types`: newest version of each first.
 */
export function exportColumns(
  manifests: Manifests,
  types: { plugin_id: string; plugin_version: string; type: string }[],
  withLocation: boolean,
): ExportColumn[] {
  const columns: ExportColumn[] = [
    { title: 'Captured', cell: (row) => row.created_at.toISOString() },
    { title: 'File', cell: (row) => row.file_name },
    { title: 'Page', cell: (row) => row.page_number },
    { title: 'Source', cell: (row) => row.source },
    { title: 'Reader', cell: (row) => `${row.plugin_id} ${row.plugin_version}` },
    { title: 'Type', cell: (row) => row.type },
    { title: 'State', cell: (row) => row.state },
    { title: 'Confirmed', cell: (row) => row.confirmed_at?.toISOString() ?? '' },
    { title: 'Rejected because', cell: (row) => row.rejected_reason ?? '' },
    { title: 'Confidence', cell: (row) => Math.round(row.confidence * 1000) / 1000 },
    { title: 'Failed checks', cell: (row) => failedChecks(row) },
  ];
  const byType = Map.groupBy(types, ({ plugin_id, type }) => `${plugin_id} ${type}`);
  for (const versions of byType.values()) {
    const { plugin_id: pluginId, type } = versions[0]!;
    const recordTypes = versions.flatMap(
      ({ plugin_version: version }) => findRecordType(manifests, { plugin: pluginId, version, type }) ?? [],
    );
    const fields = new Map(
      recordTypes.toReversed().flatMap((each) => each.fields.map((field) => [field.name, field] as const)),
    );
    const inOrder = new Set([...recordTypes.flatMap((each) => each.fields.map(({ name }) => name))]);
    for (const field of [...inOrder].map((name) => fields.get(name)!)) {
      columns.push({
        title: byType.size <= 1 ? field.label : `${recordTypes[0]!.label}: ${field.label}`,
        cell: (row) =>
          row.plugin_id === pluginId && row.type === type
            ? toCell(row.fields[field.name]?.value ?? null, field.type)
            : '',
      });
    }
  }
  if (withLocation)
    columns.push(
      { title: 'Latitude', cell: (row) => row.latitude ?? '' },
      { title: 'Longitude', cell: (row) => row.longitude ?? '' },
    );
  columns.push(
    { title: 'Record id', cell: (row) => row.id },
    { title: 'Capture id', cell: (row) => row.capture_id },
    { title: 'Kinds', cell: (row) => kinds(row) },
  );
  return columns;
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
  if (
    (type === 'amount' || type === 'number') &&
    typeof value === 'string' &&
    /^-?\d{1,12}(\.\d{1,6})?$/.test(value)
  )
    return { decimal: value };
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null))
    return value
      .map((item) => (typeof item === 'object' && item !== null ? toText(Object.values(item)) : toText(item)))
      .join(' | ');
  return toText(value);
}
