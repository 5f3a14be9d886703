import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { getVersionManifest } from './plugin-manifest.ts';
import type { PluginTarget } from './rules.ts';

/**
 * Offers a version that was deprecated again.
 * @throws AppError `platform.admin_only`, `plugin.version_not_found`, `plugin.not_deprecated`
 */
export async function offerPluginVersion(
  { platform }: { platform: Kysely<DB> },
  { actor, pluginId, version }: PluginTarget & { actor: PlatformActor },
): Promise<void> {
  demandOnPlatform(actor, 'plugins.change');
  const { name } = await getVersionManifest(platform, { pluginId, version });
  await platform.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update platform.plugin_versions
      set state = 'published', deprecated_note = null, deprecated_by = null, deprecated_at = null
      where plugin_id = ${pluginId} and version = ${version} and state = 'deprecated' returning 1`.execute(
      trx,
    );
    if (rows.length === 0) throw new AppError('plugin.not_deprecated');
    await recordPlatformEvent(trx, actor, {
      action: 'plugin.version_offered_again',
      subjectType: 'plugin',
      subjectId: pluginId,
      subjectName: name,
      detail: { version },
    });
  });
}
