import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/**
 * Brings the next piece of a list from before there were chains into its chain. The company's own changes wait for so
 * long: five hundred events take about a tenth of a second.
 * @returns whether there is more
 */
export async function chainBacklog(
  { platform }: { platform: Kysely<DB> },
  { most = 500 }: { most?: number } = {},
): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select app.chain_backlog(${most}) as more`.execute(platform);
  return rows[0]?.more === true;
}
