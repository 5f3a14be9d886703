import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { resetForReading } from './change-captures.ts';

/**
 * Reads captures again with today's engine and plugins. Records a person worked on stay; what would change
 * is proposed.
 */
export async function rereadCaptures(
  { db, queue }: { db: Kysely<DB>; queue: ReadingQueue },
  { scope, ids }: { scope: Scope; ids: readonly string[] },
): Promise<{ changed: string[] }> {
  const reach = demandChange(scope, 'captures.change');
  return inChange(db, scope, async (trx) => {
    const { documents, pages } = await resetForReading(trx, scope, ids, reach);
    await queue.enqueue(
      trx,
      pages.map((captureId) => ({ companyId: scope.companyId, captureId })),
    );
    return { changed: documents };
  });
}
