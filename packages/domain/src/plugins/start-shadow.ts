import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange, inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { demandMovable } from './demand-movable.ts';
import { type IntactVersions, lockInstallation, notInstalled } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { getVersion, type PluginOrigin } from './plugin-versions.ts';
import type { Grant } from './rules.ts';
import { dropShadow } from './shadows.ts';

/**
 * Runs another version beside the installed one on new captures, for comparison: what it makes is no record. It is asked of
 * it and granted to it what moving to it would be. One at a time: another that ran so far ends.
 * @throws AppError as `updateInstallation`
 */
export async function startShadow(
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
  const { companyId } = scope;
  const ref = { pluginId, source: to.source, version: to.version };
  await inScope(db, scope, (trx) => getVersion(trx, scope, ref));
  await versions.load(companyId, ref);
  return inChange(db, scope, async (trx) => {
    const { current, all } = await lockInstallation(trx, scope, { pluginId, revision });
    if (current.installedVersion === null) throw notInstalled(pluginId);
    const version = await getVersion(trx, scope, ref);
    const present = [
      { source: current.source, version: current.installedVersion },
      ...(current.shadow ? [current.shadow] : []),
    ];
    if (present.some((each) => each.version === version.version && each.source === version.source))
      return all;
    await demandMovable(trx, scope, { current, all, version, grant });
    await dropShadow(trx, companyId, pluginId);
    await sql`
      update app.installations set shadow_source = ${version.source}, shadow_version = ${version.version}, shadow_since = now(),
        revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'plugin.shadow_started',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { name: version.manifest.name, version: version.version },
    });
    return readInstallations(trx, scope);
  });
}
