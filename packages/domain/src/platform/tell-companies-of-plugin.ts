import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { NotificationKind } from '../notifications/notify.ts';
import type { PlatformActor } from '../platform-actor.ts';
import type { PluginTarget } from './rules.ts';

/**
 * Writes what the platform did to a plugin into the audit lists of the companies that have it switched on, or its bytes
 * as their own, and tells their owners and admins.
 * @returns how many companies these are
 */
export async function tellCompaniesOfPlugin(
  trx: Kysely<DB>,
  actor: PlatformActor,
  {
    target: { pluginId, version },
    kind,
    pluginName,
    detail,
  }: {
    target: PluginTarget;
    /** Also the action in the audit lists. */
    kind: Extract<NotificationKind, `plugin.${string}`>;
    pluginName: string;
    /** Why, in plain values. */
    detail: Record<string, string>;
  },
): Promise<number> {
  const ofVersion = version === '*' ? {} : { version };
  const { rows: noted } = await sql`
    insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
    select i.company_id, ${actor.userId}::uuid, ${actor.name}, ${kind}, 'plugin', i.plugin_id,
      ${JSON.stringify({ ...ofVersion, ...detail, byPlatform: true })}::jsonb
    from app.platform_companies_running(${pluginId}, ${version}) i returning 1`.execute(trx);
  await sql`
    insert into app.notifications (company_id, user_id, kind, subject_type, subject_id, detail)
    select k.company_id, k.user_id, ${kind}, 'plugin', k.plugin_id,
      ${JSON.stringify({ ...ofVersion, pluginName, ...detail })}::jsonb
    from app.platform_companies_running(${pluginId}, ${version}) i
    join app.platform_plugin_keepers k using (company_id, plugin_id)
    where k.user_id <> ${actor.userId}::uuid`.execute(trx);
  return noted.length;
}
