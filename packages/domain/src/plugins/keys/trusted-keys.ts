import type { TrustedKey } from '@readout/plugin-kit/package';
import { sql } from 'kysely';
import type { Trx } from '../../in-scope.ts';

/** Of which package the keys are wanted. */
export type Packaged =
  | { source: 'company'; companyId: string }
  /** `publisherCompanyId` null: comes with Readout, or its company is gone. */
  | { source: 'catalogue'; publisherCompanyId: string | null };

/**
 * The keys a package may be signed with. Of a company's own: that company's and the platform's. Of the catalogue: the
 * platform's and the publisher's. A revoked key still vouches for what was stored while it counted, so that nothing that
 * is installed stops when a key is replaced; what must stop is blocked.
 * @param takes whether the package is about to be taken in: then revoked keys do not count
 */
export async function trustedKeys(
  trx: Trx,
  packaged: Packaged,
  { takes }: { takes: boolean },
): Promise<TrustedKey[]> {
  const counts = takes ? sql`and revoked_at is null` : sql``;
  const publisher = packaged.source === 'catalogue' ? packaged.publisherCompanyId : null;
  // What was published stays what it is when its publisher is gone.
  const isOrphan = packaged.source === 'catalogue' && publisher === null && !takes;
  const { rows } = await sql<TrustedKey>`
    select key_id as "keyId", public_key as "publicKey" from platform.trusted_keys
    where (kind = 'platform' or (kind = 'publisher' and (publisher_company_id = ${publisher}::uuid
      or (publisher_company_id is null and ${isOrphan}::boolean)))) ${counts}`.execute(trx);
  if (packaged.source === 'company') {
    const own = await sql<TrustedKey>`
      select key_id as "keyId", public_key as "publicKey" from app.signing_keys
      where company_id = ${packaged.companyId}::uuid ${counts}`.execute(trx);
    rows.push(...own.rows);
  }
  return rows;
}
