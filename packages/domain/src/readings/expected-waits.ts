import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { reachOf } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { estimateWaitMs, type ReadingLoad } from './estimate-wait.ts';
import { aliveSeconds } from './reading-workers.ts';
import { usualCostMs } from './take-reading.ts';

/** Why a page is not read yet, and for about how long. */
export interface ExpectedWait {
  captureId: string;
  /** Being read at this moment. */
  isReading: boolean;
  /** Null where nobody can say: nothing reads at the moment. */
  seconds: number | null;
  /** Code of what around the page keeps it from being read; null where it only waits its turn. */
  heldBy: string | null;
}

/** What waits over all companies, looked at again every two seconds at most. */
export interface ReadingLoadSource {
  read(): Promise<ReadingLoad>;
}

const keptForMs = 2000;
const maxIds = 100;

export function createReadingLoad({ platform }: { platform: Kysely<DB> }): ReadingLoadSource {
  let kept: { until: number; load: Promise<ReadingLoad> } | undefined;
  return {
    read() {
      if (kept && performance.now() < kept.until) return kept.load;
      const load = look(platform);
      kept = { until: performance.now() + keptForMs, load };
      load.catch(() => {
        kept = undefined;
      });
      return load;
    },
  };
}

async function look(platform: Kysely<DB>): Promise<ReadingLoad> {
  const [workers, shares, companies] = await Promise.all([
    sql<{ readers: number; held_by: string | null }>`
      select readers, held_by from platform.reading_workers
      where seen_at > now() - make_interval(secs => ${aliveSeconds}) order by seen_at desc`.execute(platform),
    sql<{ clock: number; mean_ms: number | null }>`
      select c.served_to as clock, (select avg(mean_ms) filter (where readings > 0) from app.reading_shares)::float8 as mean_ms
      from platform.reading_clock c`.execute(platform),
    sql<CompanyRow>`
      select q.company_id, q.waiting, q.running, s.readings > 0 as is_known, s.mean_ms::float8 as mean_ms,
        s.mean_cpu_ms::float8 as mean_cpu_ms, s.served_to
      from (
        select company_id, count(*) filter (where lease is null)::int as waiting, count(lease)::int as running
        from app.reading_queue group by company_id
      ) q left join app.reading_shares s on s.company_id = q.company_id`.execute(platform),
  ]);
  const { clock = 0, mean_ms } = shares.rows[0] ?? {};
  const usualMs = mean_ms ?? usualCostMs;
  const able = workers.rows.filter(({ held_by }) => held_by === null);
  return {
    readers: able.reduce((sum, { readers }) => sum + readers, 0),
    heldBy: able.length > 0 ? null : (workers.rows[0]?.held_by ?? 'reader.not_started'),
    clock,
    usualMs,
    companies: companies.rows.map((row) => ({
      companyId: row.company_id,
      waiting: row.waiting,
      running: row.running,
      meanMs: row.is_known ? row.mean_ms : usualMs,
      meanCpuMs: row.mean_cpu_ms ?? usualCostMs,
      startsAt: row.served_to ?? clock,
    })),
  };
}

interface CompanyRow {
  company_id: string;
  waiting: number;
  running: number;
  /** Something of it was read. */
  is_known: boolean | null;
  mean_ms: number;
  mean_cpu_ms: number | null;
  served_to: number | null;
}

/** How long captures of one's own reach have to wait; those that do not wait are left out. At most a hundred. */
export async function expectedWaits(
  { db, readingLoad }: { db: Kysely<DB>; readingLoad: ReadingLoadSource },
  { scope, ids }: { scope: Scope; ids: readonly string[] },
): Promise<ExpectedWait[]> {
  const wanted = ids.filter(isUuid).slice(0, maxIds);
  if (wanted.length === 0) return [];
  const { companyId, actor } = scope;
  const isOwn =
    reachOf(actor, 'captures.see') !== 'all' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``;
  const rows = await inScope(db, scope, async (trx) => {
    const found = await sql<{
      id: string;
      is_reading: boolean;
      ahead: number;
      due_in_ms: number;
      read_for_ms: number;
      delayed_by: string | null;
    }>`
      select c.id, q.lease is not null as is_reading, q.delayed_by,
        greatest(0, extract(epoch from q.due_at - now()) * 1000)::float8 as due_in_ms,
        coalesce(extract(epoch from now() - q.leased_at) * 1000, 0)::float8 as read_for_ms,
        (select count(*)::int from app.reading_queue o where o.company_id = q.company_id and o.lease is null
          and (o.urgency, o.position) < (q.urgency, q.position)) as ahead
      from app.reading_queue q join app.captures c on c.company_id = q.company_id and c.id = q.capture_id
      where q.company_id = ${companyId}::uuid and q.capture_id = any(${wanted}::uuid[])
        and c.state in ('received', 'reading') ${isOwn}`.execute(trx);
    return found.rows;
  });
  if (rows.length === 0) return [];
  const load = await readingLoad.read();
  return rows.map((row) => {
    const ms = row.is_reading
      ? Math.max(1000, meanOf(load, companyId) - row.read_for_ms)
      : row.due_in_ms + estimateWaitMs(load, { companyId, ahead: row.ahead });
    return {
      captureId: row.id,
      isReading: row.is_reading,
      seconds: load.heldBy === null ? Math.ceil(ms / 1000) : null,
      heldBy: row.is_reading ? null : (load.heldBy ?? row.delayed_by),
    };
  });
}

function meanOf({ companies, usualMs }: ReadingLoad, companyId: string): number {
  return companies.find((company) => company.companyId === companyId)?.meanMs ?? usualMs;
}
