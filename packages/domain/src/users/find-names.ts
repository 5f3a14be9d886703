import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** Names of members of the running transaction's company; who has left is "former member", who is gone has a pseudonym for a year, then is "deleted user". */
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
      select d.user_id, coalesce(f.pseudonym, 'deleted user') as name
      from app.deleted_users(${ids}::uuid[]) as d (user_id) left join app.former_members f on f.user_id = d.user_id`.execute(
      trx,
    );
    rows.push(...gone.rows);
  }
  const names = new Map(rows.map((row) => [row.user_id, row.name]));
  return (userId) => names.get(userId) ?? 'former member';
}
