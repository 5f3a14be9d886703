import { createHash } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';

const maxName = 80;
/** What every Ed25519 key in SubjectPublicKeyInfo starts with (RFC 8410). */
const spkiHead = '302a300506032b6570032100';

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
  const title = name.replaceAll('\0', '').trim();
  if (title === '' || [...title].length > maxName)
    throw new AppError('invalid', 'signing_key.bad_name', `Name the key in 1 to ${maxName} characters.`);
  const bytes = publicKeyBytes(publicKey);
  const keyId = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return inChange(db, scope, async (trx) => {
    const { rows } = await sql`
      insert into app.signing_keys (company_id, key_id, name, public_key, created_by)
      values (${scope.companyId}::uuid, ${keyId}, ${title}, ${bytes.toString('base64')}, ${scope.actor.userId}::uuid)
      on conflict do nothing returning key_id`.execute(trx);
    if (rows.length === 0)
      throw new AppError(
        'conflict',
        'signing_key.exists',
        'The company has this key already. One that was revoked does not come back: make a new one.',
        { keyId },
      );
    await recordAuditEvent(trx, scope, {
      action: 'signing_key.added',
      subjectType: 'signing_key',
      subjectId: keyId,
      detail: { name: title },
    });
    return { keyId };
  });
}

function publicKeyBytes(text: string): Buffer {
  const compact = text.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const bytes = Buffer.from(compact, 'base64');
  const isWhole = /^[A-Za-z0-9+/]+={0,2}$/.test(compact) && bytes.toString('base64') === compact;
  if (isWhole && bytes.length === 32) return bytes;
  if (isWhole && bytes.length === 44 && bytes.toString('hex').startsWith(spkiHead)) return bytes.subarray(12);
  throw new AppError(
    'invalid',
    'signing_key.not_a_key',
    'This is no public Ed25519 key: 44 characters of base64, or the PEM file of one. Never paste a private key.',
  );
}
