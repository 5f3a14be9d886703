import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demandChange } from '../policy.ts';
import type { ListTable, ListTableType } from './rules.ts';
import { tableTypes } from './table-types.ts';

/** Keeps how the actor looks at the list of the company; answers with what there are columns for. */
export async function chooseListTable(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope, isShown, columns }: { scope: Scope } & ListTable,
): Promise<{ types: ListTableType[] }> {
  demandChange(scope, 'views.own');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    await sql`
      insert into app.list_tables (company_id, user_id, is_shown, columns)
      values (${companyId}::uuid, ${actor.userId}::uuid, ${isShown}, ${JSON.stringify(columns)}::jsonb)
      on conflict (company_id, user_id) do update set is_shown = excluded.is_shown, columns = excluded.columns`.execute(
      trx,
    );
    return { types: await tableTypes(trx, plugins, companyId) };
  });
}
