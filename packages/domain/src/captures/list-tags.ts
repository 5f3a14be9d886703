import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';

const maxListed = 200;

/** Tags in use and on how many documents that the actor sees, the most frequent first; what is in the trash does not count. */
export async function listTags(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<{ tag: string; count: number }[]> {
  const reach = demand(scope, 'captures.see');
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ tag: string; count: number }>`
      select min(t.tag) as tag, count(*)::int as count
      from app.capture_tags t join app.captures c on c.company_id = t.company_id and c.id = t.capture_id
      where t.company_id = ${scope.companyId}::uuid and c.trashed_at is null
        ${reach === 'own' ? sql`and c.created_by = ${scope.actor.userId}::uuid` : sql``}
      group by t.key order by count(*) desc, t.key limit ${maxListed}`.execute(trx);
    return rows;
  });
}
