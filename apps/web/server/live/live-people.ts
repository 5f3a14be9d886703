import type { DB } from '@readout/database';
import { countUnread } from '@readout/domain/notifications/list-my-notifications';
import { type Kysely, sql } from 'kysely';

/** `ended` also where it never was one. */
export type SessionState = 'alive' | 'suspended' | 'ended';

/** What a stream asks about whom it belongs to. */
export interface LivePeople {
  sessionState(sessionId: string, userId: string): Promise<SessionState>;
  unread(userId: string): Promise<number>;
}

export function createLivePeople({ app, auth }: { app: Kysely<DB>; auth: Kysely<DB> }): LivePeople {
  return {
    async sessionState(sessionId, userId) {
      const { rows } = await sql<{ is_suspended: boolean; is_alive: boolean }>`
        select u.banned and (u.ban_expires is null or u.ban_expires > now()) as is_suspended,
          exists (select from auth.session s where s.id = ${sessionId}::uuid and s.user_id = u.id and s.expires_at > now()) as is_alive
        from auth."user" u where u.id = ${userId}::uuid`.execute(auth);
      const row = rows[0];
      if (row?.is_suspended) return 'suspended';
      return row?.is_alive ? 'alive' : 'ended';
    },
    unread: (userId) => countUnread({ db: app }, { userId }),
  };
}
