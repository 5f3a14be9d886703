import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';
import { getManifest } from './plugin-manifest.ts';
import { recordPlatformEvent } from './record-platform-event.ts';

const maxReason = 500;

/**
 * Stops a plugin, in every version, everywhere at once: it is not run again, what a page being read makes with it is
 * not kept, and owners and admins of the companies that use it are told why. `confirmation`: its id, typed.
 *
 * @returns how many companies had it switched on
 * @throws AppError `platform.admin_only`, `plugin.not_found`, `plugin.already_blocked`, `platform.bad_input` with
 * detail `{fields: {reason?: string, confirmation?: string}}`
 */
export async function blockPlugin(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    pluginId,
    reason,
    confirmation,
  }: { actor: PlatformActor; pluginId: string; reason: string; confirmation: string },
): Promise<{ companies: number }> {
  demandPlatformAdmin(actor);
  const manifest = await getManifest(platform, pluginId);
  const why = reason.replaceAll('\0', '').trim();
  const fields: Record<string, string> = {};
  if (!why) fields.reason = 'Say why: the companies that use it are told.';
  else if ([...why].length > maxReason) fields.reason = `Use at most ${maxReason} characters.`;
  if (confirmation.trim() !== pluginId) fields.confirmation = `Type ${pluginId} to confirm.`;
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', 'platform.bad_input', 'Some of what was entered cannot be used.', {
      fields,
    });
  return platform.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into platform.plugin_blocks (plugin_id, version, reason, blocked_by)
      values (${pluginId}, '*', ${why}, ${actor.userId}::uuid) on conflict do nothing returning plugin_id`.execute(
      trx,
    );
    if (rows.length === 0)
      throw new AppError('conflict', 'plugin.already_blocked', 'Somebody has blocked this plugin already.');
    const { rows: noted } = await sql`
      insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
      select i.company_id, ${actor.userId}::uuid, ${actor.name}, 'plugin.blocked', 'plugin', ${pluginId},
        ${JSON.stringify({ reason: why, byPlatform: true })}::jsonb
      from app.installations i where i.plugin_id = ${pluginId} and i.enabled returning 1`.execute(trx);
    await sql`
      insert into app.notifications (company_id, user_id, kind, subject_type, subject_id, detail)
      select k.company_id, k.user_id, 'plugin.blocked', 'plugin', ${pluginId},
        ${JSON.stringify({ pluginName: manifest.name, reason: why })}::jsonb
      from app.platform_plugin_keepers k
      where k.plugin_id = ${pluginId} and k.user_id <> ${actor.userId}::uuid`.execute(trx);
    await recordPlatformEvent(trx, actor, {
      action: 'plugin.blocked',
      subjectType: 'plugin',
      subjectId: pluginId,
      subjectName: manifest.name,
      detail: { reason: why, companies: noted.length },
    });
    return { companies: noted.length };
  });
}
