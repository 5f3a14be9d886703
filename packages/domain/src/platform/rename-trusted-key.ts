import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { parseKeyName } from '../plugins/keys/public-key.ts';

/**
 * Calls a trusted key something else; nothing it signed changes.
 * @throws AppError `platform.admin_only`, `signing_key.bad_name`, `signing_key.not_found`
 */
export async function renameTrustedKey(
  { platform }: { platform: Kysely<DB> },
  { actor, keyId, name }: { actor: PlatformActor; keyId: string; name: string },
): Promise<void> {
  demandOnPlatform(actor, 'plugins.change');
  const to = parseKeyName(name);
  await platform.transaction().execute(async (trx) => {
    const { name: from } = await lockTrustedKey(trx, keyId);
    if (from === to) return;
    await sql`update platform.trusted_keys set name = ${to} where key_id = ${keyId}`.execute(trx);
    await recordPlatformEvent(trx, actor, {
      action: 'signing_key.renamed',
      subjectType: 'signing_key',
      subjectId: keyId,
      subjectName: to,
      detail: { name: { from, to } },
    });
  });
}

/** The key as it is, until the transaction ends. @throws AppError `signing_key.not_found` */
export async function lockTrustedKey(
  trx: Kysely<DB>,
  keyId: string,
): Promise<{ name: string; isRevoked: boolean }> {
  const { rows } = await sql<{ name: string; is_revoked: boolean }>`
    select name, revoked_at is not null as is_revoked from platform.trusted_keys
    where key_id = ${keyId.replaceAll('\0', '')} for update`.execute(trx);
  if (!rows[0])
    throw new AppError('signing_key.not_found', { of: 'installation', keyId: keyId.slice(0, 40) });
  return { name: rows[0].name, isRevoked: rows[0].is_revoked };
}
