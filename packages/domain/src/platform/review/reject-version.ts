import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { fieldText } from '../../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../../platform-actor.ts';
import { badInput, demandNote, tellDecision } from './decide-version.ts';
import { lockReviewed } from './lock-reviewed.ts';

/**
 * Sends a version back: it is never published, and its publisher is told why.
 * @param input.note - what its publisher has to change, required
 * @throws AppError `platform.admin_only`, `platform.bad_input` with `{fields: {note}}`, `plugin.version_not_found`, `plugin.not_in_review`
 */
export async function rejectVersion(
  { platform }: { platform: Kysely<DB> },
  input: { actor: PlatformActor; pluginId: string; version: string; note: string },
): Promise<void> {
  const { actor, pluginId, version } = input;
  demandOnPlatform(actor, 'plugins.review');
  const note = demandNote(input.note, 'note');
  if (!note) throw badInput({ note: fieldText('why_rejected') });
  await platform.transaction().execute(async (trx) => {
    const locked = await lockReviewed(trx, { pluginId, version });
    await sql`
      update platform.plugin_versions set state = 'rejected', decided_by = ${actor.userId}::uuid,
        decided_by_name = ${actor.name}, decided_at = now(), decision_note = ${note}
      where plugin_id = ${pluginId} and version = ${version}`.execute(trx);
    await tellDecision(trx, { actor, pluginId, version, locked, decision: 'rejected', note });
  });
}
