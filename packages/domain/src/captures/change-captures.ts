import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { takeRereads } from '../ledger/take-rereads.ts';
import type { ChangedItem } from '../records/changed-item.ts';
import { type DecidedRecord, decideRecords, recordsToDecide } from '../records/decide-records.ts';
import { refreshDocuments } from '../records/refresh-documents.ts';
import { wasExported } from '../records/was-exported.ts';
import { isUuid } from '../uuid.ts';
import { hasTag } from './has-tag.ts';
import { type BulkAction, maxTags } from './rules.ts';

/** Most documents one action changes. */
export const maxBulkItems = 10_000;

/** What goes with an action: whom to assign to, why rejected, which records. */
export interface BulkPayload {
  userId?: string | null;
  reason?: string;
  tag?: string;
  /** Whether to confirm records one should look at first. */
  includeDoubtful?: boolean;
  /** Leaves out records that came or changed since. */
  asOf?: string;
}

type CaptureChange = 'archive' | 'unarchive' | 'trash' | 'restore' | 'assign';
type RecordChange = 'confirm' | 'reject' | 'reopen';

/** Past tense of the actions, as the audit list has them. */
const auditActions: Record<CaptureChange | RecordChange | 'reread', string> = {
  archive: 'capture.archived',
  unarchive: 'capture.unarchived',
  trash: 'capture.trashed',
  restore: 'capture.restored',
  assign: 'capture.assigned',
  confirm: 'record.confirmed',
  reject: 'record.rejected',
  reopen: 'record.reopened',
  reread: 'capture.reread',
};

/**
 * Why a document stays as it is under an action, as an SQL expression that is null where it changes. One
 * expression for the preview and for the run, so that they cannot disagree.
 */
export function reasonToSkip(
  action: BulkAction,
  userId: string,
  reach: 'all' | 'own',
  payload: BulkPayload,
): RawBuilder<unknown> {
  const own =
    reach === 'own' ? sql`when ${hasRecord(sql`r.state = 'confirmed'`)} then 'confirmed_already'` : sql``;
  const trashed = sql`when c.trashed_at is not null then 'in_trash'`;
  switch (action) {
    case 'archive':
      return says(sql`${trashed} when c.archived_at is not null then 'archived_already' ${own}`);
    case 'unarchive':
      return says(sql`${trashed} when c.archived_at is null then 'not_archived' ${own}`);
    case 'trash':
      return says(sql`${trashed} ${own}`);
    case 'restore':
      return says(sql`when c.trashed_at is null then 'not_in_trash' ${own}`);
    case 'assign':
      return says(
        sql`${trashed} when c.assigned_to is not distinct from ${payload.userId ?? null}::uuid then 'assigned_already'`,
      );
    case 'confirm':
      return says(sql`${trashed} when c.review_count = 0 then 'nothing_waits'
        when not ${hasRecord(recordsToDecide(action, userId, { includeDoubtful: true }))} then 'second_person'
        when not ${hasRecord(recordsToDecide(action, userId, payload))} then 'only_doubtful'`);
    case 'reject':
      return says(sql`${trashed} when c.review_count = 0 then 'nothing_waits'`);
    case 'reopen':
      return says(
        sql`${trashed} when not ${hasRecord(recordsToDecide(action, userId, payload))} then
          case when ${hasRecord(wasExported)} then 'exported' else 'nothing_decided' end`,
      );
    case 'tag':
      return says(sql`${trashed} when ${hasTag(payload.tag ?? '')} then 'tagged_already' when (
        select count(*) from app.capture_tags t where t.company_id = c.company_id and t.capture_id = c.id) >= ${maxTags}
        then 'too_many_tags' ${own}`);
    case 'untag':
      return says(sql`${trashed} when not ${hasTag(payload.tag ?? '')} then 'not_tagged' ${own}`);
    case 'reread':
      return says(sql`${trashed} when c.state in ('received', 'reading') then 'being_read' ${own}`);
  }
}

/** As text, also where it is null throughout. */
const says = (cases: RawBuilder<unknown>): RawBuilder<unknown> => sql`(case ${cases} end)`;

/** Whether a document `c` has a record `r` like that. */
const hasRecord = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select 1 from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
  where p.company_id = c.company_id and p.document_id = c.id and ${condition})`;

/** Ids as they came, without repeats. @throws AppError `bulk.bad_ids`, `bulk.too_many` */
export function parseIds(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)].filter(isUuid);
  if (unique.length > maxBulkItems) throw tooMany(unique.length);
  return unique;
}

export function tooMany(count: number): AppError {
  return new AppError('bulk.too_many', { of: 'captures', count, max: maxBulkItems });
}

/** The documents among `ids` (pages count as their document) that the actor sees and the action changes, locked. */
export async function lockChanging(
  trx: Trx,
  { companyId, actor }: Scope,
  ids: readonly string[],
  action: BulkAction,
  reach: 'all' | 'own',
  payload: BulkPayload,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from app.captures c
    where c.company_id = ${companyId}::uuid and c.page_number = 1
      and c.id in (select document_id from app.captures where company_id = ${companyId}::uuid and id = any(${parseIds(ids)}::uuid[]))
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}
      and ${reasonToSkip(action, actor.userId, reach, payload)} is null
    order by c.id
    for update of c`.execute(trx);
  return rows.map((row) => row.id);
}

