import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordSeen } from '../audit/record-audit-event.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { type RecordRow, recordColumns, recordNotFound, toRecordDetail } from './record-rows.ts';
import type { PlacedRecord } from './rules.ts';

/** @throws AppError `record.not_found`, the same for what is not there and what the actor may not see */
export async function getRecord(
  { db }: { db: Kysely<DB> },
  { scope, recordId }: { scope: Scope; recordId: string },
): Promise<PlacedRecord> {
  const reach = demand(scope, 'records.see');
  if (!isUuid(recordId)) throw recordNotFound();
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<RecordRow & { document_id: string; page_number: number }>`
      select ${recordColumns}, c.document_id, c.page_number
      from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and r.id = ${recordId}::uuid
        ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}`.execute(trx);
    const row = rows[0];
    if (!row) throw recordNotFound();
    await recordSeen(trx, scope, {
      action: 'capture.opened',
      subjectType: 'capture',
      subjectId: row.capture_id,
      detail: { recordId },
    });
    return {
      ...(await toRecordDetail(trx, row, scope)),
      documentId: row.document_id,
      pageNumber: row.page_number,
    };
  });
}
