import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { asPerson } from './as-person.ts';
import { notificationText } from './notification-text.ts';

/** Everything up to the notification `upTo`, the newest the person has seen; what came since stays unread. */
export async function markRead(
  { db }: { db: Kysely<DB> },
  { userId, upTo }: { userId: string; upTo: number },
): Promise<void> {
  await asPerson(db, userId, (trx) =>
    sql`select app.mark_my_notifications_read(${upTo}::bigint)`.execute(trx),
  );
}

/**
 * Marks one as read and says where it leads, for the person to follow.
 *
 * @throws AppError `notification.not_found`: of somebody else, or of a company the person left.
 */
export async function followNotification(
  { db }: { db: Kysely<DB> },
  {
    userId,
    id,
    keepUnread = false,
  }: { userId: string; id: number /** Only looks where it leads. */; keepUnread?: boolean },
): Promise<{ companyId: string; path: string }> {
  return asPerson(db, userId, async (trx) => {
    const { rows } = await sql<{
      company_id: string;
      company_name: string;
      kind: string;
      subject_type: string;
      subject_id: string;
      detail: Record<string, unknown>;
    }>`
      select company_id, company_name, kind, subject_type, subject_id, detail
      from app.my_notifications where id = ${id}::bigint limit 1`.execute(trx);
    const row = rows[0];
    if (!row) throw new AppError('notification.not_found');
    if (!keepUnread)
      await sql`select app.mark_my_notification_read(${row.company_id}::uuid, ${id}::bigint)`.execute(trx);
    const { path } = notificationText(
      row.kind,
      {
        subjectType: row.subject_type,
        subjectId: row.subject_id,
        detail: row.detail,
        companyName: row.company_name,
      },
      'en',
    );
    return { companyId: row.company_id, path };
  });
}
