import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

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
  const rows = await isoRows(platform)<
    Omit<PlatformTrustedKey, 'kind' | 'publisher' | 'revoked' | 'resting' | 'restingTotal'> & {
      kind: 'platform' | 'publisher';
      isOwn: boolean;
      publisherCompanyId: string | null;
      publisher: string | null;
      revokedAt: string | null;
      revokedBy: string | null;
      revokedReason: string | null;
    }
  >`
    select k.key_id as "keyId", k.name, k.public_key as "publicKey", k.kind, k.private_key_sealed is not null as "isOwn",
      k.publisher_company_id as "publisherCompanyId", c.name as publisher, a.name as "addedBy", k.created_at as "createdAt",
      k.revoked_at as "revokedAt", r.name as "revokedBy", k.revoked_reason as "revokedReason",
      (select count(*)::int from platform.plugin_versions v where v.signed_by @> array[k.key_id]) as signed
    from platform.trusted_keys k
    left join app.platform_companies c on c.id = k.publisher_company_id
    left join app.platform_users a on a.id = k.added_by
    left join app.platform_users r on r.id = k.revoked_by
    order by k.revoked_at is not null, k.private_key_sealed is null, k.kind, k.created_at desc, k.key_id`;
  const resting = await versionsRestingOn(
    platform,
    rows.map((row) => row.keyId),
  );
  return rows.map(({ isOwn, publisherCompanyId, publisher, revokedAt, revokedBy, revokedReason, ...key }) => {
    const own = resting.get(key.keyId) ?? [];
    return {
      ...key,
      kind: key.kind === 'publisher' ? 'publisher' : isOwn ? 'own' : 'added',
      publisher: publisherCompanyId && publisher ? { companyId: publisherCompanyId, name: publisher } : null,
      addedBy: key.addedBy ?? undefined,
      revoked: revokedAt ? { at: revokedAt, by: revokedBy ?? undefined, reason: revokedReason ?? '' } : null,
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
  const { rows } = await sql<RestingVersion & { keyId: string }>`
    select k.key_id as "keyId", v.plugin_id as "pluginId", v.manifest->>'name' as name, v.version, i.companies,
      exists (select from platform.plugin_blocks b where b.plugin_id = v.plugin_id and b.version in ('*', v.version)) as "isBlocked"
    from unnest(${keyIds}::text[]) as k (key_id)
    join platform.plugin_versions v on v.signed_by @> array[k.key_id] and v.state in ('published', 'deprecated')
    join platform.plugins p on p.id = v.plugin_id
    cross join lateral (select count(*)::int as companies from app.installations i
      where i.plugin_id = v.plugin_id and i.version = v.version and i.source = 'catalogue' and i.enabled) i
    where not exists (select from platform.trusted_keys o
      where o.key_id = any (v.signed_by) and o.key_id <> k.key_id and o.revoked_at is null
        and (o.kind = 'platform' or o.publisher_company_id = p.publisher_company_id))
    order by i.companies desc, v.plugin_id, v.ordinal desc`.execute(platform);
  return Map.groupBy(rows, ({ keyId }) => keyId);
}
