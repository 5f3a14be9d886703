import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { isoRows } from '../../iso-rows.ts';
import { demand } from '../../policy.ts';

/** A key of the company; its private part is never shown to anyone. */
export interface ListedSigningKey {
  keyId: string;
  name: string;
  /** Ed25519, 32 bytes in base64. */
  publicKey: string;
  /** Whether the server signs with it; otherwise its private part is kept outside. */
  isKeptHere: boolean;
  /** Undefined where the member is gone. */
  createdBy: string | undefined;
  /** ISO 8601. */
  createdAt: string;
  revokedAt: string | null;
}

/** Whose signature makes a package count as the company's own. */
export interface SigningKeys {
  /** Those that count first, newest first. */
  company: ListedSigningKey[];
  /** Of whoever runs this Readout, those that count. */
  platform: { keyId: string; name: string; publicKey: string }[];
}

export async function listSigningKeys(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<SigningKeys> {
  demand(scope, 'plugins.manage');
  return inScope(db, scope, async (trx) => {
    const company = await isoRows(trx)<Omit<ListedSigningKey, 'createdBy'> & { createdBy: string | null }>`
      select k.key_id as "keyId", k.name, k.public_key as "publicKey", k.private_key_sealed is not null as "isKeptHere",
        u.name as "createdBy", k.created_at as "createdAt", k.revoked_at as "revokedAt"
      from app.signing_keys k left join app.members u on u.user_id = k.created_by
      where k.company_id = ${scope.companyId}::uuid
      order by k.revoked_at is not null, k.created_at desc, k.key_id`;
    const platform = await sql<SigningKeys['platform'][number]>`
      select key_id as "keyId", name, public_key as "publicKey" from platform.trusted_keys
      where kind = 'platform' and revoked_at is null order by name, key_id`.execute(trx);
    return {
      company: company.map((key) => ({ ...key, createdBy: key.createdBy ?? undefined })),
      platform: platform.rows,
    };
  });
}
