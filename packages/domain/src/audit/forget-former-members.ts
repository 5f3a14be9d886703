import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/**
 * A year after an account was deleted its pseudonyms in the lists become "deleted user", the same for everybody.
 * @returns how many
 */
export async function forgetFormerMembers({ platform }: { platform: Kysely<DB> }): Promise<number> {
  const { rows } = await platform.transaction().execute(async (trx) => {
    // As long as deleting an account may take: their captures are written once more.
    await sql`set local statement_timeout = '10min'`.execute(trx);
    return sql<{ forgotten: number }>`select app.forget_former_members() as forgotten`.execute(trx);
  });
  return rows[0]?.forgotten ?? 0;
}
