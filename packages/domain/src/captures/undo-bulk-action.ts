import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { demandChange, reachOf } from '../policy.ts';
import type { ChangedItem } from '../records/changed-item.ts';
import { checkRecords, checkWaiting } from '../records/check-records.ts';
import { refreshDocuments } from '../records/refresh-documents.ts';
import { wasExported } from '../records/was-exported.ts';
import { isUuid } from '../uuid.ts';
import { takeBackAssignment } from './assign-captures.ts';
import { undoTags } from './tags.ts';

/**
 * Puts back what a bulk action changed, once, by whom it was run (or an admin). Rows somebody changed
 * since stay as they are now: `kept` says how many.
 * @throws AppError `bulk.not_undoable`
 */
export async function undoBulkAction(
  { db }: { db: Kysely<DB> },
  { scope, bulkActionId }: { scope: Scope; bulkActionId: string },
): Promise<{ undone: number; kept: number }> {
  demandChange(scope, 'bulk.run');
  const { companyId, actor } = scope;
  const notUndoable = () => new AppError('bulk.not_undoable');
  if (!isUuid(bulkActionId)) throw notUndoable();
  return inChange(db, scope, async (trx) => {
    const { rows } = await sql<{ items: ChangedItem[] }>`
      update app.bulk_actions set undone_at = now()
      where company_id = ${companyId}::uuid and id = ${bulkActionId}::uuid and undone_at is null
        ${reachOf(actor, 'audit.see') ? sql`` : sql`and created_by = ${actor.userId}::uuid`}
      returning items`.execute(trx);
    const items = rows[0]?.items;
    if (!items) throw notUndoable();
    const of = (kind: ChangedItem['kind']) => JSON.stringify(items.filter((item) => item.kind === kind));
    await lockDocuments(trx, companyId, items);
    const captures = await sql`
      update app.captures c set
        archived_at = (i.before->>'archived_at')::timestamptz,
        trashed_at = (i.before->>'trashed_at')::timestamptz,
        assigned_to = (i.before->>'assigned_to')::uuid,
        revision = c.revision + 1
      from jsonb_to_recordset(${of('capture')}::jsonb) as i (id uuid, revision int, before jsonb)
      where c.company_id = ${companyId}::uuid and c.id = i.id and c.revision = i.revision`.execute(trx);
    const records = await sql<{ id: string; document_id: string; from: string; state: string }>`
      update app.records r set
        state = i.before->>'state', rejected_reason = i.before->>'rejected_reason',
        confirmed_by = (i.before->>'confirmed_by')::uuid, confirmed_at = (i.before->>'confirmed_at')::timestamptz,
        first_confirmed_by = (i.before->>'first_confirmed_by')::uuid,
        first_confirmed_at = (i.before->>'first_confirmed_at')::timestamptz,
        revision = r.revision + 1, updated_at = now()
      from jsonb_to_recordset(${of('record')}::jsonb) as i (id uuid, revision int, before jsonb),
        app.captures p, app.records was
      where r.company_id = ${companyId}::uuid and r.id = i.id and r.revision = i.revision
        and p.company_id = r.company_id and p.id = r.capture_id
        and was.company_id = r.company_id and was.id = r.id
        and not (r.state = 'confirmed' and ${wasExported})
      returning r.id, p.document_id, was.state as "from", r.state`.execute(trx);
    const undecided = records.rows.map(({ id }) => id);
    await checkRecords(trx, companyId, undecided);
    await checkWaiting(trx, companyId, undecided);
    await refreshDocuments(
      trx,
      companyId,
      records.rows.map((row) => row.document_id),
    );
    await recordAuditEvent(
      trx,
      scope,
      records.rows.map(({ id, from, state }) => ({
        action: state === 'needs_review' ? 'record.reopened' : `record.${state}`,
        subjectType: 'record' as const,
        subjectId: id,
        detail: { from, undone: true },
      })),
    );
    const tagged = await undoTags(
      trx,
      scope,
      items.filter((item) => item.kind === 'tag'),
    );
    await takeBackAssignment(trx, companyId, bulkActionId);
    const undone = Number(captures.numAffectedRows ?? 0) + records.rows.length + tagged.length;
    await recordAuditEvent(trx, scope, {
      action: 'bulk_action.undone',
      subjectType: 'bulk_action',
      subjectId: bulkActionId,
      detail: { undone },
    });
    return { undone, kept: items.length - undone };
  });
}

/** In the order every bulk action takes them in, so that two at once wait for each other and never for one another. */
async function lockDocuments(trx: Trx, companyId: string, items: readonly ChangedItem[]): Promise<void> {
  await sql`
    select c.id from app.captures c
    where c.company_id = ${companyId}::uuid and c.id in (
      select document_id from app.captures where company_id = ${companyId}::uuid and id in (
        select coalesce(r.capture_id, i.id)
        from unnest(${items.map(({ id }) => id)}::uuid[]) as i (id)
        left join app.records r on r.company_id = ${companyId}::uuid and r.id = i.id))
    order by c.id
    for update of c`.execute(trx);
}
