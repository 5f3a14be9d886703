import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import type { SavedView } from './rules.ts';

/** One's own views and those shown to everyone, by name. */
export async function listSavedViews(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<SavedView[]> {
  demand(scope, 'views.own');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{
      id: string;
      name: string;
      query: string;
      is_company_wide: boolean;
      created_by: string;
      created_at: Date;
    }>`
      select id, name, query, is_company_wide, created_by, created_at from app.saved_views
      where company_id = ${companyId}::uuid and (created_by = ${actor.userId}::uuid or is_company_wide)
      order by lower(name), id limit 200`.execute(trx);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      query: row.query,
      isCompanyWide: row.is_company_wide,
      isOwn: row.created_by === actor.userId,
      createdAt: row.created_at.toISOString(),
    }));
  });
}
