import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/**
 * A year after an account was deleted its pseudonyms in the lists become "deleted user", the same for everybody.
 * @returns how many
 */
export async function forgetFormerMembers({ platform }: { platform: Kysely<DB> }): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`select app.forget_former_members() as forgotten`.execute(
    platform,
  );
  return rows[0]?.forgotten ?? 0;
}
