import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { readInstallations } from './list-installations.ts';

/** What waits for who looks after the company's plugins. */
export interface PluginNews {
  /** Installed plugins with a version to move to. */
  updates: number;
  /** Installed and switched on, but stopped everywhere, or paused here. */
  blocked: number;
  /** Asked for by members and not decided yet. */
  requests: number;
}

export async function countPluginNews(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<PluginNews> {
  demand(scope, 'plugins.manage');
  return inScope(db, scope, async (trx) => {
    const installed = (await readInstallations(trx, scope, { withRuns: false })).filter(
      ({ revision }) => revision > 0,
    );
    const { rows } = await sql<{ requests: number }>`
      select count(distinct plugin_id)::int as requests from app.plugin_requests
      where company_id = ${scope.companyId}::uuid and decision is null`.execute(trx);
    return {
      updates: installed.filter(({ update }) => update !== null).length,
      blocked: installed.filter(({ blocked, paused, isEnabled }) => (blocked || paused) && isEnabled).length,
      requests: rows[0]?.requests ?? 0,
    };
  });
}
