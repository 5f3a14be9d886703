import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import type { Watch } from './rules.ts';
import { watchNotFound } from './watch-errors.ts';
import { getWatchRow, toWatches } from './watch-rows.ts';

/** One in the trash too: it can be looked at until it is gone. @throws AppError `watch.not_found` */
export async function getWatch(
  { db }: { db: Kysely<DB> },
  { scope, watchId }: { scope: Scope; watchId: string },
): Promise<Watch> {
  demand(scope, 'watches.see');
  return inScope(db, scope, async (trx) => {
    const row = await getWatchRow(trx, scope.companyId, watchId, { includeTrashed: true });
    const [watch] = await toWatches(trx, [row]);
    if (!watch) throw watchNotFound();
    return watch;
  });
}
