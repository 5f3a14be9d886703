import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { changeCaptures } from './change-captures.ts';

/** Back to the inbox. Answers with the documents that changed. */
export async function unarchiveCaptures(
  { db }: { db: Kysely<DB> },
  { scope, ids }: { scope: Scope; ids: readonly string[] },
): Promise<{ changed: string[] }> {
  const reach = demandChange(scope, 'captures.change');
  return inChange(db, scope, async (trx) => {
    const items = await changeCaptures(trx, scope, { ids, action: 'unarchive', reach });
    return { changed: items.map((item) => item.id) };
  });
}
