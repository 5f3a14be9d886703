import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { roundedConfidence } from '../captures/capture-conditions.ts';
import type { Trx } from '../in-scope.ts';

/**
 * What is counted of one day, each with how many captures hold it (a capture holds several records):
 * - `capture`: a = state. Documents outside the trash, captured that day
 * - `recorded`: of these, with a record
 * - `record`: a = state. Records of these documents
 * - `plugin`: a = plugin id, b = state, or '' for all
 * - `confidence`: a = tenth, '0' to '9'
 * - `confirmed`: a = plugin id, b = type. Confirmed records
 * - `unchanged`: of these, without a field that a person changed
 * - `corrected`: a = plugin id, b = type, c = field. Confirmed records where a person changed that field
 * - `took`: a = from capture to confirmation, see {@link tookStep}
 * - `began`, `ended`: documents that began, and ended, to wait for review that day, whenever they were captured
 */
export type Sum = [kind: string, a: string, b: string, c: string, count: number, captures: number];

export interface Day {
  /** ISO 8601. */
  day: string;
  /** Instants, as PostgreSQL prints them. */
  starts: string;
  ends: string;
  sums: Sum[];
}

/** Durations are counted in steps of 5 %: step n stands for e^(n × 0.05) seconds. */
export const tookStep = 0.05;

/** Everybody's sums; an operator's own are kept under the person's id. */
const everybody = '00000000-0000-0000-0000-000000000000';

/** Days counted in one query, so that none takes long. */
const daysPerQuery = 5;

/**
 * The sums of `span` days up to the one of `now` in a time zone. Days that are over are kept and counted again only
 * where a capture of theirs changed (`app.dashboard_changes`), so that a page costs the same however much there is.
 */
export async function readDays(
  trx: Trx,
  scope: Scope,
  reach: 'all' | 'own',
  { span, timeZone, now }: { span: number; timeZone: string; now: Date },
): Promise<Day[]> {
  const { companyId, actor } = scope;
  const seenBy = reach === 'all' ? everybody : actor.userId;
  const today = sql`date_trunc('day', ${now}::timestamptz at time zone ${timeZone})`;
  // Of the last 28 hours nothing is kept: captures of the last 26 change without a note of it.
  const { rows } = await sql<{
    day: string;
    starts: string;
    ends: string;
    is_over: boolean;
    sums: Sum[] | null;
    snapshot: string;
    is_read_only: boolean;
  }>`
    with span as (
      select d::date as day, d at time zone ${timeZone} as starts, (d + interval '1 day') at time zone ${timeZone} as ends
      from generate_series(${today} - make_interval(days => ${span - 1}), ${today}, interval '1 day') as d
    )
    select to_char(s.day, 'YYYY-MM-DD') as day, s.starts::text, s.ends::text, s.ends <= now() - interval '28 hours' as is_over,
      k.sums, pg_current_snapshot()::text as snapshot, current_setting('transaction_read_only') = 'on' as is_read_only
    from span s
    left join app.dashboard_days k on k.company_id = ${companyId}::uuid and k.seen_by = ${seenBy}::uuid
      and k.time_zone = ${timeZone} and k.day = s.day and k.computed_at > now() - interval '7 days'
      and s.ends <= now() - interval '28 hours'
      and not exists (
        select 1 from app.dashboard_changes m
        where m.company_id = ${companyId}::uuid and m.hour < s.ends and m.hour > s.starts - interval '1 hour'
          and not pg_visible_in_snapshot(m.changed_in, k.snapshot))
    order by s.day`.execute(trx);
  const missing = rows.filter((row) => row.sums === null);
  const counted = new Map<string, Sum[]>();
  for (let from = 0; from < missing.length; from += daysPerQuery)
    for (const [day, sums] of await countDays(trx, scope, reach, missing.slice(from, from + daysPerQuery)))
      counted.set(day, sums);
  await keepDays(
    trx,
    { companyId, seenBy, timeZone, snapshot: rows[0]?.snapshot ?? '' },
    missing
      .filter((row) => row.is_over && !row.is_read_only)
      .map(({ day }) => ({ day, sums: counted.get(day) ?? [] })),
  );
  return rows.map(({ day, starts, ends, sums }) => ({
    day,
    starts,
    ends,
    sums: sums ?? counted.get(day) ?? [],
  }));
}

