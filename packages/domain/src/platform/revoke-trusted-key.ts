import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { insertBlock } from './block-plugin.ts';
import { versionsRestingOn } from './list-trusted-keys.ts';

const maxReason = 500;

/**
 * Takes nothing more that this key signs, for ever. What it signed before goes on, so that replacing a key stops
 * nobody's work; where the key may have been in other hands, `blocksWhatItSigned` stops in the same moment each version
 * that no other key in force vouches for, and tells its companies the reason.
 *
 * @param input.confirmation the key's id, typed
 * @returns how many versions were blocked
 * @throws AppError `platform.admin_only`, `signing_key.not_found`, `signing_key.revoked_already`, `platform.bad_input` with
 * detail `{fields: {reason?: string, confirmation?: string}}`
 */
export async function revokeTrustedKey(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    keyId,
    reason,
    confirmation,
    blocksWhatItSigned,
  }: {
    actor: PlatformActor;
    keyId: string;
    reason: string;
    confirmation: string;
    blocksWhatItSigned: boolean;
  },
): Promise<{ blocked: number }> {
  demandOnPlatform(actor, 'plugins.change');
  const why = reason.replaceAll('\0', '').trim();
  const fields: Record<string, string> = {};
  if (!why) fields.reason = fieldText('why_key');
  else if ([...why].length > maxReason) fields.reason = fieldText('too_long', { max: maxReason });
  if (confirmation.trim() !== keyId) fields.confirmation = fieldText('type_to_confirm', { words: keyId });
  return platform.transaction().execute(async (trx) => {
    const key = await lockTrustedKey(trx, keyId);
    if (key.isRevoked) throw new AppError('signing_key.revoked_already');
    if (Object.keys(fields).length > 0) throw new AppError('platform.bad_input', { fields });
    await sql`
      update platform.trusted_keys
      set revoked_at = now(), revoked_by = ${actor.userId}::uuid, revoked_reason = ${why}
      where key_id = ${keyId}`.execute(trx);
    const resting = blocksWhatItSigned ? ((await versionsRestingOn(trx, [keyId])).get(keyId) ?? []) : [];
    let blocked = 0;
    for (const { pluginId, version, name } of resting) {
      const told = await insertBlock(trx, actor, { target: { pluginId, version }, why, pluginName: name });
      if (told !== undefined) blocked++;
    }
    await recordPlatformEvent(trx, actor, {
      action: 'signing_key.revoked',
      subjectType: 'signing_key',
      subjectId: keyId,
      subjectName: key.name,
      detail: { reason: why, blocked },
    });
    return { blocked };
  });
}

/** The key as it is, until the transaction ends. @throws AppError `signing_key.not_found` */
async function lockTrustedKey(trx: Kysely<DB>, keyId: string): Promise<{ name: string; isRevoked: boolean }> {
  const { rows } = await sql<{ name: string; is_revoked: boolean }>`
    select name, revoked_at is not null as is_revoked from platform.trusted_keys
    where key_id = ${keyId.replaceAll('\0', '')} for update`.execute(trx);
  if (!rows[0]) throw new AppError('signing_key.not_found', { keyId: keyId.slice(0, 40) });
  return { name: rows[0].name, isRevoked: rows[0].is_revoked };
}
