import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** The one clock that all processes share: theirs may differ by an hour. For whatever another process will hold against it. */
export async function databaseNow(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}
