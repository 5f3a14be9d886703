import type { DB } from '@readout/database';
import type { SigningKey } from '@readout/plugin-kit/package';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../../audit/record-platform-event.ts';
import type { KeyVault, SealedKey } from './key-vault.ts';

const owner = 'platform';

/**
 * The installation's own key: signs what comes with Readout. Made at the first start, and again where the server's secret
 * was changed since; what the older one signed stays trusted.
 */
export async function platformSigningKey({
  platform,
  vault,
}: {
  platform: Kysely<DB>;
  vault: KeyVault;
}): Promise<SigningKey> {
  return platform.transaction().execute(async (trx) => {
    // Several processes start at once.
    await sql`select pg_advisory_xact_lock(hashtextextended('signing key of the platform', 0))`.execute(trx);
    const { rows } = await sql<SealedKey>`
      select key_id as "keyId", public_key as "publicKey", private_key_sealed as "privateKeySealed" from platform.trusted_keys
      where kind = 'platform' and private_key_sealed is not null and revoked_at is null
      order by created_at desc`.execute(trx);
    for (const sealed of rows) {
      const key = vault.open(sealed, owner);
      if (key) return key;
    }
    const made = await vault.make(owner);
    const name = 'This installation';
    await sql`
      insert into platform.trusted_keys (key_id, public_key, name, kind, private_key_sealed)
      values (${made.keyId}, ${made.publicKey}, ${name}, 'platform', ${made.privateKeySealed})`.execute(trx);
    await recordPlatformEvent(trx, null, {
      action: 'signing_key.made',
      subjectType: 'signing_key',
      subjectId: made.keyId,
      subjectName: name,
    });
    const key = vault.open(made, owner);
    if (!key) throw new Error('A signing key that was just made cannot be opened.');
    return key;
  });
}
