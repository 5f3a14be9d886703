import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { changeRecord } from './change-record.ts';
import { unconfirmed } from './record-rows.ts';
import type { RecordDetail } from './rules.ts';

/**
 * Back to review, confirmed or rejected; of one that waits for a second person the first confirmation is taken back.
 * @throws AppError `record.in_review_already`, `record.changed_meanwhile`
 */
export async function reopenRecord(
  { db }: { db: Kysely<DB> },
  { scope, recordId, revision }: { scope: Scope; recordId: string; revision: number },
): Promise<RecordDetail> {
  return changeRecord(db, { scope, recordId, revision, action: 'records.review' }, async (trx, row) => {
    if (row.state === 'needs_review' && row.first_confirmed_by === null)
      throw new AppError('record.in_review_already');
    await recordAuditEvent(trx, scope, {
      action: 'record.reopened',
      subjectType: 'record',
      subjectId: recordId,
      detail: { from: row.state },
    });
    return sql`state = 'needs_review', rejected_reason = null, ${unconfirmed}`;
  });
}
