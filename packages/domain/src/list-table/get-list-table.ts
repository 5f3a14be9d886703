import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import type { ListTable, ListTableType } from './rules.ts';
import { tableTypes } from './table-types.ts';

/** How the actor looks at the list; `types` only where it is looked at as a table. */
export async function getListTable(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope }: { scope: Scope },
): Promise<ListTable & { types: ListTableType[] }> {
  demand(scope, 'captures.see');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<ListTable>`
      select is_shown as "isShown", columns from app.list_tables
      where company_id = ${companyId}::uuid and user_id = ${actor.userId}::uuid`.execute(trx);
    const kept = rows[0] ?? { isShown: false, columns: {} };
    return { ...kept, types: kept.isShown ? await tableTypes(trx, plugins, companyId) : [] };
  });
}
