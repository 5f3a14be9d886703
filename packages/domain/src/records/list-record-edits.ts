import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { isUuid } from '../captures/capture-conditions.ts';
import { inScope } from '../in-scope.ts';
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
    const { rows } = await sql<{
      id: number;
      field: string;
      from_value: unknown;
      to_value: unknown;
      edited_by: string;
      edited_at: Date;
    }>`
      select id, field, from_value, to_value, edited_by, edited_at from app.record_edits
      where company_id = ${companyId}::uuid and record_id = ${recordId}::uuid order by id desc limit 500`.execute(
      trx,
    );
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.edited_by),
    );
    return rows.map((row) => ({
      id: String(row.id),
      field: row.field,
      from: row.from_value,
      to: row.to_value,
      editedBy: { id: row.edited_by, name: nameOf(row.edited_by) },
      editedAt: row.edited_at.toISOString(),
    }));
  });
}
