import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../../audit/record-platform-event.ts';
import { databaseNow } from '../../database-clock.ts';
import { AppError } from '../../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../../platform-actor.ts';
import { lockReviewed } from './lock-reviewed.ts';
import { staleAfterMs } from './take-check.ts';

/**
 * Has the automatic checks made once more, by whichever process is free first.
 * @throws AppError `platform.admin_only`, `plugin.version_not_found`, `plugin.not_in_review`, `plugin.checks_running`
 */
export async function recheckVersion(
  { platform }: { platform: Kysely<DB> },
  { actor, pluginId, version }: { actor: PlatformActor; pluginId: string; version: string },
): Promise<void> {
  demandOnPlatform(actor, 'plugins.review');
  await platform.transaction().execute(async (trx) => {
    const { checks, manifest } = await lockReviewed(trx, { pluginId, version });
    const isRunning =
      checks === null ||
      (checks.status === 'running' &&
        (await databaseNow(trx)).getTime() - Date.parse(checks.startedAt) < staleAfterMs);
    if (isRunning) throw new AppError('plugin.checks_running', { reason: 'recheck' });
    await sql`
      update platform.plugin_versions set checks = null
      where plugin_id = ${pluginId} and version = ${version}`.execute(trx);
    await recordPlatformEvent(trx, actor, {
      action: 'plugin.checked_again',
      subjectType: 'plugin',
      subjectId: pluginId,
      subjectName: manifest.name,
      detail: { version },
    });
  });
}
