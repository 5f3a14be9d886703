import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { type ApiKeyScope, isOfUse, lowerRole } from './rules.ts';

/**
 * `working`, or why it does nothing any more: `revoked`, `expired`; `maker_gone` left the company or is suspended;
 * `maker_demoted` may do nothing any more of what the key is for.
 */
export type ApiKeyState = 'working' | 'revoked' | 'expired' | 'maker_gone' | 'maker_demoted';

/** A key as it is shown: nothing in it opens anything. */
export interface ListedApiKey {
  id: string;
  name: string;
  /** The start of the key. */
  prefix: string;
  scopes: ApiKeyScope[];
  /** Where requests with it may come from; empty: anywhere. */
  addressRanges: string[];
  /** What it was made with. */
  role: CompanyRole;
  /** What it counts as now, never above its maker's; null where its maker is gone. */
  countsAs: CompanyRole | null;
  state: ApiKeyState;
  /** Null where the maker is no member any more. */
  createdBy: string | null;
  /** ISO 8601, as all times here. */
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
  revokedAt: string | null;
}

/** Most that are shown: all that can work, and the newest of those that do not. */
const maxListed = 200;

/** The company's keys, those that work first, newest first. */
export async function listApiKeys(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<ListedApiKey[]> {
  demand(scope, 'api_keys.manage');
  const { rows } = await inScope(db, scope, (trx) =>
    sql<{
      id: string;
      name: string;
      prefix: string;
      scopes: ApiKeyScope[];
      address_ranges: string[];
      role: CompanyRole;
      maker_name: string | null;
      maker_role: CompanyRole | null;
      is_there: boolean;
      is_over: boolean;
      created_at: Date;
      expires_at: Date;
      last_used_at: Date | null;
      last_used_from: string | null;
      revoked_at: Date | null;
    }>`
    select k.id, k.name, k.prefix, k.scopes, k.address_ranges::text[], k.role, m.name as maker_name, m.role as maker_role,
      coalesce(m.created_at <= k.created_at and not m.banned, false) as is_there,
      k.expires_at <= now() as is_over, k.created_at, k.expires_at, k.last_used_at, k.last_used_from, k.revoked_at
    from app.api_keys k left join app.member_details m on m.user_id = k.created_by
    where k.company_id = ${scope.companyId}::uuid
    order by k.revoked_at is not null or k.expires_at <= now(), k.created_at desc, k.id
    limit ${maxListed}`.execute(trx),
  );
  return rows.map((row) => {
    const countsAs = row.is_there && row.maker_role ? lowerRole(row.role, row.maker_role) : null;
    const state = row.revoked_at
      ? 'revoked'
      : row.is_over
        ? 'expired'
        : countsAs === null
          ? 'maker_gone'
          : row.scopes.some((purpose) => isOfUse(countsAs, purpose))
            ? 'working'
            : 'maker_demoted';
    return {
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      scopes: row.scopes,
      addressRanges: row.address_ranges,
      role: row.role,
      countsAs,
      state,
      createdBy: row.maker_name,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      lastUsedFrom: row.last_used_from,
      revokedAt: row.revoked_at?.toISOString() ?? null,
    };
  });
}
