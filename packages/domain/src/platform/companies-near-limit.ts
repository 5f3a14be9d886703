import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

/** A company that has used more than nine tenths of something. */
export interface NearLimit {
  companyId: string;
  companyName: string;
  limit: 'members' | 'captures' | 'storage';
  used: number;
  max: number;
}

const share = 0.9;
const shown = 20;

/** `company_id, kind, used, max` of every limit that is nine tenths used. Members and storage as the worker last counted them, captures of this month by day. */
export const nearLimits = sql`
  select u.company_id, l.kind, l.used, l.max
  from app.company_usage u
  join app.company_settings s on s.company_id = u.company_id
  cross join lateral (values
    ('members', u.members::bigint, s.max_members::bigint),
    ('storage', u.bytes, s.max_bytes),
    -- Thirty days hold at least what the month has so far, except on a 31st.
    ('captures', case when u.captures_30d >= s.max_captures_per_month * ${share}::float8 * 0.9 then (
      select coalesce(sum(d.captures), 0)::bigint from app.company_days d
      where d.company_id = u.company_id and d.day >= date_trunc('month', now())::date) else 0 end,
      s.max_captures_per_month::bigint)
  ) as l (kind, used, max)
  where l.used >= l.max * ${share}::float8`;

/** Companies close to a limit, the closest first. */
export async function companiesNearLimit(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<NearLimit[]> {
  demandOnPlatform(actor, 'health.see');
  const { rows } = await sql<{
    company_id: string;
    name: string;
    kind: NearLimit['limit'];
    used: number;
    max: number;
  }>`
    with near as (
      ${nearLimits} order by l.used::float8 / greatest(l.max, 1) desc limit ${shown}
    )
    select n.company_id, c.name, n.kind, n.used, n.max
    from near n join app.platform_companies c on c.id = n.company_id
    order by n.used::float8 / greatest(n.max, 1) desc`.execute(platform);
  return rows.map((row) => ({
    companyId: row.company_id,
    companyName: row.name,
    limit: row.kind,
    used: Number(row.used),
    max: Number(row.max),
  }));
}
