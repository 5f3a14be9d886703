import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { parseTime } from './list-samples.ts';
import { believed } from './refresh-sums.ts';
import { getWatchRow } from './watch-rows.ts';

/** A watch over a period in as many points as fit a screen, oldest first: one array a column, all of one length. */
export interface Series {
  from: string;
  to: string;
  /** What a point stands for; null: each is a sample. */
  stepMs: number | null;
  /** Points further apart than this have a gap between them. */
  gapAfterMs: number;
  /** Milliseconds since 1970. */
  at: number[];
  /** Null: nothing believed was read then. */
  low: (number | null)[];
  high: (number | null)[];
  mean: (number | null)[];
  implausible: number[];
  unreadable: number[];
  /** Points that begin after a gap the device told of. */
  afterGap: number[];
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Steps that people count in. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7].map((count) => count * day),
];
const maxRawPoints = 2000;
const maxPeriodMs = 20 * 366 * day;

/**
 * Minimum, maximum and mean of each step between two moments (ISO 8601), from samples, from sums of minutes or from sums of
 * hours, whichever are few: a month at one a second is read from 720 rows.
 * @throws AppError `watch.not_found`, `watch.bad_period`
 */
export async function readSeries(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    from,
    to,
    points = 600,
  }: { scope: Scope; watchId: string; from: string; to: string; points?: number },
): Promise<Series> {
  demand(scope, 'watches.see');
  const [start, end] = [parseTime(from), parseTime(to)];
  const period = start && end ? end.getTime() - start.getTime() : 0;
  if (!start || !end || period <= 0 || period > maxPeriodMs) throw new AppError('watch.bad_period');
  const wanted = Math.min(Math.max(Math.trunc(points), 10), maxRawPoints);
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const watch = await getWatchRow(trx, companyId, watchId, { includeTrashed: true });
    // On change there is one a second at most, and one a minute at least.
    const apartMs = watch.interval_ms ?? minute;
    const isRaw = period / (watch.interval_ms ?? second) <= maxRawPoints;
    const stepMs = steps.find((step) => period / step <= wanted) ?? steps.at(-1)!;
    const rows = isRaw
      ? await readSamples(trx, companyId, watch.id, start, end)
      : await readSteps(trx, companyId, watch.id, start, end, stepMs);
    return {
      from: start.toISOString(),
      to: end.toISOString(),
      stepMs: isRaw ? null : stepMs,
      gapAfterMs: Math.max(apartMs * 2.5, isRaw ? 0 : stepMs * 1.5),
      at: rows.map((row) => row.at),
      low: rows.map((row) => row.low),
      high: rows.map((row) => row.high),
      mean: rows.map((row) => row.mean),
      implausible: rows.map((row) => row.implausible),
      unreadable: rows.map((row) => row.unreadable),
      afterGap: rows.flatMap((row, index) => (row.after_gap ? [index] : [])),
    };
  });
}

interface Point {
  at: number;
  low: number | null;
  high: number | null;
  mean: number | null;
  implausible: number;
  unreadable: number;
  after_gap: boolean;
}

async function readSamples(
  trx: Trx,
  companyId: string,
  watchId: string,
  start: Date,
  end: Date,
): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select (extract(epoch from s.taken_at) * 1000)::float8 as at, v.value as low, v.value as high, v.value as mean,
      (s.state = 'implausible')::int as implausible, (s.state = 'unreadable')::int as unreadable, s.gap is not null as after_gap
    from app.watch_samples s cross join lateral (select case when ${believed} then s.value end as value) v
    where s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid
      and s.taken_at >= ${start} and s.taken_at < ${end} and s.state <> 'rejected'
    order by s.taken_at, s.id limit ${maxRawPoints * 2}`.execute(trx);
  return rows;
}

async function readSteps(
  trx: Trx,
  companyId: string,
  watchId: string,
  start: Date,
  end: Date,
  stepMs: number,
): Promise<Point[]> {
  const bin = (column: string) =>
    sql`(extract(epoch from date_bin(make_interval(secs => ${stepMs / 1000}), s.${sql.ref(column)}, 'epoch'::timestamptz)) * 1000)::float8`;
  // The first step is read whole, or its sums would change with each second the period moves on.
  const first = new Date(Math.floor(start.getTime() / stepMs) * stepMs);
  const { rows } =
    stepMs < minute
      ? await sql<Point>`
          select ${bin('taken_at')} as at, min(s.value) filter (where ${believed}) as low,
            max(s.value) filter (where ${believed}) as high, avg(s.value) filter (where ${believed}) as mean,
            (count(*) filter (where s.state = 'implausible'))::int as implausible,
            (count(*) filter (where s.state = 'unreadable'))::int as unreadable, bool_or(s.gap is not null) as after_gap
          from app.watch_samples s
          where s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid
            and s.taken_at >= ${first} and s.taken_at < ${end}
          group by 1 order by 1`.execute(trx)
      : await sql<Point>`
          select ${bin('starts_at')} as at, min(s.low) as low, max(s.high) as high,
            sum(s.total) / nullif(sum(s.value_count), 0) as mean, sum(s.implausible_count)::int as implausible,
            sum(s.unreadable_count)::int as unreadable, false as after_gap
          from app.watch_sums s
          where s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid
            and s.step_s = ${stepMs < hour ? 60 : 3600} and s.starts_at >= ${first} and s.starts_at < ${end}
            and (s.value_count > 0 or s.implausible_count > 0 or s.unreadable_count > 0)
          group by 1 order by 1`.execute(trx);
  return rows;
}
