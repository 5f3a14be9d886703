import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import type { PluginCatalogue } from './plugin-catalogue.ts';

/** The plugins whose records the company may have, those it took off included; by name. */
export async function listPluginNames(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope }: { scope: Scope },
): Promise<{ id: string; name: string }[]> {
  demand(scope, 'company.see');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select plugin_id as id from app.installations where company_id = ${companyId}::uuid
      union
      select subject_id from app.audit_events where company_id = ${companyId}::uuid and action = 'plugin.uninstalled'`.execute(
      trx,
    );
    const manifests = await plugins.manifests(
      trx,
      companyId,
      rows.map(({ id }) => ({ plugin: id })),
    );
    return rows
      .map(({ id }) => ({ id, name: manifests.find(id)?.name ?? id }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
  });
}
