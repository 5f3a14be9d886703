import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** The id of everybody whose account was deleted more than a year ago. */
const nobody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Names of members of the running transaction's company. Who has left is "former member"; who deleted their account has
 * another id in each company (`app.rename_person`), a pseudonym for a year, and then is "deleted user".
 */
export async function findNames(
  trx: Trx,
  userIds: Iterable<string | null>,
): Promise<(userId: string) => string> {
  const ids = [...new Set([...userIds].filter((id) => id !== null))];
  if (ids.length === 0) return () => 'former member';
  const { rows } = await sql<{ user_id: string; name: string }>`
    select user_id, name from app.members where user_id = any(${ids}::uuid[])`.execute(trx);
  if (rows.length < ids.length) {
    const gone = await sql<{ user_id: string; name: string }>`
      select ref as user_id, pseudonym as name from app.former_members where ref = any(${ids}::uuid[])`.execute(
      trx,
    );
    rows.push(...gone.rows, { user_id: nobody, name: 'deleted user' });
  }
  const names = new Map(rows.map((row) => [row.user_id, row.name]));
  return (userId) => names.get(userId) ?? 'former member';
}
