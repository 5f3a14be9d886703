import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { type AccountActor, demandOwnAccount } from './own-account.ts';

export interface ListedUserEvent {
  id: number;
  /** Past tense, dotted: `signed_in`, `password.changed`, `mail.opened`. */
  action: string;
  detail: Record<string, unknown>;
  ipAddress: string;
  userAgent: string;
  /** ISO 8601. */
  at: string;
}

/** What happened to a person's account, newest first. `auth`: as readout_auth. */
export async function listUserEvents(
  { auth }: { auth: Kysely<DB> },
  {
    actor,
    before,
    limit = 20,
  }: { actor: AccountActor /** Id of the last one seen. */; before?: number; limit?: number },
): Promise<{ items: ListedUserEvent[]; hasMore: boolean }> {
  demandOwnAccount(actor);
  const { rows } = await sql<ListedUserEvent>`
    select e.id, e.action, e.detail, coalesce(e.ip_address, '') as "ipAddress", coalesce(e.user_agent, '') as "userAgent",
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from auth.user_events e
    where e.user_id = ${actor.userId}::uuid ${before === undefined ? sql`` : sql`and e.id < ${before}::bigint`}
    order by e.id desc limit ${limit + 1}`.execute(auth);
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}
