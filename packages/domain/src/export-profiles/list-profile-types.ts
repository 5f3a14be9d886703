import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { fieldsOf, hasItems } from '../captures/export-rows.ts';
import { inScope } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import type { ProfileType } from './rules.ts';

/** The types of record that the company's plugins make, by label. @throws AppError `role.not_allowed` */
export async function listProfileTypes(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope }: { scope: Scope },
): Promise<ProfileType[]> {
  demand(scope, 'records.export');
  return inScope(db, scope, async (trx) => {
    const { rows: installed } = await sql<{ plugin: string; version: string }>`
      select plugin_id as plugin, version from app.installations
      where company_id = ${scope.companyId}::uuid order by position, plugin_id`.execute(trx);
    const manifests = await plugins.manifests(trx, scope.companyId, installed);
    const declared = installed.flatMap(({ plugin, version }) =>
      (manifests.find(plugin, version)?.records ?? []).map(({ type, label }) => ({
        plugin_id: plugin,
        plugin_version: version,
        type,
        label,
      })),
    );
    return [...Map.groupBy(declared, ({ type }) => type)]
      .map(([type, makers]): ProfileType => {
        const fields = fieldsOf({ manifests, makers });
        return {
          type,
          label: makers[0]!.label,
          hasItems: fields.some(hasItems),
          fields: fields.filter((field) => !hasItems(field)).map(({ name, label }) => ({ name, label })),
        };
      })
      .sort((a, b) => a.label.localeCompare(b.label));
  });
}
