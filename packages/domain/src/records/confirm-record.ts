import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { reachOf } from '../policy.ts';
import { changeRecord, demandInReview } from './change-record.ts';
import { checkRecords, confirmInTurn } from './check-records.ts';
import { toRecordDetail } from './record-rows.ts';
import type { RecordDetail, RecordField } from './rules.ts';

/**
 * A person stands for the record as it is. Of a total above what the company lets one person confirm, the first confirmation is
 * kept, and the record waits for somebody else's.
 * @param despite - what the person knows that it fails beside the company's other records
 * @throws AppError `record.confirming_not_allowed`, `record.not_in_review`, `record.changed_meanwhile`; `record.checks_fail` with
 * `{current: RecordDetail}` where it fails a check that is not named; `record.second_person_needed`
 */
export async function confirmRecord(
  { db }: { db: Kysely<DB> },
  {
    scope,
    recordId,
    revision,
    despite = [],
  }: { scope: Scope; recordId: string; revision: number; despite?: readonly string[] | undefined },
): Promise<RecordDetail> {
  return changeRecord(db, { scope, recordId, revision, action: 'records.confirm' }, async (trx, row) => {
    const { userId } = scope.actor;
    demandInReview(row);
    await demandConfirming(trx, scope);
    const isFirst = row.needs_second_person && row.first_confirmed_by === null;
    if (row.needs_second_person && row.first_confirmed_by === userId)
      throw new AppError('record.second_person_needed');
    await confirmInTurn(trx, scope.companyId);
    const checks = (await checkRecords(trx, scope.companyId, [recordId])).get(recordId) ?? [];
    const unknown = checks.filter(({ check }) => !despite.includes(check));
    if (unknown.length > 0)
      throw new AppError('record.checks_fail', {
        count: unknown.length,
        current: await toRecordDetail(trx, { ...row, company_checks: checks }, scope),
      });
    const failedChecks = [
      ...failedChecksOf(row.fields),
      ...checks.map(({ field, check }) => `${field}: ${check}`),
    ];
    await recordAuditEvent(trx, scope, {
      action: isFirst ? 'record.confirmed_first' : 'record.confirmed',
      subjectType: 'record',
      subjectId: recordId,
      ...(failedChecks.length > 0 ? { detail: { failedChecks } } : {}),
    });
    return isFirst
      ? sql`first_confirmed_by = ${userId}::uuid, first_confirmed_at = now()`
      : sql`state = 'confirmed', rejected_reason = null, confirmed_by = ${userId}::uuid, confirmed_at = now()`;
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
