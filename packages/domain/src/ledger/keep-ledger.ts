import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

const missingAfterSeconds = 120;
const recountAfterMinutes = 60;

/**
 * Gives back what was promised to requests whose process died and to uploads nobody finished.
 * @returns the promises that went back
 */
export async function releaseDead({ platform }: { platform: Kysely<DB> }): Promise<number> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id from app.dead_reservations(${missingAfterSeconds})`.execute(platform);
  let released = 0;
  // Each by itself: together they would lock sums of companies in any order.
  for (const { company_id: companyId, id } of rows) {
    const { rows: answers } = await sql<{ done: boolean }>`
      select app.release_reservation(${companyId}::uuid, ${id}::uuid) as done`.execute(platform);
    if (answers[0]?.done) released++;
  }
  return released;
}

/** Counts these companies' sums again; without `companyIds` those that were not counted for an hour, and the whole. */
export async function recountLedgers(
  { platform }: { platform: Kysely<DB> },
  { companyIds }: { companyIds?: readonly string[] } = {},
): Promise<void> {
  const due = companyIds
    ? companyIds.map((company_id) => ({ company_id }))
    : (
        await sql<{ company_id: string }>`
          select s.company_id from app.company_settings s left join app.company_ledger l on l.company_id = s.company_id
          where l.counted_at is null or l.counted_at < now() - make_interval(mins => ${recountAfterMinutes})`.execute(
          platform,
        )
      ).rows;
  for (const { company_id: companyId } of due)
    await sql`select app.recount_ledger(${companyId}::uuid)`.execute(platform);
  if (!companyIds && due.length > 0) await sql`select platform.recount_ledger()`.execute(platform);
}