async function keepDays(
  trx: Trx,
  of: { companyId: string; seenBy: string; timeZone: string; snapshot: string },
  days: { day: string; sums: Sum[] }[],
): Promise<void> {
  if (days.length === 0) return;
  // The snapshot was taken before anything was counted: a change it has seen is counted for certain.
  await sql`
    insert into app.dashboard_days (company_id, seen_by, time_zone, day, sums, snapshot)
    select ${of.companyId}::uuid, ${of.seenBy}::uuid, ${of.timeZone}, d.day, d.sums, ${of.snapshot}::pg_snapshot
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (day date, sums jsonb) order by d.day
    on conflict (company_id, seen_by, time_zone, day)
      do update set sums = excluded.sums, snapshot = excluded.snapshot, computed_at = now()`.execute(trx);
}

async function countDays(
  trx: Trx,
  { companyId, actor }: Scope,
  reach: 'all' | 'own',
  days: { day: string; starts: string; ends: string }[],
): Promise<Map<string, Sum[]>> {
  const own = (column: string) =>
    reach === 'own' ? sql`and ${sql.ref(column)} = ${actor.userId}::uuid` : sql``;
  const { rows } = await sql<{
    day: string;
    kind: string;
    a: string;
    b: string;
    c: string;
    n: number;
    captures: number;
  }>`
    with days as (
      select * from unnest(${days.map((day) => day.day)}::text[], ${days.map((day) => day.starts)}::timestamptz[],
        ${days.map((day) => day.ends)}::timestamptz[]) as d (day, starts, ends)
    ), documents as materialized (
      select d.day, c.id, c.state, c.record_count, c.created_at
      from days d join app.captures c on c.created_at >= d.starts and c.created_at < d.ends
      where c.company_id = ${companyId}::uuid and c.page_number = 1 and c.trashed_at is null ${own('c.created_by')}
    ), held as materialized (
      select d.day, d.id as document_id, r.plugin_id, r.type, r.state, r.edited_fields,
        least(floor(${roundedConfidence} * 10), 9)::int::text as tenth,
        round(ln(greatest(1, extract(epoch from r.confirmed_at - d.created_at))::float8) / ${tookStep}::float8)::int::text as took
      from days x
      join app.records r on r.captured_at >= x.starts and r.captured_at < x.ends
      join documents d on d.id = r.document_id
      where r.company_id = ${companyId}::uuid
    )
    select day, 'capture' as kind, state as a, '' as b, '' as c, count(*)::int as n, count(*)::int as captures from documents group by day, state
    union all
    select day, 'recorded', '', '', '', count(*)::int, count(*)::int from documents where record_count > 0 group by day
    union all
    select day, 'record', state, '', '', count(*)::int, count(distinct document_id)::int from held group by day, state
    union all
    select day, 'plugin', plugin_id, coalesce(state, ''), '', count(*)::int, count(distinct document_id)::int
      from held group by grouping sets ((day, plugin_id), (day, plugin_id, state))
    union all
    select day, 'confidence', tenth, '', '', count(*)::int, count(distinct document_id)::int from held group by day, tenth
    union all
    select day, 'confirmed', plugin_id, type, '', count(*)::int, count(distinct document_id)::int
      from held where state = 'confirmed' group by day, plugin_id, type
    union all
    select day, 'unchanged', '', '', '', count(*)::int, count(distinct document_id)::int
      from held where state = 'confirmed' and edited_fields = '{}' group by day
    union all
    select day, 'corrected', plugin_id, type, field, count(*)::int, count(distinct document_id)::int
      from held, unnest(edited_fields) as field where state = 'confirmed' group by day, plugin_id, type, field
    union all
    select day, 'took', took, '', '', count(*)::int, 0 from held where state = 'confirmed' and took is not null group by day, took
    union all
    select d.day, 'began', '', '', '', count(*)::int, 0
      from days d join app.review_stretches s on s.began_at >= d.starts and s.began_at < d.ends
      where s.company_id = ${companyId}::uuid ${own('s.created_by')} group by d.day
    union all
    select d.day, 'ended', '', '', '', count(*)::int, 0
      from days d join app.review_stretches s on s.ended_at >= d.starts and s.ended_at < d.ends
      where s.company_id = ${companyId}::uuid ${own('s.created_by')} group by d.day`.execute(trx);
  const byDay = new Map<string, Sum[]>();
  for (const { day, kind, a, b, c, n, captures } of rows) {
    const sums = byDay.get(day) ?? [];
    sums.push([kind, a, b, c, n, captures]);
    byDay.set(day, sums);
  }
  return byDay;
}
