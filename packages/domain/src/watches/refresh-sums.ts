import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** Samples of these count as the value of their moment. */
export const believed = sql`s.state in ('ok', 'confirmed') and s.value is not null`;

/** Sums of the minutes these moments are in, and of their hours, from the samples that are there now. */
export async function refreshSums(
  trx: Trx,
  companyId: string,
  watchId: string,
  moments: readonly Date[],
): Promise<void> {
  const minutes = [...new Set(moments.map((at) => Math.floor(at.getTime() / 60_000) * 60_000))];
  if (minutes.length === 0) return;
  const hours = [...new Set(minutes.map((at) => Math.floor(at / 3_600_000) * 3_600_000))];
  const times = (list: number[]) => list.map((at) => new Date(at).toISOString());
  const replace = sql`on conflict (company_id, watch_id, step_s, starts_at) do update set low = excluded.low, high = excluded.high,
    total = excluded.total, value_count = excluded.value_count, implausible_count = excluded.implausible_count, unreadable_count = excluded.unreadable_count`;
  await sql`
    insert into app.watch_sums (company_id, watch_id, step_s, starts_at, low, high, total, value_count, implausible_count, unreadable_count)
    select ${companyId}::uuid, ${watchId}::uuid, 60, m.at, min(s.value) filter (where ${believed}),
      max(s.value) filter (where ${believed}), sum(s.value) filter (where ${believed}), count(*) filter (where ${believed}),
      count(*) filter (where s.state = 'implausible'), count(*) filter (where s.state = 'unreadable')
    from unnest(${times(minutes)}::timestamptz[]) as m (at)
    left join app.watch_samples s on s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid
      and s.taken_at >= m.at and s.taken_at < m.at + interval '1 minute'
    group by m.at ${replace}`.execute(trx);
  await sql`
    insert into app.watch_sums (company_id, watch_id, step_s, starts_at, low, high, total, value_count, implausible_count, unreadable_count)
    select ${companyId}::uuid, ${watchId}::uuid, 3600, h.at, min(s.low), max(s.high), sum(s.total), coalesce(sum(s.value_count), 0),
      coalesce(sum(s.implausible_count), 0), coalesce(sum(s.unreadable_count), 0)
    from unnest(${times(hours)}::timestamptz[]) as h (at)
    left join app.watch_sums s on s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid and s.step_s = 60
      and s.starts_at >= h.at and s.starts_at < h.at + interval '1 hour'
    group by h.at ${replace}`.execute(trx);
}
