import type { SigningKey } from '@readout/plugin-kit/package';
import { sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { Trx } from '../../in-scope.ts';
import type { KeyVault, SealedKey } from './key-vault.ts';

/**
 * The key the server signs this company's plugins with; made when it is first needed, and again where none is left that
 * counts and opens. Who may publish is for the caller to see to.
 */
export async function companySigningKey(trx: Trx, scope: Scope, vault: KeyVault): Promise<SigningKey> {
  const { companyId, actor } = scope;
  // Two who publish their first plugin at once share one key.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`signing key of ${companyId}`}, 0))`.execute(trx);
  const { rows } = await sql<SealedKey>`
    select key_id as "keyId", public_key as "publicKey", private_key_sealed as "privateKeySealed" from app.signing_keys
    where company_id = ${companyId}::uuid and private_key_sealed is not null and revoked_at is null
    order by created_at desc`.execute(trx);
  for (const sealed of rows) {
    const key = vault.open(sealed, companyId);
    if (key) return key;
  }
  const made = await vault.make(companyId);
  // Pages say in their reader's language what it is.
  const name = 'Kept by this server';
  await sql`
    insert into app.signing_keys (company_id, key_id, name, public_key, private_key_sealed, created_by)
    values (${companyId}::uuid, ${made.keyId}, ${name}, ${made.publicKey}, ${made.privateKeySealed}, ${actor.userId}::uuid)`.execute(
    trx,
  );
  await recordAuditEvent(trx, scope, {
    action: 'signing_key.made',
    subjectType: 'signing_key',
    subjectId: made.keyId,
    detail: {},
  });
  const key = vault.open(made, companyId);
  if (!key) throw new Error('A signing key that was just made cannot be opened.');
  return key;
}
