import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { parseAddressRanges } from './address-ranges.ts';
import { newApiKey } from './api-key-secret.ts';
import {
  parseApiKeyDays,
  parseApiKeyName,
  parseApiKeyPlugins,
  parseApiKeyRole,
  parseApiKeyScopes,
} from './rules.ts';

/** Keys of a company that work at the same time. */
export const maxApiKeys = 50;

export interface NewApiKey {
  name: string;
  /** What it is for, of `apiKeyScopes`. */
  scopes: readonly string[];
  /** Up to the maker's own; what it counts as later is never above the maker's role then. */
  role: string;
  /** For how many days, one of `apiKeyDays`. */
  days: number;
  /** Where requests may come from: addresses and ranges, separated by commas or white space; empty: anywhere. */
  addressRanges?: string;
  /** Ids of the plugins it may publish, separated by commas or white space; needed where it is for publishing. */
  plugins?: string;
}

/**
 * Makes a key with which a program acts for the company in its maker's name. What is returned as `key` is in no other
 * place: only its hash is kept.
 * @throws AppError `api_key.bad_name`, `api_key.bad_scope`, `api_key.bad_role`, `api_key.role_above_own`,
 *   `api_key.bad_expiry`, `api_key.bad_plugins`, `api_key.bad_address_ranges`, `api_key.too_many`; `support.read_only` for anyone who acts as somebody: a key would outlast that
 */
export async function createApiKey(
  { db }: { db: Kysely<DB> },
  { scope, apiKey }: { scope: Scope; apiKey: NewApiKey },
): Promise<{ id: string; key: string; name: string; expiresAt: string }> {
  demandThemself(scope);
  demandChange(scope, 'api_keys.manage');
  const name = parseApiKeyName(apiKey.name);
  const scopes = parseApiKeyScopes(apiKey.scopes);
  const role = parseApiKeyRole(apiKey.role, scope.actor, scopes);
  const days = parseApiKeyDays(apiKey.days);
  const plugins = parseApiKeyPlugins(apiKey.plugins ?? '', scopes);
  const addressRanges = parseAddressRanges(apiKey.addressRanges ?? '');
  const { key, prefix, hash } = newApiKey();
  return inChange(db, scope, async (trx) => {
    // Two who make one at the same moment are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('api_keys ' || ${scope.companyId}, 0))`.execute(
      trx,
    );
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from app.api_keys
      where company_id = ${scope.companyId}::uuid and revoked_at is null and expires_at > now()`.execute(trx);
    if ((counted[0]?.count ?? 0) >= maxApiKeys) throw new AppError('api_key.too_many', { max: maxApiKeys });
    const { rows } = await sql<{ id: string; expires_at: Date }>`
      insert into app.api_keys (company_id, name, secret_hash, prefix, role, scopes, created_by, expires_at, plugin_ids, address_ranges)
      values (${scope.companyId}::uuid, ${name}, ${hash}, ${prefix}, ${role}, ${scopes}::text[],
        ${scope.actor.userId}::uuid, now() + make_interval(days => ${days}), ${plugins}::text[],
        (select coalesce(array_agg(distinct network(each::inet)), '{}') from unnest(${addressRanges}::text[]) each))
      returning id, expires_at`.execute(trx);
    const made = rows[0]!;
    await recordAuditEvent(trx, scope, {
      action: 'api_key.created',
      subjectType: 'api_key',
      subjectId: made.id,
      detail: {
        name,
        prefix,
        role,
        scopes,
        expiresAt: made.expires_at.toISOString(),
        addressRanges,
        plugins,
      },
    });
    return { id: made.id, key, name, expiresAt: made.expires_at.toISOString() };
  });
}