const assignments: Record<Exclude<CaptureChange, 'assign'>, RawBuilder<unknown>> = {
  archive: sql`archived_at = now()`,
  unarchive: sql`archived_at = null`,
  trash: sql`trashed_at = now()`,
  restore: sql`trashed_at = null`,
};

/** Has open pages hear of a change that is not in the rows of the captures. */
export async function touchDocuments(
  trx: Trx,
  companyId: string,
  documents: readonly string[],
): Promise<void> {
  if (documents.length > 0)
    await sql`
      update app.captures set revision = revision where company_id = ${companyId}::uuid and id = any(${documents}::uuid[])`.execute(
      trx,
    );
}

/** Changes where documents stand (place, assignment); what does not change is left out of the answer. */
export async function changeCaptures(
  trx: Trx,
  scope: Scope,
  {
    ids,
    action,
    reach,
    payload = {},
  }: { ids: readonly string[]; action: CaptureChange; reach: 'all' | 'own'; payload?: BulkPayload },
): Promise<ChangedItem[]> {
  const documents = await lockChanging(trx, scope, ids, action, reach, payload);
  if (documents.length === 0) return [];
  const assignment =
    action === 'assign' ? sql`assigned_to = ${payload.userId ?? null}::uuid` : assignments[action];
  const { rows } = await sql<{
    id: string;
    revision: number;
    archived_at: string | null;
    trashed_at: string | null;
    assigned_to: string | null;
  }>`
    with before as (
      select id, archived_at::text, trashed_at::text, assigned_to from app.captures
      where company_id = ${scope.companyId}::uuid and id = any(${documents}::uuid[])
    )
    update app.captures c set ${assignment}, revision = c.revision + 1
    from before b where c.company_id = ${scope.companyId}::uuid and c.id = b.id
    returning c.id, c.revision, b.archived_at, b.trashed_at, b.assigned_to`.execute(trx);
  await recordAuditEvent(
    trx,
    scope,
    rows.map((row) => ({
      action: auditActions[action],
      subjectType: 'capture' as const,
      subjectId: row.id,
      ...(action === 'assign' ? { detail: { userId: payload.userId ?? null } } : {}),
    })),
  );
  return rows.map(({ id, revision, ...before }) => ({ kind: 'capture', id, revision, before }));
}

/** Confirms or rejects the records of documents that wait for review, or puts decided ones back into it. */
export async function changeRecords(
  trx: Trx,
  scope: Scope,
  {
    ids,
    action,
    reach,
    payload = {},
  }: { ids: readonly string[]; action: RecordChange; reach: 'all' | 'own'; payload?: BulkPayload },
): Promise<DecidedRecord[]> {
  const documents = await lockChanging(trx, scope, ids, action, reach, payload);
  if (documents.length === 0) return [];
  const changed = await decideRecords(trx, scope, documents, action, payload);
  await recordAuditEvent(
    trx,
    scope,
    changed.map((row) => ({
      action: row.isFirst ? 'record.confirmed_first' : auditActions[action],
      subjectType: 'record' as const,
      subjectId: row.id,
      ...detailOf(action, row, payload),
    })),
  );
  await refreshDocuments(trx, scope.companyId, documents);
  return changed;
}

function detailOf(
  action: RecordChange,
  { before, failedChecks }: DecidedRecord,
  { reason }: BulkPayload,
): { detail?: Record<string, unknown> } {
  if (action === 'reject') return { detail: { reason } };
  if (action === 'reopen') return { detail: { from: before.state } };
  return failedChecks.length > 0 ? { detail: { failedChecks } } : {};
}

/** The documents that will be read again, put back to `received`. */
export async function resetForReading(
  trx: Trx,
  scope: Scope,
  ids: readonly string[],
  reach: 'all' | 'own',
): Promise<{ documents: string[]; pages: string[] }> {
  const documents = await lockChanging(trx, scope, ids, 'reread', reach, {});
  if (documents.length === 0) return { documents, pages: [] };
  const { rows } = await sql<{ id: string }>`
    update app.captures set state = 'received', failure_code = null, failure_detail = null
    where company_id = ${scope.companyId}::uuid and document_id = any(${documents}::uuid[]) and state in ('read', 'failed')
    returning id`.execute(trx);
  await takeRereads(trx, scope, rows.length);
  await recordAuditEvent(
    trx,
    scope,
    documents.map((id) => ({ action: auditActions.reread, subjectType: 'capture' as const, subjectId: id })),
  );
  return { documents, pages: rows.map((row) => row.id) };
}
