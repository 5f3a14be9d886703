import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { isUuid } from '../captures/capture-conditions.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import { recordNotFound } from './record-rows.ts';
import type { RecordEdit } from './rules.ts';

/** Who changed which field from what to what, newest first, at most 500. @throws AppError `record.not_found` */
export async function listRecordEdits(
  { db }: { db: Kysely<DB> },
  { scope, recordId }: { scope: Scope; recordId: string },
): Promise<RecordEdit[]> {
  const reach = demand(scope, 'records.see');
  if (!isUuid(recordId)) throw recordNotFound();
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows: found } = await sql`
      select 1 from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and r.id = ${recordId}::uuid
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}`.execute(trx);
    if (found.length === 0) throw recordNotFound();
    const rows = await isoRows(trx)<Omit<RecordEdit, 'editedBy'> & { editedBy: string }>`
      select e.id::text, field, from_value as "from", to_value as "to", edited_by as "editedBy", edited_at as "editedAt"
      from app.record_edits e
      where company_id = ${companyId}::uuid and record_id = ${recordId}::uuid order by e.id desc limit 500`;
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.editedBy),
    );
    return rows.map((row) => ({ ...row, editedBy: { id: row.editedBy, name: nameOf(row.editedBy) } }));
  });
}
