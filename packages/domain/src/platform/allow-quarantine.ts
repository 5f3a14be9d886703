import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

/**
 * Lets the next sweep of the store move the orphans that the last one held back to the quarantine.
 *
 * @param input.orphans - how many there were when the administrator decided.
 * @throws AppError `platform.admin_only`, `platform.changed_meanwhile`
 */
export async function allowQuarantine(
  { platform }: { platform: Kysely<DB> },
  { actor, orphans }: { actor: PlatformActor; orphans: number },
): Promise<void> {
  demandOnPlatform(actor, 'store.release');
  await platform.transaction().execute(async (trx) => {
    const { rows } = await sql<{ held_files: number }>`
      update platform.store_care set allowed_orphans = held_orphans + held_cap
      where held_at is not null and held_orphans = ${Number.isSafeInteger(orphans) ? orphans : -1} and allowed_orphans is null
      returning held_files`.execute(trx);
    if (!rows[0]) throw new AppError('platform.changed_meanwhile', { reason: 'swept' });
    await recordPlatformEvent(trx, actor, {
      action: 'store.quarantine_allowed',
      subjectType: 'platform',
      subjectId: 'store',
      detail: { orphans, files: Number(rows[0].held_files) },
    });
  });
}
