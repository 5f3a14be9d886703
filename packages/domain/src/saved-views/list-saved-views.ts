import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import type { SavedView } from './rules.ts';

/** One's own views and those shown to everyone, by name. */
export async function listSavedViews(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<SavedView[]> {
  demand(scope, 'views.own');
  const { companyId, actor } = scope;
  return inScope(
    db,
    scope,
    (trx) => isoRows(trx)<SavedView>`
      select id, name, query, is_company_wide as "isCompanyWide", created_by = ${actor.userId}::uuid as "isOwn",
        created_at as "createdAt"
      from app.saved_views
      where company_id = ${companyId}::uuid and (created_by = ${actor.userId}::uuid or is_company_wide)
      order by lower(name), id limit 200`,
  );
}
