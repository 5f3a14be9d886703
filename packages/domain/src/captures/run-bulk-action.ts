import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange, type Trx } from '../in-scope.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import type { ChangedItem } from '../records/changed-item.ts';
import type { DecidedRecord } from '../records/decide-records.ts';
import { parseReason } from '../records/rules.ts';
import { demandReviewer, tellAssignee } from './assign-captures.ts';
import { type BulkSelection, demandBulk, selectedCaptures } from './bulk-selection.ts';
import {
  type BulkPayload,
  changeCaptures,
  changeRecords,
  maxBulkItems,
  resetForReading,
  tooMany,
} from './change-captures.ts';
import type { BulkAction } from './rules.ts';
import { changeTags, parseTag } from './tags.ts';

/**
 * Does one thing to many captures, all or none, and keeps what was before so that it can be undone as one.
 * `bulkActionId` is null where there is nothing to undo (nothing changed, or read again), `records` where the action
 * decides none.
 * @throws AppError `bulk.too_many`, `capture.bad_tag`, `record.reason_needed`, `capture.not_a_reviewer`
 */
export async function runBulkAction(
  { db, queue }: { db: Kysely<DB>; queue: ReadingQueue },
  {
    scope,
    action,
    payload = {},
    ...selection
  }: { scope: Scope; action: BulkAction; payload?: BulkPayload } & BulkSelection,
): Promise<{ bulkActionId: string | null; changed: number; records: number | null }> {
  const reach = demandBulk(scope, action);
  const { companyId, actor } = scope;
  const { where, search } = selectedCaptures(scope, selection);
  const decided: BulkPayload = {
    ...payload,
    ...(action === 'reject' ? { reason: parseReason(payload.reason) } : {}),
    ...(action === 'tag' || action === 'untag' ? { tag: parseTag(payload.tag) } : {}),
    ...(selection.asOf === undefined ? {} : { asOf: selection.asOf }),
  };
  return inChange(db, scope, async (trx) => {
    if (action === 'assign') await demandReviewer(trx, decided.userId);
    const { rows } = await sql<{ id: string }>`
      ${search} select c.id from app.captures c where ${where} limit ${maxBulkItems + 1}`.execute(trx);
    if (rows.length > maxBulkItems) throw tooMany(rows.length);
    const ids = rows.map((row) => row.id);
    if (action === 'reread') {
      const { documents, pages } = await resetForReading(trx, scope, ids, reach);
      await queue.enqueue(
        trx,
        pages.map((captureId) => ({ companyId, captureId })),
      );
      return { bulkActionId: null, changed: documents.length, records: null };
    }
    const { items, changed, records } =
      action === 'confirm' || action === 'reject' || action === 'reopen'
        ? recordsOf(await changeRecords(trx, scope, { ids, action, reach, payload: decided }))
        : action === 'tag' || action === 'untag'
          ? capturesOf(await changeTags(trx, scope, { ids, action, reach, tag: decided.tag ?? '' }))
          : capturesOf(await changeCaptures(trx, scope, { ids, action, reach, payload: decided }));
    if (items.length === 0) return { bulkActionId: null, changed, records };
    const bulkActionId = await keep(trx, companyId, actor.userId, action, items);
    if (action === 'assign')
      await tellAssignee(trx, scope, {
        userId: decided.userId,
        changed: items.map((item) => item.id),
        bulkActionId,
      });
    await recordAuditEvent(trx, scope, {
      action: 'bulk_action.run',
      subjectType: 'bulk_action',
      subjectId: bulkActionId,
      detail: { action, changed: items.length },
    });
    return { bulkActionId, changed, records };
  });
}

interface Changed {
  items: ChangedItem[];
  /** Documents. */
  changed: number;
  records: number | null;
}

const capturesOf = (items: ChangedItem[]): Changed => ({ items, changed: items.length, records: null });

const recordsOf = (decided: readonly DecidedRecord[]): Changed => ({
  items: decided.map(({ kind, id, revision, before }) => ({ kind, id, revision, before })),
  changed: new Set(decided.map(({ documentId }) => documentId)).size,
  records: decided.length,
});

async function keep(
  trx: Trx,
  companyId: string,
  userId: string,
  action: BulkAction,
  items: ChangedItem[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into app.bulk_actions (company_id, action, items, created_by)
    values (${companyId}::uuid, ${action}, ${JSON.stringify(items)}::jsonb, ${userId}::uuid) returning id`.execute(
    trx,
  );
  return rows[0]!.id;
}
