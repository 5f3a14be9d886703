import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { reachOf } from '../policy.ts';
import { changeRecord, demandInReview } from './change-record.ts';
import type { RecordDetail, RecordField } from './rules.ts';

/**
 * A person stands for the record as it is.
 * @throws AppError `record.confirming_not_allowed`, `record.not_in_review`, `record.changed_meanwhile`
 */
export async function confirmRecord(
  { db }: { db: Kysely<DB> },
  { scope, recordId, revision }: { scope: Scope; recordId: string; revision: number },
): Promise<RecordDetail> {
  return changeRecord(db, { scope, recordId, revision, action: 'records.confirm' }, async (trx, row) => {
    demandInReview(row);
    await demandConfirming(trx, scope);
    const failedChecks = failedChecksOf(row.fields);
    await recordAuditEvent(trx, scope, {
      action: 'record.confirmed',
      subjectType: 'record',
      subjectId: recordId,
      ...(failedChecks.length > 0 ? { detail: { failedChecks } } : {}),
    });
    return sql`state = 'confirmed', rejected_reason = null, confirmed_by = ${scope.actor.userId}::uuid, confirmed_at = now()`;
  });
}

/** What a record is confirmed against, as `total: sum`. */
const failedChecksOf = (fields: Readonly<Record<string, RecordField>>): string[] =>
  Object.entries(fields).flatMap(([field, { checks }]) =>
    checks.filter(({ passed }) => !passed).map(({ name }) => `${field}: ${name}`),
  );

/** Operators confirm their own where the company allows it. @throws AppError `record.confirming_not_allowed` */
async function demandConfirming(trx: Trx, { companyId, actor }: Scope): Promise<void> {
  if (reachOf(actor, 'records.confirm') === 'all') return;
  const { rows } = await sql<{ allowed: boolean }>`
    select operators_may_confirm as allowed from app.company_settings where company_id = ${companyId}::uuid`.execute(
    trx,
  );
  if (!rows[0]?.allowed) throw new AppError('record.confirming_not_allowed');
}
