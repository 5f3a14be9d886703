import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { getVersionManifest } from './plugin-manifest.ts';
import type { PluginTarget } from './rules.ts';
import { tellCompaniesOfPlugin } from './tell-companies-of-plugin.ts';

const maxNote = 500;

/**
 * No longer offers a version: nobody installs it any more, where it is installed it goes on, and owners and admins there
 * are told the note.
 *
 * @returns how many companies have it switched on
 * @throws AppError `platform.admin_only`, `plugin.version_not_found`, `plugin.deprecated_already`,
 * `platform.bad_input` with detail `{fields: {note: string}}`
 */
export async function deprecatePluginVersion(
  { platform }: { platform: Kysely<DB> },
  { actor, pluginId, version, note }: PluginTarget & { actor: PlatformActor; note: string },
): Promise<{ companies: number }> {
  demandOnPlatform(actor, 'plugins.change');
  const { name } = await getVersionManifest(platform, { pluginId, version });
  const why = note.replaceAll('\0', '').trim();
  const problem = !why
    ? fieldText('why_deprecated')
    : [...why].length > maxNote
      ? fieldText('too_long', { max: maxNote })
      : undefined;
  if (problem) throw new AppError('platform.bad_input', { fields: { note: problem } });
  return platform.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update platform.plugin_versions
      set state = 'deprecated', deprecated_note = ${why}, deprecated_by = ${actor.userId}::uuid, deprecated_at = now()
      where plugin_id = ${pluginId} and version = ${version} and state = 'published' returning 1`.execute(
      trx,
    );
    if (rows.length === 0) throw new AppError('plugin.deprecated_already');
    const companies = await tellCompaniesOfPlugin(trx, actor, {
      target: { pluginId, version },
      kind: 'plugin.version_deprecated',
      pluginName: name,
      detail: { note: why },
    });
    await recordPlatformEvent(trx, actor, {
      action: 'plugin.version_deprecated',
      subjectType: 'plugin',
      subjectId: pluginId,
      subjectName: name,
      detail: { version, note: why, companies },
    });
    return { companies };
  });
}
