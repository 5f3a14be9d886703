import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { demandOwnName } from './demand-own-name.ts';
import { demandRunnable } from './installation-change.ts';
import type { Installation } from './list-installations.ts';
import { getVersion, type StoredVersion } from './plugin-versions.ts';
import { askedAnew, type Grant, isNothing, notGranted } from './rules.ts';

/**
 * Refuses a version that may not run in the place of the installed one, or asks for more than that has and was granted.
 * @throws AppError `plugin.kind_not_available`, `plugin.not_for_install`, `plugin.blocked`, `plugin.name_imitates`,
 * `plugin.not_granted`
 */
export async function demandMovable(
  trx: Trx,
  scope: Scope,
  {
    current,
    all,
    version,
    grant,
  }: { current: Installation; all: readonly Installation[]; version: StoredVersion; grant: Grant },
): Promise<void> {
  await demandRunnable(trx, scope, version);
  demandOwnName(version, all);
  if (current.installedVersion === null) return;
  const before = await getVersion(trx, scope, {
    pluginId: current.plugin,
    source: current.source,
    version: current.installedVersion,
  });
  const missing = notGranted(askedAnew(before.manifest, version.manifest), grant);
  if (!isNothing(missing))
    throw new AppError('plugin.not_granted', {
      version: version.version,
      name: version.manifest.name,
      ...missing,
    });
}
