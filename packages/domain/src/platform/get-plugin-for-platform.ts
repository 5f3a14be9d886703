import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { describePlugin, type PlatformPlugin } from './list-plugins-for-platform.ts';
import { type PlatformPluginVersion, readVersionsForPlatform } from './plugin-versions-for-platform.ts';

export interface PlatformPluginDetail extends PlatformPlugin {
  /** Newest first, in review and rejected ones too. */
  versions: PlatformPluginVersion[];
  /** The last thirty days in UTC, oldest first. `day`: ISO 8601. */
  days: { day: string; runs: number; failures: number }[];
  companies: {
    companyId: string;
    name: string;
    version: string;
    /** Of the last thirty days. */
    runs30d: number;
    failures30d: number;
  }[];
}

/** One plugin with its versions and days, and a page of the companies that use it, those who capture most first. */
export async function getPluginForPlatform(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    pluginId,
    offset = 0,
    limit = 50,
    locale = 'en',
  }: { actor: PlatformActor; pluginId: string; offset?: number; limit?: number; locale?: string },
): Promise<PlatformPluginDetail> {
  demandOnPlatform(actor, 'plugins.see');
  const plugin = await describePlugin(platform, pluginId, locale);
  const [versions, days, companies] = await Promise.all([
    readVersionsForPlatform(platform, plugin),
    sql<{ day: string; runs: number; failures: number }>`
      select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(p.runs), 0)::int as runs, coalesce(sum(p.failures), 0)::int as failures
      from generate_series((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date, interval '1 day') as d
      left join platform.plugin_days p on p.plugin_id = ${plugin.id} and p.day = d::date
      group by d order by d`.execute(platform),
    // Runs are counted for the companies of the page alone.
    sql<PlatformPluginDetail['companies'][number]>`
      with shown as (
        select i.company_id, i.version, u.captures_30d
        from app.installations i left join app.company_usage u on u.company_id = i.company_id
        where i.plugin_id = ${plugin.id} and i.enabled and i.source = 'catalogue'
        order by u.captures_30d desc nulls last, i.company_id
        limit ${Math.min(Math.max(limit, 1), 100)} offset ${Math.max(offset, 0)}
      )
      select s.company_id as "companyId", c.name, s.version, r.runs as "runs30d", r.failures as "failures30d"
      from shown s
      join app.platform_companies c on c.id = s.company_id
      cross join lateral (
        select count(*)::int as runs, count(x.failure_code)::int as failures from app.plugin_runs x
        where x.company_id = s.company_id and x.plugin_id = ${plugin.id} and x.created_at > now() - interval '30 days'
      ) r
      order by s.captures_30d desc nulls last, s.company_id`.execute(platform),
  ]);
  return { ...plugin, versions, days: days.rows, companies: companies.rows };
}
