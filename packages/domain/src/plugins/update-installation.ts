import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange, inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { demandMovable } from './demand-movable.ts';
import { type IntactVersions, lockInstallation, moveInstallation } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { getVersion, type PluginOrigin } from './plugin-versions.ts';
import type { Grant } from './rules.ts';

/**
 * Moves an installation to another version, newer or older; its settings and its rule stay. The one before is kept to
 * go back to.
 * @param grant - what it asks for beyond what the version that runs was given, named by the person who grants it
 * @throws AppError `plugin.not_granted` with a {@link Grant}: what is not granted of what it newly asks for; `plugin.not_installed`, `plugin.version_not_found`, `plugin.kind_not_available`,
 * `plugin.not_for_install`, `plugin.blocked`, `plugin.name_imitates`, `plugin.not_intact`, `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function updateInstallation(
  { db, versions }: { db: Kysely<DB>; versions: IntactVersions },
  {
    scope,
    pluginId,
    revision,
    to,
    grant = { reads: [], hosts: [] },
  }: {
    scope: Scope;
    pluginId: string;
    revision: number;
    to: { source: PluginOrigin; version: string };
    grant?: Grant;
  },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  const ref = { pluginId, source: to.source, version: to.version };
  await inScope(db, scope, (trx) => getVersion(trx, scope, ref));
  await versions.load(scope.companyId, ref);
  return inChange(db, scope, async (trx) => {
    const { current, all } = await lockInstallation(trx, scope, { pluginId, revision });
    const version = await getVersion(trx, scope, ref);
    if (current.installedVersion === version.version && current.source === version.source) return all;
    await demandMovable(trx, scope, { current, all, version, grant });
    await moveInstallation(trx, scope, { current, version, action: 'plugin.updated' });
    return readInstallations(trx, scope);
  });
}
