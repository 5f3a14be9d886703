import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** The oldest release that may run on the database, as the newest that prepared it said. */
export async function readOldestRelease({ platform }: { platform: Kysely<DB> }): Promise<string> {
  const { rows } = await sql<{ oldest: string }>`select platform.oldest_release() as oldest`.execute(
    platform,
  );
  return rows[0]!.oldest;
}
