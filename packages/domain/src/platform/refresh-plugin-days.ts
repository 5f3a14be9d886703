import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** Each bucket of durations ends this much above its beginning. */
export const bucketStep = 1.1;

/** How far back runs are summed up where nothing was yet. */
const maxDays = 120;

/**
 * Sums up how plugins of the catalogue did into `platform.plugin_days`: the days since the last time, that day included. Safe to run in
 * several processes: the second one finds the lock taken and leaves it.
 * @returns how many days were counted
 */
export async function refreshPluginDays({ platform }: { platform: Kysely<DB> }): Promise<number> {
  return platform.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(7233012) as got`.execute(trx);
    if (!locks[0]?.got) return 0;
    const { rows } = await sql<{ day: string }>`
      select to_char(d, 'YYYY-MM-DD') as day
      from (select max(day) as last_day from platform.plugin_days) l,
        generate_series(
          -- A run that was begun before midnight may be written after it.
          coalesce(l.last_day - 1, (now() at time zone 'UTC')::date - ${maxDays}::int),
          (now() at time zone 'UTC')::date, interval '1 day') as d`.execute(trx);
    for (const { day } of rows) await countDay(trx, day);
    await sql`delete from platform.plugin_days where day < (now() at time zone 'UTC')::date - 400`.execute(
      trx,
    );
    return rows.length;
  });
}

/**
 * Plugins of the catalogue one by one: each has its runs in the order of time. What a company made itself under the same
 * id and number is none of them. `day` in UTC, ISO 8601.
 */
async function countDay(trx: Kysely<DB>, day: string): Promise<void> {
  await sql`delete from platform.plugin_days where day = ${day}::date`.execute(trx);
  await sql`
    insert into platform.plugin_days (plugin_id, day, version, bucket, runs, failures, records)
    select p.plugin_id, ${day}::date, r.version, floor(ln(greatest(r.duration_ms, 0.01)) / ln(${bucketStep}::float8))::smallint,
      count(*), count(r.failure_code), sum(r.record_count)
    from (select id as plugin_id from platform.plugins) p
    join app.plugin_runs r on r.plugin_id = p.plugin_id
      and r.created_at >= ${day}::date at time zone 'UTC' and r.created_at < (${day}::date + 1) at time zone 'UTC'
    where not exists (select from app.platform_own_versions o
      where o.company_id = r.company_id and o.plugin_id = r.plugin_id and o.version = r.version)
    group by 1, 2, 3, 4`.execute(trx);
}
