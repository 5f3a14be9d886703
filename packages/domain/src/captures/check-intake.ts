import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange, inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';

/**
 * Refuses an upload under way as soon as it is clear that it will not be accepted.
 * @throws AppError `company.suspended`, `company.closing`
 */
export async function checkIntake({ db }: { db: Kysely<DB> }, { scope }: { scope: Scope }): Promise<void> {
  demandChange(scope, 'captures.add');
  await inChange(db, scope, async () => {});
}

/** Whether this person made a capture under this client-made id already: what is sent again takes no room. */
export function isRepeat(
  { db }: { db: Kysely<DB> },
  { scope, clientId }: { scope: Scope; clientId: string },
): Promise<boolean> {
  demandChange(scope, 'captures.add');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql`
      select 1 from app.captures
      where company_id = ${companyId}::uuid and client_id = ${clientId}::uuid and created_by = ${actor.userId}::uuid`.execute(
      trx,
    );
    return rows.length > 0;
  });
}
