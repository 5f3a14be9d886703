import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange, inScope, type Trx } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { demandThreshold } from './change-installation.ts';
import { demandOwnName } from './demand-own-name.ts';
import { demandRunnable, type IntactVersions, insertInstallation } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { getVersion, type StoredVersion, type VersionRef } from './plugin-versions.ts';
import { parseSettings } from './rules.ts';
import type { InstallationAsWas } from './uninstall-plugin.ts';

/**
 * Installs a version, pinned and switched on, behind the readers that are there. Who asked for it is told.
 * @param as - with switch, rule, settings and place as they were: what undoes uninstalling
 * @throws AppError `plugin.bad_threshold`, `plugin.bad_settings`, `plugin.version_not_found`, `plugin.kind_not_available`, `plugin.not_for_install`, `plugin.blocked`,
 * `plugin.installed_already`, `plugin.name_imitates`, `plugin.not_intact`
 */
export async function installPlugin(
  { db, versions }: { db: Kysely<DB>; versions: IntactVersions },
  { scope, ref, as }: { scope: Scope; ref: VersionRef; as?: Omit<InstallationAsWas, 'ref'> },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  if (as) demandThreshold(as.autoConfirm);
  await inScope(db, scope, async (trx) => demandRunnable(trx, scope, await getVersion(trx, scope, ref)));
  await versions.load(scope.companyId, ref);
  return inChange(db, scope, async (trx) => {
    const version = await getVersion(trx, scope, ref);
    await demandRunnable(trx, scope, version);
    if (!as) demandOwnName(version, await readInstallations(trx, scope));
    await insertInstallation(trx, scope, version);
    if (as) await makeAsWas(trx, scope, version, as);
    return readInstallations(trx, scope);
  });
}

async function makeAsWas(
  trx: Trx,
  { companyId }: Scope,
  { pluginId, manifest }: StoredVersion,
  { isEnabled, autoConfirm, settings, place }: Omit<InstallationAsWas, 'ref'>,
): Promise<void> {
  const parsed = parseSettings(manifest, settings);
  await sql`
    update app.installations set enabled = ${isEnabled}, auto_confirm_confidence = ${autoConfirm},
      settings = ${JSON.stringify(parsed)}::jsonb
    where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
  const { rows } = await sql<{ plugin_id: string }>`
    select plugin_id from app.installations where company_id = ${companyId}::uuid and plugin_id <> ${pluginId}
    order by position, plugin_id for update`.execute(trx);
  const order = rows.map((row) => row.plugin_id).toSpliced(Math.max(0, Math.trunc(place)), 0, pluginId);
  await sql`
    update app.installations i set position = o.place - 1
    from unnest(${order}::text[]) with ordinality as o (plugin_id, place)
    where i.company_id = ${companyId}::uuid and i.plugin_id = o.plugin_id and i.position <> o.place - 1`.execute(
    trx,
  );
}
