import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { getManifest } from './plugin-manifest.ts';
import type { PluginTarget } from './rules.ts';
import { tellCompaniesOfPlugin } from './tell-companies-of-plugin.ts';

/**
 * Lifts one block: that of every version (`*`) or of one. Companies that have it switched on are told; a version that
 * is blocked by itself stays blocked where that of every version is lifted. What was read meanwhile stays as it was read.
 *
 * @throws AppError `platform.admin_only`, `plugin.not_found`, `plugin.not_blocked`
 */
export async function unblockPlugin(
  { platform }: { platform: Kysely<DB> },
  { actor, pluginId, version }: PluginTarget & { actor: PlatformActor },
): Promise<void> {
  demandOnPlatform(actor, 'plugins.change');
  const { name } = await getManifest(platform, pluginId);
  await platform.transaction().execute(async (trx) => {
    const { rows } = await sql<{ reason: string }>`
      delete from platform.plugin_blocks where plugin_id = ${pluginId} and version = ${version.replaceAll('\0', '')}
      returning reason`.execute(trx);
    if (rows.length === 0) throw new AppError('plugin.not_blocked');
    await tellCompaniesOfPlugin(trx, actor, {
      target: { pluginId, version },
      kind: 'plugin.unblocked',
      pluginName: name,
      detail: {},
    });
    await recordPlatformEvent(trx, actor, {
      action: 'plugin.unblocked',
      subjectType: 'plugin',
      subjectId: pluginId,
      subjectName: name,
      detail: { ...(version === '*' ? {} : { version }), reason: rows[0]!.reason },
    });
  });
}
