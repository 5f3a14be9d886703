import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';

export interface Member {
  userId: string;
  name: string;
  role: CompanyRole;
}

/** The people of the company by name, for whoever may give captures to them. */
export function listMembers({ db }: { db: Kysely<DB> }, { scope }: { scope: Scope }): Promise<Member[]> {
  demand(scope, 'captures.assign');
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ user_id: string; name: string; role: CompanyRole }>`
      select user_id, name, role from app.members order by lower(name), user_id`.execute(trx);
    return rows.map((row) => ({ userId: row.user_id, name: row.name, role: row.role }));
  });
}
