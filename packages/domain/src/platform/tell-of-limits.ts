import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { nearLimits } from './companies-near-limit.ts';

/**
 * Tells owners and admins once that their company is close to a limit: of captures once a month, of members and storage
 * again only after it was below. Safe to run in several processes: the row of the company decides who tells.
 *
 * @returns how many notifications were made
 */
export async function tellOfLimits({ platform }: { platform: Kysely<DB> }): Promise<number> {
  const { numAffectedRows } = await sql`
    with near as (${nearLimits}),
    present as (
      select u.company_id, u.limits_told as before, coalesce(n.keys, '{}') as keys
      from app.company_usage u
      left join (
        select company_id,
          array_agg(case kind when 'captures' then kind || to_char(now() at time zone 'UTC', ' YYYY-MM') else kind end order by kind) as keys
        from near group by 1
      ) n on n.company_id = u.company_id
      where u.limits_told <> '{}' or n.keys is not null
    ), changed as (
      update app.company_usage u set limits_told = p.keys from present p
      where u.company_id = p.company_id and u.limits_told is distinct from p.keys
      returning u.company_id, p.before, p.keys
    ), fresh as (
      select c.company_id, string_agg(split_part(key, ' ', 1), ', ' order by key) as what
      from changed c cross join lateral unnest(c.keys) as key
      where key <> all (c.before) group by 1
    )
    insert into app.notifications (company_id, user_id, kind, subject_type, subject_id, detail)
    select f.company_id, m.user_id, 'company.limit_near', 'company', f.company_id::text, jsonb_build_object('what', f.what)
    from fresh f join app.platform_members m on m.company_id = f.company_id and m.role in ('owner', 'admin')`.execute(
    platform,
  );
  return Number(numAffectedRows ?? 0);
}
