import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { demandRunnable, insertInstallation, newestOf } from './installation-change.ts';
import { listVersions } from './plugin-versions.ts';

const maxNote = 500;

/**
 * Installs what a member asked for, in its newest version, or declines; they are told. Installing decides everybody's
 * requests for the plugin, as installing it otherwise does.
 * @throws AppError `plugin.request_not_found`; where it is installed as `installPlugin` does
 */
export async function decidePluginRequest(
  { db }: { db: Kysely<DB> },
  {
    scope,
    requestId,
    decision,
    note,
  }: { scope: Scope; requestId: string; decision: 'installed' | 'declined'; note: string },
): Promise<void> {
  demandChange(scope, 'plugins.manage');
  if (!isUuid(requestId)) throw requestNotFound();
  const { companyId, actor } = scope;
  const why = [...note.replaceAll('\0', '').trim()].slice(0, maxNote).join('');
  await inChange(db, scope, async (trx) => {
    const { rows } = await sql<{ plugin_id: string; requested_by: string }>`
      select plugin_id, requested_by from app.plugin_requests
      where company_id = ${companyId}::uuid and id = ${requestId}::uuid and decision is null for update`.execute(
      trx,
    );
    const request = rows[0];
    if (!request) throw requestNotFound();
    const versions = await listVersions(trx, scope, request.plugin_id);
    if (decision === 'installed') {
      const version = newestOf(versions, request.plugin_id);
      await demandRunnable(trx, scope, version);
      await insertInstallation(trx, scope, version);
      return;
    }
    const pluginName = versions[0]?.manifest.name ?? request.plugin_id;
    await sql`
      update app.plugin_requests set decision = 'declined', decided_by = ${actor.userId}::uuid, decided_at = now(),
        decision_note = ${why}
      where company_id = ${companyId}::uuid and id = ${requestId}::uuid`.execute(trx);
    await notify(trx, {
      companyId,
      userIds: [request.requested_by],
      kind: 'plugin.request_decided',
      subjectType: 'plugin',
      subjectId: request.plugin_id,
      detail: { pluginName, decision, actorName: actor.name, note: why },
    });
    await recordAuditEvent(trx, scope, {
      action: 'plugin.request_declined',
      subjectType: 'plugin',
      subjectId: request.plugin_id,
      detail: { name: pluginName },
    });
  });
}

const requestNotFound = () => new AppError('plugin.request_not_found');
