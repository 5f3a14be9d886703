import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { demand } from '../policy.ts';
import type { Watch } from './rules.ts';
import { findWatchRows, toWatches } from './watch-rows.ts';

/** The course of a watch's last hours in a few points, for a line beside its name. */
export interface Course {
  /** Seconds a point stands for. */
  stepS: number;
  /** Milliseconds since 1970 of the first point. */
  from: number;
  /** Mean of each step; null: nothing believed was read then. */
  means: (number | null)[];
}

const courseHours = 6;
const courseStepS = 600;

/** All watches by name, each with its last six hours. `place`: those in the trash instead. */
export async function listWatches(
  { db }: { db: Kysely<DB> },
  { scope, place = 'kept', now = new Date() }: { scope: Scope; place?: 'kept' | 'trash'; now?: Date },
): Promise<(Watch & { course: Course })[]> {
  demand(scope, 'watches.see');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const rows = await findWatchRows(
      trx,
      sql`w.company_id = ${companyId}::uuid and w.trashed_at is ${place === 'trash' ? sql`not null` : sql`null`}`,
    );
    const [watches, courseOf] = [
      await toWatches(trx, rows),
      await readCourses(
        trx,
        companyId,
        rows.map((row) => row.id),
        now,
      ),
    ];
    return watches.map((watch) => ({ ...watch, course: courseOf(watch.id) }));
  });
}

async function readCourses(
  trx: Trx,
  companyId: string,
  ids: string[],
  now: Date,
): Promise<(id: string) => Course> {
  const steps = (courseHours * 3600) / courseStepS;
  const stepMs = courseStepS * 1000;
  const last = Math.floor(now.getTime() / stepMs) * stepMs;
  const from = last - (steps - 1) * stepMs;
  const { rows } = await sql<{ watch_id: string; at: Date; mean: number }>`
    select s.watch_id, date_bin(make_interval(secs => ${courseStepS}), s.starts_at, 'epoch'::timestamptz) as at,
      sum(s.total) / sum(s.value_count) as mean
    from app.watch_sums s
    where s.company_id = ${companyId}::uuid and s.watch_id = any(${ids}::uuid[]) and s.step_s = 60
      and s.starts_at >= ${new Date(from)} and s.value_count > 0
    group by 1, 2`.execute(trx);
  const means = new Map(rows.map((row) => [`${row.watch_id} ${row.at.getTime()}`, row.mean]));
  return (id) => ({
    stepS: courseStepS,
    from,
    means: Array.from({ length: steps }, (_, index) => means.get(`${id} ${from + index * stepMs}`) ?? null),
  });
}
