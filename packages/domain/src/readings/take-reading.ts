import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { ReadingJob } from '../captures/reading-queue.ts';
import { isReadingUsedUp } from '../ledger/reading-of-today.ts';
import { aloneUrgency } from './host-deaths.ts';
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
  return platform.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${pickLock})`.execute(trx);
    const { rows } = await sql<Candidate>`${nextPage}`.execute(trx);
    const next = rows[0];
    if (!next) return undefined;
    const isAlone = next.urgency === aloneUrgency;
    if (isAlone && running > 0) return 'drain';
    const lease = randomUUID();
    const { numAffectedRows } = await sql`
      update app.reading_queue set lease = ${lease}::uuid, worker_id = ${workerId}::uuid, leased_at = now(), charged_ms = ${next.cost_ms}
      where company_id = ${next.company_id}::uuid and capture_id = ${next.capture_id}::uuid and lease is null`.execute(
      trx,
    );
    // Its captures were erased at this moment.
    if (!numAffectedRows) return undefined;
    await sql`
      insert into app.reading_shares (company_id, served_to, mean_cpu_ms, mean_ms)
      values (${next.company_id}::uuid, ${next.starts_at + next.cost_ms}, ${usualCostMs}, ${usualCostMs})
      on conflict (company_id) do update set served_to = excluded.served_to`.execute(trx);
    await sql`update platform.reading_clock set served_to = greatest(served_to, ${next.starts_at})`.execute(
      trx,
    );
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

interface Candidate {
  company_id: string;
  capture_id: string;
  urgency: number;
  crashes: number;
  host_deaths: number;
  starts_at: number;
  cost_ms: number;
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
  )
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
  limit 1`;
