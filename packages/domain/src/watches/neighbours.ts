import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { findNames } from '../users/find-names.ts';
import { type Rules, stepOf } from './plausibility.ts';
import type { Baseline } from './rules.ts';
import type { WatchRow } from './watch-rows.ts';

export function rulesOf(watch: Pick<WatchRow, 'reads' | 'max_rate' | 'rate_per_ms' | 'direction'>): Rules {
  return {
    reads: watch.reads,
    maxRate: watch.max_rate,
    ratePerMs: watch.rate_per_ms,
    direction: watch.direction,
  };
}

/** Whether anything confirmed can rule a value out. */
export const hasRules = ({ maxRate, direction }: Rules): boolean => maxRate !== null || direction !== 'any';

/**
 * What a person confirmed around a stretch of time: the last before it, all within it (at most 1,000) and the first after it.
 * @returns those next to a moment
 */
export async function findConfirmed(
  trx: Trx,
  companyId: string,
  watch: Pick<WatchRow, 'id' | 'reads'>,
  { from, to }: { from: Date; to: Date },
): Promise<(at: number) => { before?: Baseline; after?: Baseline }> {
  const confirmed = sql`from app.watch_samples s
    where s.company_id = ${companyId}::uuid and s.watch_id = ${watch.id}::uuid and s.state = 'confirmed' and s.value is not null`;
  const columns = sql`s.taken_at, s.value, s.text, s.decided_by`;
  const { rows } = await sql<{
    taken_at: Date;
    value: number;
    text: string | null;
    decided_by: string | null;
  }>`
    (select ${columns} ${confirmed} and s.taken_at < ${from} order by s.taken_at desc limit 1)
    union all (select ${columns} ${confirmed} and s.taken_at >= ${from} and s.taken_at <= ${to} order by s.taken_at limit 1000)
    union all (select ${columns} ${confirmed} and s.taken_at > ${to} order by s.taken_at limit 1)`.execute(
    trx,
  );
  const nameOf = await findNames(
    trx,
    rows.map((row) => row.decided_by),
  );
  const baselines = rows
    .map(
      (row): Baseline => ({
        value: row.value,
        takenAt: row.taken_at.getTime(),
        by: row.decided_by ? nameOf(row.decided_by) : '',
        step: stepOf(watch.reads.decimals, row.text),
      }),
    )
    .sort((a, b) => a.takenAt - b.takenAt);
  return (at) => {
    const before = baselines.findLast((baseline) => baseline.takenAt <= at);
    const after = baselines.find((baseline) => baseline.takenAt > at);
    return { ...(before ? { before } : {}), ...(after ? { after } : {}) };
  };
}
