import type { DB } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { type Action, demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { checkRecords, checkWaiting } from './check-records.ts';
import {
  lockRecord,
  type RecordRow,
  type RecordRowInContext,
  recordColumns,
  recordNotFound,
  toRecordDetail,
} from './record-rows.ts';
import { refreshDocuments } from './refresh-documents.ts';
import type { RecordDetail } from './rules.ts';

/**
 * What every change of one record has in common: the permission, the lock, the revision it was made on, the
 * next revision, the checks against the company's other records, the counts of its document.
 * @throws AppError `record.changed_meanwhile` with `{current: RecordDetail}` where somebody was faster
 */
export async function changeRecord(
  db: Kysely<DB>,
  input: { scope: Scope; recordId: string; revision: number; action: Action },
  change: (trx: Trx, row: RecordRowInContext) => Promise<RawBuilder<unknown>>,
  /** What follows from the record as it stands after the change. */
  afterwards?: (trx: Trx, row: RecordRow) => Promise<void>,
): Promise<RecordDetail> {
  const { scope, recordId, revision } = input;
  const reach = demandChange(scope, input.action);
  if (!isUuid(recordId)) throw recordNotFound();
  return inChange(db, scope, async (trx) => {
    const row = await lockRecord(trx, scope, recordId, reach);
    if (row.revision !== revision) {
      throw new AppError('record.changed_meanwhile', { current: await toRecordDetail(trx, row, scope) });
    }
    const assignments = await change(trx, row);
    const { rows } = await sql<RecordRow>`
      update app.records r set ${assignments}, revision = r.revision + 1, updated_at = now()
      where r.company_id = ${scope.companyId}::uuid and r.id = ${recordId}::uuid
      returning ${recordColumns}`.execute(trx);
    const changed = rows[0]!;
    await afterwards?.(trx, changed);
    const checks = await checkRecords(trx, scope.companyId, [recordId]);
    if ((row.state === 'confirmed') !== (changed.state === 'confirmed'))
      await checkWaiting(trx, scope.companyId, [recordId]);
    await refreshDocuments(trx, scope.companyId, [row.document_id]);
    const company_checks = checks.get(recordId) ?? changed.company_checks;
    return toRecordDetail(trx, { ...changed, company_checks }, scope);
  });
}

/** @throws AppError `record.not_in_review` */
export function demandInReview(row: RecordRow): void {
  if (row.state !== 'needs_review') throw new AppError('record.not_in_review', { state: row.state });
}
