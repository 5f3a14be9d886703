import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { getManifest, getVersionManifest } from './plugin-manifest.ts';
import { blockConfirmation, type PluginTarget } from './rules.ts';
import { tellCompaniesOfPlugin } from './tell-companies-of-plugin.ts';

const maxReason = 500;

/**
 * Stops a plugin, in one version or in every one, everywhere at once: it is not run again, what a page being read makes
 * with it is not kept, and owners and admins of the companies that use it are told why. Other versions go on.
 *
 * @returns how many companies had it switched on
 * @throws AppError `platform.admin_only`, `plugin.not_found`, `plugin.version_not_found`, `plugin.already_blocked`,
 * `platform.bad_input` with detail `{fields: {reason?: string, confirmation?: string}}`
 */
export async function blockPlugin(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    pluginId,
    version,
    reason,
    confirmation,
  }: PluginTarget & {
    actor: PlatformActor;
    reason: string;
    /** See {@link blockConfirmation}. */
    confirmation: string;
  },
): Promise<{ companies: number }> {
  demandOnPlatform(actor, 'plugins.change');
  const target: PluginTarget = { pluginId, version };
  const manifest =
    version === '*' ? await getManifest(platform, pluginId) : await getVersionManifest(platform, target);
  const why = reason.replaceAll('\0', '').trim();
  const fields: Record<string, string> = {};
  if (!why) fields.reason = fieldText('why_blocked');
  else if ([...why].length > maxReason) fields.reason = fieldText('too_long', { max: maxReason });
  if (confirmation.trim() !== blockConfirmation(target))
    fields.confirmation = fieldText('type_to_confirm', { words: blockConfirmation(target) });
  if (Object.keys(fields).length > 0) throw new AppError('platform.bad_input', { fields });
  return platform.transaction().execute(async (trx) => {
    const companies = await insertBlock(trx, actor, { target, why, pluginName: manifest.name });
    if (companies === undefined) throw new AppError('plugin.already_blocked');
    return { companies };
  });
}

/**
 * Blocks and tells, without asking.
 * @returns how many companies had it switched on; undefined where it was blocked already
 */
export async function insertBlock(
  trx: Kysely<DB>,
  actor: PlatformActor,
  { target, why, pluginName }: { target: PluginTarget; why: string; pluginName: string },
): Promise<number | undefined> {
  const { pluginId, version } = target;
  const { rows } = await sql`
    insert into platform.plugin_blocks (plugin_id, version, reason, blocked_by)
    values (${pluginId}, ${version}, ${why}, ${actor.userId}::uuid) on conflict do nothing returning plugin_id`.execute(
    trx,
  );
  if (rows.length === 0) return undefined;
  const companies = await tellCompaniesOfPlugin(trx, actor, {
    target,
    kind: 'plugin.blocked',
    pluginName,
    detail: { reason: why },
  });
  await recordPlatformEvent(trx, actor, {
    action: 'plugin.blocked',
    subjectType: 'plugin',
    subjectId: pluginId,
    subjectName: pluginName,
    detail: { ...(version === '*' ? {} : { version }), reason: why, companies },
  });
  return companies;
}
