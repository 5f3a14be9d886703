import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';

/** Captures the actor sees that hold exactly these bytes, oldest first. */
export async function findDuplicates(
  { db }: { db: Kysely<DB> },
  { scope, sha256 }: { scope: Scope; sha256: string },
): Promise<{ id: string; fileName: string; createdAt: string }[]> {
  const reach = demand(scope, 'captures.see');
  return inScope(
    db,
    scope,
    (trx) => isoRows(trx)<{ id: string; fileName: string; createdAt: string }>`
      select id, file_name as "fileName", created_at as "createdAt" from app.captures c
      where c.company_id = ${scope.companyId}::uuid and c.sha256 = ${sha256} and c.page_number = 1
        ${reach === 'own' ? sql`and c.created_by = ${scope.actor.userId}::uuid` : sql``}
      order by c.created_at, c.id limit 50`,
  );
}
