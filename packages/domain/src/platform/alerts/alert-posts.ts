import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

export interface AlertPost {
  /** The same at every attempt: who has it already can tell. */
  id: string;
  /** JSON. */
  body: string;
}

/** Minutes until the next attempt. */
const waits = [1, 5, 15, 60];
/** After this nobody wants to know. */
const keptHours = 24;

/**
 * Sends what waits, one after the other and the oldest first, each held by its row meanwhile: several processes may do so at once.
 * @param send - whether it was taken
 */
export async function sendAlertPosts(
  { platform }: { platform: Kysely<DB> },
  send: (post: AlertPost) => Promise<boolean>,
): Promise<{ sent: number; failed: number; givenUp: number }> {
  const { numAffectedRows } = await sql`
    delete from platform.alert_posts where created_at < now() - make_interval(hours => ${keptHours})`.execute(
    platform,
  );
  const done = { sent: 0, failed: 0, givenUp: Number(numAffectedRows ?? 0) };
  for (;;) {
    const isSent = await platform.transaction().execute(async (trx) => {
      const { rows } = await sql<AlertPost & { attempts: number }>`
        select id, body, attempts from platform.alert_posts where due_at <= now()
        order by created_at, id limit 1 for update skip locked`.execute(trx);
      const post = rows[0];
      if (!post) return undefined;
      const isTaken = await send({ id: post.id, body: post.body });
      await (isTaken
        ? sql`delete from platform.alert_posts where id = ${post.id}::uuid`
        : sql`
            update platform.alert_posts set attempts = attempts + 1,
              due_at = now() + make_interval(mins => ${waits[Math.min(post.attempts, waits.length - 1)]!})
            where id = ${post.id}::uuid`
      ).execute(trx);
      return isTaken;
    });
    if (isSent === undefined) return done;
    done[isSent ? 'sent' : 'failed']++;
  }
}
