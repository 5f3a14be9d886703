import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { demand } from '../policy.ts';
import type { CompanyEvent, EventPosition, EventSubject } from './rules.ts';

const eventsAtOnce = 200;

type EventRow = Omit<CompanyEvent, 'position'> & { xid: string | null; id: number; horizon: string };

export interface EventPage {
  events: CompanyEvent[];
  /** From where to go on: everything before it was in this page or one before, or is none of the reader's. */
  position: EventPosition;
  /** Whether there is more now. */
  isMore: boolean;
}

/**
 * What happened after a position, the oldest first: each event once and none left out, in whatever order transactions
 * end. An event comes as soon as every transaction of this database that began before its own has ended.
 * @param input.after - undefined: from now on
 * @throws AppError `events.too_old`, `role.not_allowed`
 */
export async function listEvents(
  { db }: { db: Kysely<DB> },
  {
    scope,
    after,
    subjects,
  }: { scope: Scope; after: EventPosition | undefined; subjects: readonly EventSubject[] },
): Promise<EventPage> {
  const reach = demand(scope, 'captures.see');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const stream = await getStream(trx, companyId);
    if (!after) {
      const { rows } = await sql<{ horizon: string }>`
        select app.events_horizon()::text as horizon`.execute(trx);
      return { events: [], position: { epoch: stream.epoch, xid: rows[0]!.horizon, id: 0 }, isMore: false };
    }
    const { rows } = await sql<EventRow>`
      with horizon as materialized (select app.events_horizon() as xid)
      select h.xid::text as horizon, e.* from horizon h
      left join lateral (
        select e.xid::text as xid, e.id, e.type, e.capture_id as "captureId", e.page, e.record_id as "recordId", e.revision, e.at
        from app.events e
        where e.company_id = ${companyId}::uuid and e.xid < h.xid
          and (e.xid, e.id) > (${after.xid}::text::xid8, ${after.id}::bigint)
          and split_part(e.type, '.', 1) = any (${subjects}::text[])
          ${reach === 'own' ? sql`and e.created_by = ${actor.userId}::uuid` : sql``}
        order by e.xid, e.id limit ${eventsAtOnce}
      ) e on true`.execute(trx);
    // After they were read: what is forgotten from here on was read before.
    await demandKept(trx, companyId, after);
    const events = rows.flatMap(({ xid, id, horizon: _, ...event }): CompanyEvent[] =>
      xid === null ? [] : [{ position: { epoch: stream.epoch, xid, id }, ...event }],
    );
    const isMore = events.length === eventsAtOnce;
    const last = events.at(-1)?.position;
    const { horizon } = rows[0]!;
    // Never back: another process may have seen an older horizon.
    const isAhead = BigInt(after.xid) >= BigInt(horizon);
    const end = isAhead ? after : { epoch: stream.epoch, xid: horizon, id: 0 };
    return { events, position: isMore && last ? last : end, isMore };
  });
}

/** Where the company's events begin; made with the first who asks. */
async function getStream(trx: Trx, companyId: string): Promise<{ epoch: string }> {
  const find = async () =>
    (
      await sql<{ epoch: string }>`
        select epoch from app.event_streams where company_id = ${companyId}::uuid`.execute(trx)
    ).rows[0];
  const found = await find();
  if (found) return found;
  await sql`insert into app.event_streams (company_id) values (${companyId}::uuid) on conflict do nothing`.execute(
    trx,
  );
  return (await find())!;
}

async function demandKept(trx: Trx, companyId: string, { epoch, xid, id }: EventPosition): Promise<void> {
  const { rows } = await sql`
    select from app.event_streams where company_id = ${companyId}::uuid and epoch = ${epoch}::uuid
      and (forgotten_xid, forgotten_id) <= (${xid}::text::xid8, ${id}::bigint)`.execute(trx);
  if (rows.length === 0) throw new AppError('events.too_old');
}
