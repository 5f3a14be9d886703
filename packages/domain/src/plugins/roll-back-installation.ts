import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { demandRunnable, lockInstallation, moveInstallation } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { getVersion } from './plugin-versions.ts';

/**
 * Back to the version that ran before the last change of version, deprecated or not. The one that is left is not offered
 * again: it is among the versions, for those who want it back.
 * @throws AppError `plugin.not_installed`, `plugin.no_previous_version`, `plugin.version_not_found`, `plugin.blocked`,
 * `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function rollBackInstallation(
  { db }: { db: Kysely<DB> },
  { scope, pluginId, revision }: { scope: Scope; pluginId: string; revision: number },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  return inChange(db, scope, async (trx) => {
    const { current } = await lockInstallation(trx, scope, { pluginId, revision });
    if (!current.previous) throw new AppError('plugin.no_previous_version', { name: current.name });
    const version = await getVersion(trx, scope, { pluginId, ...current.previous });
    await demandRunnable(trx, scope, version, ['published', 'deprecated']);
    await moveInstallation(trx, scope, { current, version, action: 'plugin.rolled_back' });
    return readInstallations(trx, scope);
  });
}
