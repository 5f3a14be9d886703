import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** A confirmation counts once it is this old: what confirms many at once stamps them when it begins. */
const settledAfterSeconds = 120;
/** Days in which nothing was counted yet, and the one that is running. */
const maxSlices = 100;

/**
 * Counts what people corrected before they confirmed, from where it stopped the last time. Safe to run in several
 * processes: one goes on where the other stopped.
 */
export async function refreshCorrections(
  { platform }: { platform: Kysely<DB> },
  { settledSeconds = settledAfterSeconds }: { settledSeconds?: number } = {},
): Promise<void> {
  for (let slice = 0; slice < maxSlices; slice++) {
    // A day at a time, so that the first count holds nothing for long.
    const { rows } = await sql<{ is_done: boolean }>`
      select platform.count_corrections(t.up_to) >= t.up_to as is_done
      from (select now() - make_interval(secs => ${settledSeconds}::float8) as up_to) t`.execute(platform);
    if (rows[0]!.is_done) return;
  }
}
