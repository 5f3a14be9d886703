import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { findBlocks } from './find-blocks.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { type StoredVersion, type VersionRef, versionNotFound } from './plugin-versions.ts';
import { dropShadow } from './shadows.ts';

/** What proves that a version's stored bytes are what was signed: the server's plugin store. */
export interface IntactVersions {
  /** @throws AppError `plugin.not_intact`, `plugin.version_not_found` */
  load(companyId: string, ref: VersionRef): Promise<unknown>;
}

/** @throws AppError `plugin.not_installed` */
export function notInstalled(pluginId: string): AppError {
  return new AppError('plugin.not_installed', { pluginId: pluginId.slice(0, 60) });
}

/**
 * The installation as it is, on the revision the change was made on where one is given; all rows of the company are locked, always in the
 * same order, so that two who change at once do not cross.
 * @throws AppError `plugin.not_found`, `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function lockInstallation(
  trx: Trx,
  scope: Scope,
  { pluginId, revision }: { pluginId: string; revision: number | undefined },
): Promise<{ current: Installation; all: Installation[] }> {
  await sql`select 1 from app.installations where company_id = ${scope.companyId}::uuid order by plugin_id for update`.execute(
    trx,
  );
  const all = await readInstallations(trx, scope);
  const current = all.find((each) => each.plugin === pluginId);
  if (!current) {
    // Somebody took it off, or it never was there.
    if (revision !== undefined && revision > 0) throw notInstalled(pluginId);
    throw new AppError('plugin.not_found', { of: 'installation', pluginId: pluginId.slice(0, 60) });
  }
  if (revision !== undefined && current.revision !== revision)
    throw new AppError('plugin.changed_meanwhile', { name: current.name, current });
  return { current, all };
}

/**
 * Refuses what may not be run here.
 * @throws AppError `plugin.kind_not_available`, `plugin.not_for_install`, `plugin.blocked`
 */
export async function demandRunnable(
  trx: Trx,
  { companyId }: Scope,
  version: StoredVersion,
  states: readonly StoredVersion['state'][] = ['published'],
): Promise<void> {
  const { manifest } = version;
  if (manifest.kind !== 'reader')
    throw new AppError('plugin.kind_not_available', { name: manifest.name, kind: manifest.kind });
  if (!states.includes(version.state))
    throw new AppError('plugin.not_for_install', {
      reason: version.state === 'deprecated' ? 'deprecated' : undefined,
      version: version.version,
      name: manifest.name,
      state: version.state,
    });
  const [block] = await findBlocks(trx, companyId, [version]);
  if (block) throw new AppError('plugin.blocked', { name: manifest.name, reason: block.reason });
}

/**
 * Adds an installation behind the others, switched on; the person who asked for it is told.
 * @throws AppError `plugin.installed_already`
 */
export async function insertInstallation(trx: Trx, scope: Scope, version: StoredVersion): Promise<void> {
  const { companyId } = scope;
  const { rows } = await sql`
    insert into app.installations (company_id, plugin_id, source, version, granted_hosts, position)
    select ${companyId}::uuid, ${version.pluginId}, ${version.source}, ${version.version},
      ${[...version.manifest.permissions.hosts]}::text[], coalesce(max(position) + 1, 0)
    from app.installations where company_id = ${companyId}::uuid
    on conflict do nothing returning 1`.execute(trx);
  if (rows.length === 0) throw new AppError('plugin.installed_already', { name: version.manifest.name });
  await recordAuditEvent(trx, scope, {
    action: 'plugin.installed',
    subjectType: 'plugin',
    subjectId: version.pluginId,
    detail: { name: version.manifest.name, version: version.version, source: version.source },
  });
  await closeRequests(trx, scope, version);
}

async function closeRequests(trx: Trx, scope: Scope, version: StoredVersion): Promise<void> {
  const { rows } = await sql<{ requested_by: string }>`
    update app.plugin_requests set decision = 'installed', decided_by = ${scope.actor.userId}::uuid, decided_at = now()
    where company_id = ${scope.companyId}::uuid and plugin_id = ${version.pluginId} and decision is null
    returning requested_by`.execute(trx);
  await notify(trx, {
    companyId: scope.companyId,
    userIds: rows.map((row) => row.requested_by),
    kind: 'plugin.request_decided',
    subjectType: 'plugin',
    subjectId: version.pluginId,
    detail: { pluginName: version.manifest.name, decision: 'installed', actorName: scope.actor.name },
  });
}

/**
 * Moves an installation to another version. The one before is where rolling back leads, but for one that was rolled back
 * from: it was left for a reason.
 */
export async function moveInstallation(
  trx: Trx,
  scope: Scope,
  {
    current,
    version,
    action,
  }: {
    current: Installation;
    version: StoredVersion;
    action: 'plugin.updated' | 'plugin.rolled_back';
  },
): Promise<void> {
  if (current.installedVersion === null) throw notInstalled(current.plugin);
  const isBack = action === 'plugin.rolled_back';
  await sql`
    update app.installations set source = ${version.source}, version = ${version.version},
      previous_source = case when ${isBack}::boolean then null else source end,
      previous_version = case when ${isBack}::boolean then null else version end, granted_hosts = ${[...version.manifest.permissions.hosts]}::text[],
      paused_at = null, paused_code = null, left_source = null, left_version = null, left_at = null, left_code = null,
      resumed_at = now(), revision = revision + 1, updated_at = now()
    where company_id = ${scope.companyId}::uuid and plugin_id = ${current.plugin}`.execute(trx);
  // It was compared with the version that is left.
  await dropShadow(trx, scope.companyId, current.plugin);
  await recordAuditEvent(trx, scope, {
    action,
    subjectType: 'plugin',
    subjectId: current.plugin,
    detail: { name: version.manifest.name, version: { from: current.installedVersion, to: version.version } },
  });
}

/** The newest version of a plugin that can be installed, the company's own before the catalogue's. */
export function newestOf(versions: readonly StoredVersion[], pluginId: string): StoredVersion {
  const newest = versions.find(({ state }) => state === 'published');
  if (!newest) throw versionNotFound({ pluginId, version: '' });
  return newest;
}
