import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/**
 * Remembers the newest release a person has seen, so that they are told of a newer one once. A platform admin who acts
 * as them has not seen it for them.
 */
export async function seeChangelog(
  { auth }: { auth: Kysely<DB> },
  input: { userId: string; impersonatedBy?: string | undefined; release: string },
): Promise<void> {
  if (input.impersonatedBy) return;
  await sql`
    update auth."user" set changelog_seen = ${input.release}
    where id = ${input.userId}::uuid and changelog_seen is distinct from ${input.release}`.execute(auth);
}
