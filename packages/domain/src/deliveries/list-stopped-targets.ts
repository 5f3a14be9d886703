import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { reachOf } from '../policy.ts';

/** Targets that were paused because nothing arrived there for days, by name; none for those who do not manage them. */
export async function listStoppedTargets(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<{ id: string; name: string }[]> {
  if (reachOf(scope.actor, 'deliveries.manage') === undefined) return [];
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from app.delivery_targets
      where company_id = ${scope.companyId}::uuid and paused_for_failing and trashed_at is null
      order by lower(name), id`.execute(trx);
    return rows;
  });
}
