import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { countCaptures, maxCounted } from './list-captures.ts';

/** How many captures of the inbox wait for review; from 10,000 on that many. */
export async function countWaiting({ db }: { db: Kysely<DB> }, { scope }: { scope: Scope }): Promise<number> {
  demand(scope, 'captures.see');
  const count = await inScope(db, scope, (trx) =>
    countCaptures(trx, scope, { place: 'inbox', review: 'needs_review' }),
  );
  return Math.min(count, maxCounted);
}
