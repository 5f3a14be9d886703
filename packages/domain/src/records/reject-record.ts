import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { changeRecord, demandInReview } from './change-record.ts';
import { unconfirmed } from './record-rows.ts';
import { parseReason, type RecordDetail } from './rules.ts';

/**
 * The record is not to be used; the reason is kept with it.
 * @throws AppError `record.reason_needed`, `record.not_in_review`, `record.changed_meanwhile`
 */
export async function rejectRecord(
  { db }: { db: Kysely<DB> },
  { scope, recordId, revision, reason }: { scope: Scope; recordId: string; revision: number; reason: string },
): Promise<RecordDetail> {
  return changeRecord(db, { scope, recordId, revision, action: 'records.review' }, async (trx, row) => {
    demandInReview(row);
    const text = parseReason(reason);
    await recordAuditEvent(trx, scope, {
      action: 'record.rejected',
      subjectType: 'record',
      subjectId: recordId,
      detail: { reason: text },
    });
    return sql`state = 'rejected', rejected_reason = ${text}, ${unconfirmed}`;
  });
}
