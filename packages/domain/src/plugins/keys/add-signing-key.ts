import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { parseKeyName, parsePublicKey } from './public-key.ts';

/**
 * Trusts a key whose private part is kept outside, for instance by `readout plugin keygen`: packages it signed count as
 * the company's own from now on.
 *
 * @param input.publicKey the 32 bytes in base64, or PEM as OpenSSL writes it
 * @throws AppError `signing_key.bad_name`, `signing_key.not_a_key`, `signing_key.exists`
 */
export async function addSigningKey(
  { db }: { db: Kysely<DB> },
  { scope, name, publicKey }: { scope: Scope; name: string; publicKey: string },
): Promise<{ keyId: string }> {
  demandChange(scope, 'plugins.manage');
  const title = parseKeyName(name);
  const { keyId, publicKey: bytes } = parsePublicKey(publicKey);
  return inChange(db, scope, async (trx) => {
    const { rows } = await sql`
      insert into app.signing_keys (company_id, key_id, name, public_key, created_by)
      values (${scope.companyId}::uuid, ${keyId}, ${title}, ${bytes}, ${scope.actor.userId}::uuid)
      on conflict do nothing returning key_id`.execute(trx);
    if (rows.length === 0) throw new AppError('signing_key.exists', { keyId });
    await recordAuditEvent(trx, scope, {
      action: 'signing_key.added',
      subjectType: 'signing_key',
      subjectId: keyId,
      detail: { name: title },
    });
    return { keyId };
  });
}
