import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

export interface UserEvent {
  userId: string;
  /** Past tense, dotted: `signed_in`, `password.changed`, `mail.opened`. */
  action: string;
  detail?: Record<string, unknown>;
  ipAddress?: string | null | undefined;
  userAgent?: string | null | undefined;
}

/** Longer ones say nothing more, and a request decides how long they are. */
const maxUserAgentLength = 500;

/** Adds to the list of what happened to an account, which its user sees. `db`: as readout_auth. */
export async function recordUserEvent(db: Kysely<DB>, event: UserEvent): Promise<void> {
  await sql`
    insert into auth.user_events (user_id, action, detail, ip_address, user_agent)
    values (${event.userId}::uuid, ${event.action}, ${JSON.stringify(event.detail ?? {})}::jsonb,
      ${event.ipAddress ?? null}, ${event.userAgent?.slice(0, maxUserAgentLength) ?? null})`.execute(db);
}
