import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { changeRecord } from './change-record.ts';
import { unconfirmed } from './record-rows.ts';
import { parseReason, type RecordDetail } from './rules.ts';
import { wasExported } from './was-exported.ts';

/**
 * Back to review, confirmed or rejected; of one that waits for a second person the first confirmation is taken back. What was
 * exported by a profile may be in somebody's books: then with a reason, which is kept in its history.
 * @throws AppError `record.in_review_already`, `record.exported`, `record.changed_meanwhile`
 */
export async function reopenRecord(
  { db }: { db: Kysely<DB> },
  {
    scope,
    recordId,
    revision,
    reason: given,
  }: { scope: Scope; recordId: string; revision: number; reason?: string | undefined },
): Promise<RecordDetail> {
  return changeRecord(db, { scope, recordId, revision, action: 'records.review' }, async (trx, row) => {
    if (row.state === 'needs_review' && row.first_confirmed_by === null)
      throw new AppError('record.in_review_already');
    const isExported = await findExported(trx, scope.companyId, recordId);
    if (isExported && !given?.trim()) throw new AppError('record.exported');
    const reason = given?.trim() ? parseReason(given) : undefined;
    await recordAuditEvent(trx, scope, {
      action: 'record.reopened',
      subjectType: 'record',
      subjectId: recordId,
      detail: { from: row.state, ...(reason === undefined ? {} : { reason }) },
    });
    return sql`state = 'needs_review', rejected_reason = null, ${unconfirmed}`;
  });
}

async function findExported(trx: Trx, companyId: string, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select from app.records r where r.company_id = ${companyId}::uuid and r.id = ${recordId}::uuid
      and r.state = 'confirmed' and ${wasExported}`.execute(trx);
  return rows.length > 0;
}
