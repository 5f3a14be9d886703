import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
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
  /** Ids of the plugins it may publish. */
  pluginIds: string[];
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
  const rows = await inScope(
    db,
    scope,
    (trx) =>
      isoRows(trx)<
        Omit<ListedApiKey, 'countsAs' | 'state'> & {
          makerRole: CompanyRole | null;
          isThere: boolean;
          isOver: boolean;
        }
      >`
    select k.id, k.name, k.prefix, k.scopes, k.plugin_ids as "pluginIds", k.address_ranges::text[] as "addressRanges", k.role, m.name as "createdBy",
      m.role as "makerRole", coalesce(m.created_at <= k.created_at and not m.banned, false) as "isThere",
      k.expires_at <= now() as "isOver", k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", k.last_used_from as "lastUsedFrom", k.revoked_at as "revokedAt"
    from app.api_keys k left join app.member_details m on m.user_id = k.created_by
    where k.company_id = ${scope.companyId}::uuid
    order by k.revoked_at is not null or k.expires_at <= now(), k.created_at desc, k.id
    limit ${maxListed}`,
  );
  return rows.map(({ makerRole, isThere, isOver, ...key }) => {
    const countsAs = isThere && makerRole ? lowerRole(key.role, makerRole) : null;
    const state = key.revokedAt
      ? 'revoked'
      : isOver
        ? 'expired'
        : countsAs === null
          ? 'maker_gone'
          : key.scopes.some((purpose) => isOfUse(countsAs, purpose))
            ? 'working'
            : 'maker_demoted';
    return { ...key, countsAs, state };
  });
}
