import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandOnPlatform, type PlatformActor } from './platform-actor.ts';

/** A version that stands in the catalogue and would be vouched for by no other key. */
export interface RestingVersion {
  pluginId: string;
  name: string;
  version: string;
  /** Companies that have it switched on. */
  companies: number;
  /** By itself or as a whole. */
  isBlocked: boolean;
}

export interface PlatformTrustedKey {
  keyId: string;
  name: string;
  /** Ed25519, 32 bytes in base64. */
  publicKey: string;
  /** `own`: this installation's, its private part is sealed here; `added`: as trusted, kept outside; `publisher`: of one company's plugins. */
  kind: 'own' | 'added' | 'publisher';
  /** Null: of none, or the company is gone. */
  publisher: { companyId: string; name: string } | null;
  /** Undefined where the server added it. */
  addedBy: string | undefined;
  /** ISO 8601. */
  createdAt: string;
  revoked: { at: string; by: string | undefined; reason: string } | null;
  /** Versions of the catalogue that carry its signature. */
  signed: number;
  /** Of these, offered or deprecated ones no other key in force signed, most used first; of many the first. */
  resting: RestingVersion[];
  restingTotal: number;
}

const maxResting = 50;

/** Keys everybody's packages are verified against: those in force first, this installation's own before others. */
export async function listTrustedKeys(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<PlatformTrustedKey[]> {
  demandOnPlatform(actor, 'plugins.see');
  const { rows } = await sql<{
    key_id: string;
    name: string;
    public_key: string;
    kind: 'platform' | 'publisher';
    is_own: boolean;
    publisher_company_id: string | null;
    publisher: string | null;
    added_by: string | null;
    created_at: Date;
    revoked_at: Date | null;
    revoked_by: string | null;
    revoked_reason: string | null;
    signed: number;
  }>`
    select k.key_id, k.name, k.public_key, k.kind, k.private_key_sealed is not null as is_own, k.publisher_company_id,
      c.name as publisher, a.name as added_by, k.created_at, k.revoked_at, r.name as revoked_by, k.revoked_reason,
      (select count(*)::int from platform.plugin_versions v where v.signed_by @> array[k.key_id]) as signed
    from platform.trusted_keys k
    left join app.platform_companies c on c.id = k.publisher_company_id
    left join app.platform_users a on a.id = k.added_by
    left join app.platform_users r on r.id = k.revoked_by
    order by k.revoked_at is not null, k.private_key_sealed is null, k.kind, k.created_at desc, k.key_id`.execute(
    platform,
  );
  const resting = await versionsRestingOn(
    platform,
    rows.map((row) => row.key_id),
  );
  return rows.map((row): PlatformTrustedKey => {
    const own = resting.get(row.key_id) ?? [];
    return {
      keyId: row.key_id,
      name: row.name,
      publicKey: row.public_key,
      kind: row.kind === 'publisher' ? 'publisher' : row.is_own ? 'own' : 'added',
      publisher:
        row.publisher_company_id && row.publisher
          ? { companyId: row.publisher_company_id, name: row.publisher }
          : null,
      addedBy: row.added_by ?? undefined,
      createdAt: row.created_at.toISOString(),
      revoked: row.revoked_at
        ? {
            at: row.revoked_at.toISOString(),
            by: row.revoked_by ?? undefined,
            reason: row.revoked_reason ?? '',
          }
        : null,
      signed: row.signed,
      resting: own.slice(0, maxResting),
      restingTotal: own.length,
    };
  });
}

/** Of each key: versions that are or were published and that no other key in force signed. */
export async function versionsRestingOn(
  platform: Kysely<DB>,
  keyIds: readonly string[],
): Promise<Map<string, RestingVersion[]>> {
  const { rows } = await sql<{
    key_id: string;
    plugin_id: string;
    name: string;
    version: string;
    companies: number;
    is_blocked: boolean;
  }>`
    select k.key_id, v.plugin_id, v.manifest->>'name' as name, v.version, i.companies,
      exists (select from platform.plugin_blocks b where b.plugin_id = v.plugin_id and b.version in ('*', v.version)) as is_blocked
    from unnest(${keyIds}::text[]) as k (key_id)
    join platform.plugin_versions v on v.signed_by @> array[k.key_id] and v.state in ('published', 'deprecated')
    join platform.plugins p on p.id = v.plugin_id
    cross join lateral (select count(*)::int as companies from app.installations i
      where i.plugin_id = v.plugin_id and i.version = v.version and i.source = 'catalogue' and i.enabled) i
    where not exists (select from platform.trusted_keys o
      where o.key_id = any (v.signed_by) and o.key_id <> k.key_id and o.revoked_at is null
        and (o.kind = 'platform' or o.publisher_company_id = p.publisher_company_id))
    order by i.companies desc, v.plugin_id, v.ordinal desc`.execute(platform);
  return Map.groupBy(
    rows.map((row) => ({
      keyId: row.key_id,
      pluginId: row.plugin_id,
      name: row.name,
      version: row.version,
      companies: row.companies,
      isBlocked: row.is_blocked,
    })),
    ({ keyId }) => keyId,
  );
}
