import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { findConfirmed, rulesOf } from './neighbours.ts';
import { rangeFrom } from './plausibility.ts';
import { refreshSums } from './refresh-sums.ts';
import type { WatchRow } from './watch-rows.ts';

/**
 * Measures the samples next to a moment again: from the confirmed value before it to the one after it. A confirmed value that
 * changed decides about them, and about no others. Set-based, since between two confirmed values lie millions at times.
 */
export async function recheckSamples(
  trx: Trx,
  companyId: string,
  watch: WatchRow,
  at: Date,
): Promise<{ changed: number }> {
  const stretches = await findStretches(trx, companyId, watch, at);
  const rules = rulesOf(watch);
  const { min = null, max = null } = watch.reads;
  const moments: Date[] = [];
  for (const { from, to, before, after } of stretches) {
    // Straight lines: what is allowed at a moment is a + b * milliseconds since the confirmed value.
    const lines = [before, after].flatMap((baseline) => {
      if (!baseline) return [];
      const side = baseline === before ? 1 : -1;
      const [near, far] = [0, 1].map((ms) =>
        rangeFrom(baseline, rules, baseline.takenAt + side * (ms * lineMs + 1)),
      );
      if (!near || !far) return [];
      return [
        {
          at: new Date(baseline.takenAt),
          low: near.low,
          lowRate: far.low - near.low,
          high: near.high,
          highRate: far.high - near.high,
        },
      ];
    });
    const elapsed = (line: { at: Date }) =>
      sql`(greatest(abs(extract(epoch from (s.taken_at - ${line.at}::timestamptz)) * 1000) - 1, 0) / ${lineMs}::float8)`;
    const outside = [
      sql`${min}::float8 is not null and s.value < ${min}::float8`,
      sql`${max}::float8 is not null and s.value > ${max}::float8`,
      ...lines.flatMap((line) => [
        ...(Number.isFinite(line.low)
          ? [sql`s.value < ${line.low}::float8 + ${line.lowRate}::float8 * ${elapsed(line)}`]
          : []),
        ...(Number.isFinite(line.high)
          ? [sql`s.value > ${line.high}::float8 + ${line.highRate}::float8 * ${elapsed(line)}`]
          : []),
      ]),
    ];
    const { rows } = await sql<{ minute: Date }>`
      with judged as (
        select s.id, case when ${sql.join(outside, sql` or `)} then 'implausible' else 'ok' end as state
        from app.watch_samples s
        where s.company_id = ${companyId}::uuid and s.watch_id = ${watch.id}::uuid and s.state in ('ok', 'implausible')
          and s.value is not null
          ${from ? sql`and s.taken_at >= ${from}` : sql``} ${to ? sql`and s.taken_at <= ${to}` : sql``}
      ), changed as (
        update app.watch_samples s set state = j.state from judged j
        where s.company_id = ${companyId}::uuid and s.watch_id = ${watch.id}::uuid and s.id = j.id and s.state <> j.state
        returning s.id, s.taken_at, s.state
      ), newest as (
        update app.watches w set last_state = c.state from changed c
        where w.company_id = ${companyId}::uuid and w.id = ${watch.id}::uuid and w.last_sample_id = c.id
      )
      select distinct date_trunc('minute', taken_at) as minute from changed`.execute(trx);
    moments.push(...rows.map((row) => row.minute));
  }
  await refreshSums(trx, companyId, watch.id, moments);
  return { changed: moments.length };
}

/** Milliseconds over which the slope of a line is taken: long enough that it is exact. */
const lineMs = 3_600_000;

async function findStretches(trx: Trx, companyId: string, watch: WatchRow, at: Date) {
  const around = await findConfirmed(trx, companyId, watch, { from: at, to: at });
  const { before, after } = around(at.getTime());
  // A confirmed value at the moment itself parts it in two.
  if (before && before.takenAt === at.getTime()) {
    const { before: earlier } = around(at.getTime() - 1);
    return [
      { from: earlier && new Date(earlier.takenAt), to: at, before: earlier, after: before },
      { from: at, to: after && new Date(after.takenAt), before, after },
    ];
  }
  return [{ from: before && new Date(before.takenAt), to: after && new Date(after.takenAt), before, after }];
}
