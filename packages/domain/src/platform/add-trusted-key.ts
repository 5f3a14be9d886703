import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { parseKeyName, parsePublicKey } from '../plugins/keys/public-key.ts';

/**
 * Trusts a key whose private part is kept elsewhere as much as the installation's own: what it signs can be carried into
 * the catalogue, and into every company as its own.
 *
 * @param input.publicKey the 32 bytes in base64, or PEM as OpenSSL writes it
 * @throws AppError `platform.admin_only`, `signing_key.bad_name`, `signing_key.not_a_key`, `signing_key.exists`
 */
export async function addTrustedKey(
  { platform }: { platform: Kysely<DB> },
  { actor, name, publicKey }: { actor: PlatformActor; name: string; publicKey: string },
): Promise<{ keyId: string }> {
  demandOnPlatform(actor, 'plugins.change');
  const title = parseKeyName(name);
  const key = parsePublicKey(publicKey);
  return platform.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into platform.trusted_keys (key_id, public_key, name, kind, added_by)
      values (${key.keyId}, ${key.publicKey}, ${title}, 'platform', ${actor.userId}::uuid)
      on conflict do nothing returning 1`.execute(trx);
    if (rows.length === 0) throw await alreadyThere(trx, key.keyId);
    await recordPlatformEvent(trx, actor, {
      action: 'signing_key.added',
      subjectType: 'signing_key',
      subjectId: key.keyId,
      subjectName: title,
      detail: { publicKey: key.publicKey },
    });
    return { keyId: key.keyId };
  });
}

async function alreadyThere(trx: Kysely<DB>, keyId: string): Promise<AppError> {
  const { rows } = await sql<{ name: string; kind: string; is_revoked: boolean }>`
    select name, kind, revoked_at is not null as is_revoked from platform.trusted_keys where key_id = ${keyId}`.execute(
    trx,
  );
  const { name, kind, is_revoked } = rows[0]!;
  const reason = is_revoked ? 'revoked' : kind === 'publisher' ? 'publisher' : 'trusted';
  return new AppError('signing_key.exists', { reason, name, keyId });
}
