import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { stemOf } from '../deliveries/file-name.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { toText } from '../records/record-rows.ts';
import type { ExportedRow } from './export-table.ts';
import type { ExportProfile } from './profiles/rules.ts';
import { type Export, type HeldBack, maxHeldBack } from './rules.ts';
import { bookingOf } from './write-bookings.ts';

interface Run {
  scope: Scope;
  exportId: string;
  profile: ExportProfile;
}

interface Marks {
  /** In the transaction that read the rows. */
  mark(rows: readonly ExportedRow[], trx: Trx): Promise<void>;
  result(): { count: number; heldBack: Export['heldBack'] };
}

/** Begins to write down what a run exports; what a run before it wrote down and did not finish is forgotten. */
export async function beginMarks(
  { db }: { db: Kysely<DB> },
  { scope, exportId, profile }: Run,
): Promise<Marks> {
  await inScope(db, scope, (trx) =>
    sql`delete from app.exported_records
      where company_id = ${scope.companyId}::uuid and export_id = ${exportId}::uuid`.execute(trx),
  );
  let position = 0;
  const nameOf = createNames(profile.originals);
  const heldBack: HeldBack[] = [];
  let held = 0;
  let count = 0;
  const isTaken = (row: ExportedRow): boolean => {
    const { id: recordId, document_id: captureId, file_name: fileName } = row;
    const made = bookingOf(profile, row);
    if (!made || 'lines' in made) return true;
    held++;
    if (heldBack.length < maxHeldBack) heldBack.push({ recordId, captureId, fileName, lacks: made.lacks });
    return false;
  };
  const mark = async (rows: readonly ExportedRow[], trx: Trx): Promise<void> => {
    const taken = rows.filter(isTaken);
    count += taken.length;
    if (taken.length === 0) return;
    const marks = taken.map((row) => ({
      record_id: row.id,
      document_id: row.document_id,
      revision: row.revision,
      position: position++,
      stem: nameOf(row),
    }));
    await sql`
      insert into app.exported_records (company_id, export_id, profile_id, profile_name, exported_by, record_id, document_id, position, revision, stem)
      select ${scope.companyId}::uuid, ${exportId}::uuid, ${profile.id}::uuid, ${profile.name},
        ${scope.actor.userId}::uuid, m.*
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
        as m (record_id uuid, document_id uuid, position bigint, revision int, stem text)`.execute(trx);
  };
  return { mark, result: () => ({ count, heldBack: held > 0 ? { count: held, records: heldBack } : null }) };
}

/** They hold from now on. */
export const sealMarks = (trx: Trx, { companyId, exportId }: { companyId: string; exportId: string }) =>
  sql`update app.exported_records set exported_at = now()
    where company_id = ${companyId}::uuid and export_id = ${exportId}::uuid`.execute(trx);

/** How the originals of each record are called, no two alike; a few megabytes for 100,000. */
function createNames(pattern: string | null): (row: ExportedRow) => string | null {
  const taken = new Set<string>();
  return (row) => {
    if (pattern === null) return null;
    const own: Record<string, string> = {
      file: row.file_name.replace(/\.[^.\s]{1,9}$/, ''),
      record: row.id,
      type: row.type,
      captured: row.created_at.toISOString().slice(0, 10),
    };
    const stem = stemOf(
      pattern,
      (name) => toText(row.fields[name]?.value ?? null) || (own[name] ?? ''),
      row.type,
    );
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem}-${number}`;
      // As file systems compare them that know no capitals.
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
}
