import { datevHead, datevLines, toWindows1252 } from './datev.ts';
import type { ExportedRow } from './export-table.ts';
import { hledgerEntry, hledgerHead } from './hledger.ts';
import type { ProfileSettings } from './profiles/rules.ts';
import type { BookingLack } from './rules.ts';

type BookingProfile = Pick<ProfileSettings, 'datev' | 'hledger'>;

/** How a profile books a record: its lines, or what keeps it back; undefined for one that books nothing. */
export function bookingOf(
  { datev, hledger }: BookingProfile,
  row: Pick<ExportedRow, 'id' | 'document_id' | 'fields'>,
): { lines: string[] } | { lacks: BookingLack[] } | undefined {
  const record = { id: row.id, documentId: row.document_id, fields: row.fields };
  if (datev) return datevLines(datev, record);
  return hledger ? hledgerEntry(hledger, record) : undefined;
}

/** A file for a program that books: what can be booked of the records. */
export async function* writeBookings(
  profile: BookingProfile,
  about: { label: string; now: Date },
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  const encode = profile.datev ? toWindows1252 : (text: string) => utf8.encode(text);
  yield encode(profile.datev ? datevHead(profile.datev, about) : hledgerHead(about));
  for await (const rows of batches) {
    const lines = rows.flatMap((row) => {
      const made = bookingOf(profile, row);
      return made && 'lines' in made ? made.lines : [];
    });
    yield encode(lines.join(''));
  }
}
