import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { isReadingUsedUp } from '../ledger/reading-of-today.ts';
import { aloneUrgency } from './host-deaths.ts';
import type { ReadingJob } from './reading-queue.ts';
import { aliveSeconds } from './reading-workers.ts';

/** A page a worker has taken; nobody else reads it until it is ended or its worker is dead. */
export interface TakenReading extends ReadingJob {
  /** Names this one time. */
  lease: string;
  /** Times the reader's process died on it before. */
  crashes: number;
  /** Times its host went away meanwhile before. */
  hostDeaths: number;
  /** Nothing else may be read by the same worker meanwhile. */
  isAlone: boolean;
  /** Processor milliseconds charged to its company beforehand. */
  chargedMs: number;
}

/** Processor milliseconds of a reading where a company has had none yet. */
export const usualCostMs = 2000;
/** Picks come one after the other: each has to see what the others took. */
const pickLock = 7_233_033;

/**
 * Takes the page that comes next over all companies, by start-time fair queuing (Goyal, Vin and Cheng 1996): every company has
 * a point in virtual time up to which it has had its share, that moves by what its readings cost; the one furthest
 * behind comes next, and one that had nothing to read comes in at the time of now, so that nobody saves up or is made to
 * wait. While others wait no company has more than half of the readers. Within a company the order is urgency, then coming. A
 * company whose reading of today is used up waits for tomorrow.
 * @param running pages this worker reads now
 * @returns undefined where nothing waits; `drain` where what comes next has to be read alone: once nothing runs any more
 */
export async function takeReading(
  { platform }: { platform: Kysely<DB> },
  { workerId, running }: { workerId: string; running: number },
): Promise<TakenReading | 'drain' | undefined> {
  const lease = randomUUID();
  return platform.transaction().execute(async (trx) => {
    // Not waited for on the disk: what is read is written down durably before, and that with it.
    await sql`
      select pg_advisory_xact_lock(${pickLock}), set_config('synchronous_commit', 'off', true)`.execute(trx);
    const { rows } = await sql<Picked>`
      ${nextPage}, taken as (
        update app.reading_queue q
        set lease = ${lease}::uuid, worker_id = ${workerId}::uuid, leased_at = now(), charged_ms = n.cost_ms
        from next n
        where q.company_id = n.company_id and q.capture_id = n.capture_id and q.lease is null
          and not (n.urgency = ${aloneUrgency} and ${running}::int > 0)
        returning q.capture_id
      ), share as (
        insert into app.reading_shares (company_id, served_to, mean_cpu_ms, mean_ms)
        select n.company_id, n.starts_at + n.cost_ms, ${usualCostMs}, ${usualCostMs} from next n where exists (select from taken)
        on conflict (company_id) do update set served_to = excluded.served_to
      ), clock as (
        update platform.reading_clock k set served_to = greatest(k.served_to, n.starts_at)
        from next n where exists (select from taken)
      )
      select n.*, exists (select from taken) as is_taken from next n`.execute(trx);
    const next = rows[0];
    if (!next) return undefined;
    const isAlone = next.urgency === aloneUrgency;
    if (isAlone && running > 0) return 'drain';
    // Its captures were erased at this moment.
    if (!next.is_taken) return undefined;
    return {
      companyId: next.company_id,
      captureId: next.capture_id,
      lease,
      crashes: next.crashes,
      hostDeaths: next.host_deaths,
      isAlone,
      chargedMs: next.cost_ms,
    };
  });
}

interface Picked {
  company_id: string;
  capture_id: string;
  urgency: number;
  crashes: number;
  host_deaths: number;
  cost_ms: number;
  is_taken: boolean;
}

const page = sql`q.company_id, q.capture_id, q.urgency, q.position, q.due_at, q.crashes, q.host_deaths`;

/**
 * One leap through an index for each company that waits gives what it has first, however many pages that is one of; only
 * where that one is not due yet the company is looked through. Whether a company has reading left today costs most to know, and is
 * asked in the order of turns until the first has.
 */
const nextPage = sql`
  with recursive first as (
    (select ${page} from app.reading_queue q where q.lease is null order by q.company_id, q.urgency, q.position limit 1)
    union all
    select n.* from first f cross join lateral (
      select ${page} from app.reading_queue q where q.lease is null and q.company_id > f.company_id
      order by q.company_id, q.urgency, q.position limit 1
    ) n
  ), due as (
    select * from first where due_at <= now()
    union all
    select n.* from first f cross join lateral (
      select ${page} from app.reading_queue q where q.company_id = f.company_id and q.lease is null and q.due_at <= now()
      order by q.urgency, q.position limit 1
    ) n where f.due_at > now()
  ), busy as materialized (
    select company_id, count(*)::int as readings from app.reading_queue where lease is not null group by company_id
  ), reader as materialized (
    select coalesce(sum(readers), 0)::int as total from platform.reading_workers
    where held_by is null and seen_at > now() - make_interval(secs => ${aliveSeconds})
  ), next as (
    select company_id, capture_id, urgency, crashes, host_deaths, starts_at, cost_ms
    from (
      select n.*, greatest(coalesce(h.served_to, 0), (select served_to from platform.reading_clock)) as starts_at,
        coalesce(h.mean_cpu_ms, ${usualCostMs})::float8 as cost_ms,
        coalesce(b.readings, 0) >= greatest(1, ceil((select total from reader) / 2.0)) as has_enough
      from due n
      left join busy b on b.company_id = n.company_id
      left join app.reading_shares h on h.company_id = n.company_id
      order by has_enough, starts_at, n.position offset 0
    ) turn
    where (select not (${isReadingUsedUp}) from app.company_settings s where s.company_id = turn.company_id)
    order by has_enough, starts_at, position
    limit 1
  )`;
