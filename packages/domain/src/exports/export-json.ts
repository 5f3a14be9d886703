import { toLocation } from '../captures/capture-location.ts';
import { kindOfField } from '../records/rules.ts';
import type { ExportedRow } from './export-table.ts';

/** One array of records, each with its fields, evidence and checks as they are kept. */
export async function* writeJson(
  _table: unknown,
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let separator = '[\n';
  for await (const rows of batches) {
    yield encoder.encode(separator + rows.map((row) => JSON.stringify(toJson(row))).join(',\n'));
    separator = ',\n';
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n');
}

function toJson(row: ExportedRow) {
  return {
    id: row.id,
    capture: {
      id: row.capture_id,
      documentId: row.document_id,
      fileName: row.file_name,
      page: row.page_number,
      source: row.source,
      createdAt: row.created_at.toISOString(),
      // Without the columns the company does not keep places: then there is no such member at all.
      ...(row.latitude === undefined || row.longitude === undefined
        ? {}
        : { location: toLocation({ latitude: row.latitude, longitude: row.longitude }) }),
    },
    plugin: row.plugin_id,
    pluginVersion: row.plugin_version,
    type: row.type,
    state: row.state,
    rejectedReason: row.rejected_reason,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confidence: row.confidence,
    fields: Object.fromEntries(
      Object.entries(row.fields).map(([name, field]) => [name, { ...field, kind: kindOfField(field) }]),
    ),
  };
}
