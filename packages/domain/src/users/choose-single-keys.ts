import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { type AccountActor, demandOwnAccount } from './own-account.ts';

/**
 * Keeps whether a letter, digit or sign alone is a shortcut for somebody. `auth`: as readout_auth.
 * @throws AppError `support.read_only`
 */
export async function chooseSingleKeys(
  { auth }: { auth: Kysely<DB> },
  { actor, isOn }: { actor: AccountActor; isOn: boolean },
): Promise<void> {
  demandOwnAccount(actor);
  await sql`update auth."user" set single_keys = ${isOn} where id = ${actor.userId}::uuid`.execute(auth);
}
