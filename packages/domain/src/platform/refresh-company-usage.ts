import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

const companiesAtOnce = 100;
/** All thirty days of a company are counted again this often; in between only today and yesterday. */
const recountAfterMinutes = 60;
/** Pages of so long ago may still change from waiting to read or failed. */
const unsettledMinutes = 60;

/**
 * Counts what companies use into `app.company_usage` and `app.company_days`: those with something new since they were
 * counted, and once an hour every one, because thirty days move on. Safe to run in several processes.
 * @returns how many companies were counted
 */
export async function refreshCompanyUsage({ platform }: { platform: Kysely<DB> }): Promise<number> {
  let counted = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string; is_due: boolean; is_recount: boolean }>`
      select c.id,
        u.recounted_at is null or u.recounted_at < now() - make_interval(mins => ${recountAfterMinutes}) as is_recount,
        newest.created_at > greatest(u.refreshed_at - make_interval(mins => ${unsettledMinutes}), now() - interval '1 day') as is_due
      from (select id from app.platform_companies where id > ${after}::uuid order by id limit ${companiesAtOnce * 5}) c
      left join app.company_usage u on u.company_id = c.id
      left join lateral (
        select x.created_at from app.captures x
        where x.company_id = c.id and x.page_number = 1 and x.trashed_at is null order by x.created_at desc, x.id desc limit 1
      ) newest on true
      order by c.id`.execute(platform);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const recount = rows.filter((row) => row.is_recount).map((row) => row.id);
    const recent = rows.filter((row) => row.is_due && !row.is_recount).map((row) => row.id);
    for (const [ids, days] of [
      [recount, 30],
      [recent, 2],
    ] as const) {
      for (let at = 0; at < ids.length; at += companiesAtOnce)
        await countCompanies(platform, ids.slice(at, at + companiesAtOnce), days);
      counted += ids.length;
    }
    // Sums of companies nothing was captured in are as good as counted now.
    const quiet = rows.filter((row) => !row.is_due && !row.is_recount).map((row) => row.id);
    await sql`
      update app.company_usage u set refreshed_at = now(), members = coalesce(m.members, 0)
      from unnest(${quiet}::uuid[]) as q (id)
      left join app.platform_member_counts(${quiet}::uuid[]) m on m.company_id = q.id
      where u.company_id = q.id`.execute(platform);
  }
  await sql`delete from app.company_days where day < (now() at time zone 'UTC')::date - 400`.execute(
    platform,
  );
  return counted;
}

/** One day more than asked for is never half counted: days begin at midnight UTC. */
async function countCompanies(platform: Kysely<DB>, ids: string[], days: number): Promise<void> {
  await platform.transaction().execute(async (trx) => {
    const since = sql`((now() at time zone 'UTC')::date - ${days - 1}::int)`;
    await sql`
      with mine as (select unnest(${ids}::uuid[]) as company_id),
      taken as (
        select c.company_id, (c.created_at at time zone 'UTC')::date as day, count(*)::int as captures, sum(c.byte_size)::bigint as bytes
        from mine join app.captures c on c.company_id = mine.company_id and c.page_number = 1
          and c.created_at >= (${since} at time zone 'UTC') and c.trashed_at is null
        group by 1, 2
      ), further_files as (
        select c.company_id, (c.created_at at time zone 'UTC')::date as day, count(*)::int as captures, sum(c.byte_size)::bigint as bytes
        from mine join app.captures c on c.company_id = mine.company_id and c.page_number > 1 and c.file_page = 1
          and c.created_at >= (${since} at time zone 'UTC')
        group by 1, 2
      ), thrown_away as (
        select c.company_id, (c.created_at at time zone 'UTC')::date as day, count(*)::int as captures, sum(c.byte_size)::bigint as bytes
        from mine join app.captures c on c.company_id = mine.company_id and c.page_number = 1
          and c.created_at >= (${since} at time zone 'UTC') and c.trashed_at is not null
        group by 1, 2
      ), failed as (
        select c.company_id, (c.created_at at time zone 'UTC')::date as day, count(*)::int as pages
        from mine join app.captures c on c.company_id = mine.company_id and c.state = 'failed' and c.trashed_at is null
          and c.created_at >= (${since} at time zone 'UTC')
        group by 1, 2
      ), every_day as (
        select company_id, day, sum(captures)::int as captures, sum(failed)::int as failed, sum(bytes)::bigint as bytes
        from (
          select company_id, day, captures, 0 as failed, bytes from taken
          union all select company_id, day, captures, 0, bytes from further_files
          union all select company_id, day, captures, 0, bytes from thrown_away
          union all select company_id, day, 0, pages, 0 from failed
          union all select d.company_id, d.day, 0, 0, 0 from mine join app.company_days d using (company_id) where d.day >= ${since}
        ) parts group by company_id, day
      )
      insert into app.company_days (company_id, day, captures, failed, bytes)
      select company_id, day, captures, failed, bytes from every_day
      on conflict (company_id, day) do update set captures = excluded.captures, failed = excluded.failed, bytes = excluded.bytes
        where (company_days.captures, company_days.failed, company_days.bytes) is distinct from (excluded.captures, excluded.failed, excluded.bytes)`.execute(
      trx,
    );
    await sql`
      insert into app.company_usage (company_id, members, captures_30d, failed_30d, records_30d, objects, bytes, last_capture_at, refreshed_at, recounted_at)
      select mine.company_id, coalesce(m.members, 0), coalesce(d.captures, 0), coalesce(d.failed, 0), coalesce(r.n, 0), coalesce(o.n, 0), coalesce(o.bytes, 0),
        newest.created_at, now(), ${days >= 30 ? sql`now()` : sql`(select recounted_at from app.company_usage x where x.company_id = mine.company_id)`}
      from (select unnest(${ids}::uuid[]) as company_id) mine
      left join app.platform_member_counts(${ids}::uuid[]) m on m.company_id = mine.company_id
      left join lateral (
        select sum(x.captures)::int as captures, sum(x.failed)::int as failed from app.company_days x
        where x.company_id = mine.company_id and x.day > (now() at time zone 'UTC')::date - 30
      ) d on true
      left join lateral (
        select count(*)::int as n from app.records x
        where x.company_id = mine.company_id and x.state in ('needs_review', 'confirmed', 'rejected') and x.created_at > now() - interval '30 days'
      ) r on true
      left join lateral (
        select count(*)::int as n, sum(x.byte_size)::bigint as bytes from app.objects x where x.company_id = mine.company_id
      ) o on true
      left join lateral (
        select x.created_at from app.captures x
        where x.company_id = mine.company_id and x.page_number = 1 and x.trashed_at is null order by x.created_at desc, x.id desc limit 1
      ) newest on true
      on conflict (company_id) do update set
        members = excluded.members, captures_30d = excluded.captures_30d, failed_30d = excluded.failed_30d, records_30d = excluded.records_30d,
        objects = excluded.objects, bytes = excluded.bytes, last_capture_at = excluded.last_capture_at,
        refreshed_at = excluded.refreshed_at, recounted_at = excluded.recounted_at`.execute(trx);
  });
}
