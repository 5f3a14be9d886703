import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { type BulkSelection, demandBulk, selectedCaptures } from './bulk-selection.ts';
import { type BulkPayload, reasonToSkip } from './change-captures.ts';
import type { BulkAction, BulkPreview } from './rules.ts';

/** What an action would change, before it does. */
export async function previewBulkAction(
  { db }: { db: Kysely<DB> },
  {
    scope,
    action,
    payload = {},
    ...selection
  }: { scope: Scope; action: BulkAction; payload?: BulkPayload } & BulkSelection,
): Promise<BulkPreview> {
  const reach = demandBulk(scope, action);
  const { where, search } = selectedCaptures(scope, selection);
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ reason: string | null; count: number }>`
      ${search}
      select ${reasonToSkip(action, reach, payload)} as reason, count(*)::int as count
      from app.captures c where ${where} group by 1 order by 2 desc`.execute(trx);
    const matching = rows.reduce((sum, row) => sum + row.count, 0);
    const changing = rows.find((row) => row.reason === null)?.count ?? 0;
    return {
      matching,
      changing,
      unchanged: matching - changing,
      reasons: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    };
  });
}
