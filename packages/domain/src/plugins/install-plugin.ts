import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange, inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { demandRunnable, type IntactVersions, insertInstallation } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { getVersion, type VersionRef } from './plugin-versions.ts';

/**
 * Installs a version, pinned and switched on, behind the readers that are there. Who asked for it is told.
 * @throws AppError `plugin.version_not_found`, `plugin.kind_not_available`, `plugin.not_for_install`, `plugin.blocked`,
 * `plugin.installed_already`, `plugin.not_intact`
 */
export async function installPlugin(
  { db, versions }: { db: Kysely<DB>; versions: IntactVersions },
  { scope, ref }: { scope: Scope; ref: VersionRef },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  await inScope(db, scope, async (trx) => demandRunnable(trx, await getVersion(trx, scope, ref)));
  await versions.load(scope.companyId, ref);
  return inChange(db, scope, async (trx) => {
    const version = await getVersion(trx, scope, ref);
    await demandRunnable(trx, version);
    await insertInstallation(trx, scope, version);
    return readInstallations(trx, scope);
  });
}
