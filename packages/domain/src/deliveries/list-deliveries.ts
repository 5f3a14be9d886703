import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import type { DeliveryState, ListedDelivery, OutgoingType } from './rules.ts';

/** What of a delivery is shown, of `app.deliveries d`, `app.delivery_targets t` and `app.outbox o`. */
export const deliveryColumns = sql`d.id, d.target_id as "targetId", t.name as "targetName", o.id as "eventId", d.sequence, o.type,
  case when o.type like 'record.%' then o.subject_id end as "recordId", (o.payload #>> '{capture,id}')::uuid as "captureId",
  case when o.type like 'watch.%' then o.subject_id end as "watchId", d.state,
  d.state in ('pending', 'retrying') and exists (
    select from app.deliveries e where e.company_id = d.company_id and e.target_id = d.target_id
      and e.subject_id = d.subject_id and e.sequence < d.sequence and e.state in ('pending', 'retrying', 'failed')
  ) as "waitsForEarlier",
  d.attempts, case when d.state in ('pending', 'retrying') then d.due_at end as "dueAt", d.status,
  d.failure_code as "failureCode", d.created_at as "createdAt", d.ended_at as "endedAt"`;

export const deliveryTables = sql`app.deliveries d
  join app.delivery_targets t on t.company_id = d.company_id and t.id = d.target_id
  join app.outbox o on o.company_id = d.company_id and o.sequence = d.sequence`;

/** Deliveries of the company, newest first. @throws AppError `list.bad_cursor` */
export async function listDeliveries(
  { db }: { db: Kysely<DB> },
  {
    scope,
    targetId,
    state,
    type,
    recordId,
    cursor,
    limit = 50,
  }: {
    scope: Scope;
    targetId?: string | undefined;
    state?: DeliveryState | undefined;
    type?: OutgoingType | undefined;
    recordId?: string | undefined;
    cursor?: string | undefined;
    limit?: number;
  },
): Promise<{ items: ListedDelivery[]; nextCursor?: string }> {
  demand(scope, 'deliveries.manage');
  if ([targetId, recordId].some((id) => id !== undefined && !isUuid(id))) return { items: [] };
  const after = cursor ? decodeCursor(cursor) : undefined;
  const rows = await inScope(
    db,
    scope,
    (trx) =>
      isoRows(trx)<ListedDelivery & { cursorAt: string }>`
    select ${deliveryColumns}, d.created_at::text as "cursorAt" from ${deliveryTables}
    where d.company_id = ${scope.companyId}::uuid
      ${targetId ? sql`and d.target_id = ${targetId}::uuid` : sql`and t.trashed_at is null`}
      ${state ? sql`and d.state = ${state}` : sql``}
      ${type ? sql`and o.type = ${type}` : sql``}
      ${recordId ? sql`and o.subject_id = ${recordId}::uuid and o.type like 'record.%'` : sql``}
      ${after ? sql`and (d.created_at, d.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by d.created_at desc, d.id desc limit ${limit + 1}`,
  );
  const items = rows.slice(0, limit).map(({ cursorAt: _, ...delivery }) => delivery);
  const last = rows[limit - 1];
  return {
    items,
    ...(rows.length > limit && last ? { nextCursor: encodeCursor({ at: last.cursorAt, id: last.id }) } : {}),
  };
}
