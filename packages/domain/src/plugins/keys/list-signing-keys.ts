import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
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
    const { rows } = await sql<{
      key_id: string;
      name: string;
      public_key: string;
      is_kept_here: boolean;
      created_by: string | null;
      created_at: Date;
      revoked_at: Date | null;
    }>`
      select k.key_id, k.name, k.public_key, k.private_key_sealed is not null as is_kept_here, u.name as created_by,
        k.created_at, k.revoked_at
      from app.signing_keys k left join app.members u on u.user_id = k.created_by
      where k.company_id = ${scope.companyId}::uuid
      order by k.revoked_at is not null, k.created_at desc, k.key_id`.execute(trx);
    const platform = await sql<{ key_id: string; name: string; public_key: string }>`
      select key_id, name, public_key from platform.trusted_keys
      where kind = 'platform' and revoked_at is null order by name, key_id`.execute(trx);
    const company = rows.map((row) => ({
      keyId: row.key_id,
      name: row.name,
      publicKey: row.public_key,
      isKeptHere: row.is_kept_here,
      createdBy: row.created_by ?? undefined,
      createdAt: row.created_at.toISOString(),
      revokedAt: row.revoked_at?.toISOString() ?? null,
    }));
    return {
      company,
      platform: platform.rows.map((row) => ({
        keyId: row.key_id,
        name: row.name,
        publicKey: row.public_key,
      })),
    };
  });
}
