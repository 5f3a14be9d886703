import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

export interface SignInEvent {
  outcome: 'succeeded' | 'failed';
  /** Whose account it was; null where there is none such. What was typed instead is kept nowhere: it may be a password. */
  userId: string | null;
  /** How and why, for instance `{method: 'password', reason: 'wrong_password'}`. No secret, nothing that was typed. */
  detail?: Record<string, unknown>;
  ipAddress: string;
}

/**
 * Adds `sign_in.succeeded` or `sign_in.failed` to the installation's list of events, in the caller's transaction where
 * there is one. The person's own list is `recordUserEvent`. `auth`: as readout_auth.
 */
export async function recordSignInEvent(
  auth: Kysely<DB>,
  { outcome, userId, detail = {}, ipAddress }: SignInEvent,
): Promise<void> {
  await sql`
    select platform.note_sign_in(${outcome}, ${userId}::uuid, ${JSON.stringify(detail)}::jsonb, ${ipAddress})`.execute(
    auth,
  );
}
