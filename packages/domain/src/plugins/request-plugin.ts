import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange } from '../policy.ts';
import { demandRunnable, newestOf } from './installation-change.ts';
import { listVersions } from './plugin-versions.ts';

const maxNote = 500;

/**
 * Asks those who may to install a plugin; admins and owners are told.
 * @throws AppError `plugin.version_not_found`, `plugin.kind_not_available`, `plugin.blocked`, `plugin.installed_already`,
 * `plugin.request_open`
 */
export async function requestPlugin(
  { db }: { db: Kysely<DB> },
  { scope, pluginId, note }: { scope: Scope; pluginId: string; note: string },
): Promise<{ requestId: string }> {
  demandChange(scope, 'plugins.request');
  const { companyId, actor } = scope;
  const why = [...note.replaceAll('\0', '').trim()].slice(0, maxNote).join('');
  return inChange(db, scope, async (trx) => {
    const version = newestOf(await listVersions(trx, scope, pluginId), pluginId);
    const { name } = version.manifest;
    await demandRunnable(trx, scope, version);
    const { rows: installed } = await sql`
      select 1 from app.installations where company_id = ${companyId}::uuid and plugin_id = ${version.pluginId}`.execute(
      trx,
    );
    if (installed.length > 0) throw new AppError('plugin.installed_already', { name });
    const { rows } = await sql<{ id: string }>`
      insert into app.plugin_requests (company_id, plugin_id, note, requested_by)
      values (${companyId}::uuid, ${version.pluginId}, ${why}, ${actor.userId}::uuid)
      on conflict do nothing returning id`.execute(trx);
    if (!rows[0]) throw new AppError('plugin.request_open', { name });
    const { rows: keepers } = await sql<{ user_id: string }>`
      select user_id from app.members where role in ('admin', 'owner')`.execute(trx);
    await notify(trx, {
      companyId,
      userIds: keepers.map((row) => row.user_id),
      kind: 'plugin.requested',
      subjectType: 'plugin',
      subjectId: version.pluginId,
      detail: { pluginName: name, name: actor.name, note: why },
    });
    await recordAuditEvent(trx, scope, {
      action: 'plugin.requested',
      subjectType: 'plugin',
      subjectId: version.pluginId,
      detail: { name },
    });
    return { requestId: rows[0].id };
  });
}
