import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import type { ApiKeyScope } from '../api-keys/rules.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import { placeOf } from './rules.ts';

/** What a program may do for a person in a company: one that works. */
export interface ListedGrant {
  id: string;
  companyId: string;
  /** As the program calls itself. */
  name: string;
  /** Where it was answered: a host, this machine, the scheme of a program. */
  place: ReturnType<typeof placeOf>;
  scopes: ApiKeyScope[];
  /** Those it may publish. */
  pluginIds: string[];
  /** Whose program it is. */
  personName: string;
  /** ISO 8601, as all times here. */
  allowedAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
}

/** Programs that act for members of the company, the latest first. */
export async function listGrants(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<ListedGrant[]> {
  demand(scope, 'api_keys.manage');
  return findGrants(db, scope, null);
}

const maxListed = 500;

/** Those that work, the latest first; of who left and came back, those since. */
export async function findGrants(
  db: Kysely<DB>,
  scope: Scope,
  createdBy: string | null,
): Promise<ListedGrant[]> {
  const rows = await inScope(
    db,
    scope,
    (trx) =>
      isoRows(trx)<Omit<ListedGrant, 'companyId' | 'place'> & { redirectUri: string }>`
    select g.id, g.client_name as name, g.redirect_uri as "redirectUri", g.scopes, g.plugin_ids as "pluginIds", m.name as "personName",
      g.created_at as "allowedAt", g.expires_at as "expiresAt", g.last_used_at as "lastUsedAt", g.last_used_from as "lastUsedFrom"
    from app.oauth_grants g join app.member_details m on m.user_id = g.created_by and m.created_at <= g.created_at
    where g.company_id = ${scope.companyId}::uuid and g.begun_at is not null and g.revoked_at is null and g.expires_at > now()
      and (${createdBy}::uuid is null or g.created_by = ${createdBy}::uuid)
    order by g.created_at desc, g.id limit ${maxListed}`,
  );
  return rows.map(({ redirectUri, ...grant }) => ({
    ...grant,
    companyId: scope.companyId,
    place: placeOf(redirectUri),
  }));
}
