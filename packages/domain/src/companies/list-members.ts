import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand, reachOf } from '../policy.ts';

export interface Member {
  userId: string;
  name: string;
  role: CompanyRole;
}

/** The people of the company by name; who sees only their own captures sees only themselves. */
export async function listMembers(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<Member[]> {
  demand(scope, 'captures.see');
  const seesAll = reachOf(scope.actor, 'captures.see') === 'all';
  return inScope(db, scope, (trx) =>
    trx
      .selectFrom('app.members')
      .select(['user_id as userId', 'name', 'role'])
      .$if(!seesAll, (query) => query.where('user_id', '=', scope.actor.userId))
      .orderBy('name')
      .orderBy('user_id')
      .execute(),
  );
}
