import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';

/** The person has seen enough of the first steps in this company. */
export async function dismissFirstSteps(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<void> {
  demandChange(scope, 'views.own');
  await inScope(db, scope, (trx) =>
    sql`
      insert into app.dismissed_steps (company_id, user_id)
      values (${scope.companyId}::uuid, ${scope.actor.userId}::uuid) on conflict do nothing`.execute(trx),
  );
}
