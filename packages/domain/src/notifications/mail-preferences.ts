import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { type MailTopic, mailTopics } from './notification-text.ts';

/** Which notifications also come by mail. */
export type MailPreferences = Record<MailTopic, boolean>;

/** `auth`: as readout_auth. */
export async function getMailPreferences(
  { auth }: { auth: Kysely<DB> },
  { userId }: { userId: string },
): Promise<MailPreferences> {
  const { rows } = await sql<{ mail_preferences: Record<string, unknown> }>`
    select mail_preferences from auth."user" where id = ${userId}::uuid`.execute(auth);
  return preferencesOf(rows[0]?.mail_preferences ?? {});
}

/** `wanted`: the topics that come by mail; what is missing is switched off, except `security`. */
export async function saveMailPreferences(
  { auth }: { auth: Kysely<DB> },
  { userId, wanted }: { userId: string; wanted: readonly string[] },
): Promise<void> {
  const off = Object.fromEntries(
    mailTopics
      .filter((topic) => topic !== 'security' && !wanted.includes(topic))
      .map((topic) => [topic, false]),
  );
  await sql`update auth."user" set mail_preferences = ${JSON.stringify(off)}::jsonb where id = ${userId}::uuid`.execute(
    auth,
  );
}

/** What is stored names only what is switched off. */
export function preferencesOf(stored: Record<string, unknown>): MailPreferences {
  return Object.fromEntries(
    mailTopics.map((topic) => [topic, topic === 'security' || stored[topic] !== false]),
  ) as MailPreferences;
}
