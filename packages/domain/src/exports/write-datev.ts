import type { ExportedRow } from '../captures/export-rows.ts';
import type { DatevSettings } from '../export-profiles/rules.ts';
import { datevHead, datevLines, toWindows1252 } from './datev.ts';

/** A booking batch: what can be booked of the records. */
export async function* writeDatev(
  settings: DatevSettings,
  about: { label: string; now: Date },
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<Uint8Array> {
  yield toWindows1252(datevHead(settings, about));
  for await (const rows of batches) {
    const lines = rows.flatMap((row) => {
      const made = datevLines(settings, { documentId: row.document_id, fields: row.fields });
      return 'lines' in made ? made.lines : [];
    });
    yield toWindows1252(lines.join(''));
  }
}
