import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';
import { getManifest } from './plugin-manifest.ts';
import { recordPlatformEvent } from './record-platform-event.ts';

/**
 * Lets a plugin run again where companies have it switched on. What was read meanwhile stays as it was read.
 *
 * @throws AppError `platform.admin_only`, `plugin.not_found`, `plugin.not_blocked`
 */
export async function unblockPlugin(
  { platform }: { platform: Kysely<DB> },
  { actor, pluginId }: { actor: PlatformActor; pluginId: string },
): Promise<void> {
  demandPlatformAdmin(actor);
  const manifest = await getManifest(platform, pluginId);
  await platform.transaction().execute(async (trx) => {
    const { rows } = await sql<{ reason: string }>`
      delete from platform.plugin_blocks where plugin_id = ${pluginId} returning reason`.execute(trx);
    if (rows.length === 0)
      throw new AppError('conflict', 'plugin.not_blocked', 'This plugin is not blocked (any more).');
    await sql`
      insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
      select i.company_id, ${actor.userId}::uuid, ${actor.name}, 'plugin.unblocked', 'plugin', ${pluginId},
        '{"byPlatform": true}'::jsonb
      from app.installations i where i.plugin_id = ${pluginId} and i.enabled`.execute(trx);
    await recordPlatformEvent(trx, actor, {
      action: 'plugin.unblocked',
      subjectType: 'plugin',
      subjectId: pluginId,
      subjectName: manifest.name,
      detail: { reason: rows[0]!.reason },
    });
  });
}
