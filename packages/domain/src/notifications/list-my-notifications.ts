import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { isoRows } from '../iso-rows.ts';
import { asPerson } from './as-person.ts';
import { notificationText } from './notification-text.ts';

/** Something that concerns the person, over all their companies. */
export interface MyNotification {
  companyId: string;
  companyName: string;
  id: number;
  kind: string;
  text: string;
  /** Where it leads, once its company is the one worked in. */
  path: string;
  /** ISO 8601. */
  createdAt: string;
  isRead: boolean;
}

/** An invitation to the person's own, proved address that nobody answered yet. */
export interface MyInvitation {
  id: string;
  companyName: string;
  role: CompanyRole;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

/** The newest first, in the reader's language; `before`: the id the page before ended with. Invitations come with the first page. */
export async function listMyNotifications(
  { db }: { db: Kysely<DB> },
  {
    userId,
    locale,
    before,
    limit = 20,
    unreadOnly = false,
  }: { userId: string; locale: string; before?: number; limit?: number; unreadOnly?: boolean },
): Promise<{ items: MyNotification[]; next: number | null; invitations: MyInvitation[]; unread: number }> {
  const size = Math.min(Math.max(limit, 1), 100);
  return asPerson(db, userId, async (trx) => {
    const [page, invitations, unread] = [
      await isoRows(trx)<Row>`
        select company_id as "companyId", company_name as "companyName", id, kind, subject_type as "subjectType",
          subject_id as "subjectId", detail, created_at as "createdAt", read_at is not null as "isRead"
        from app.my_notifications
        where (${before ?? null}::bigint is null or (created_at, id) < (
            select created_at, id from app.my_notifications where id = ${before ?? null}::bigint))
          and (not ${unreadOnly} or read_at is null)
        order by created_at desc, id desc limit ${size + 1}`,
      await isoRows(trx)<MyInvitation>`
        select id, company_name as "companyName", role, invited_by_name as "invitedBy", created_at as "createdAt",
          expires_at as "expiresAt"
        from app.my_invitations where ${before === undefined} order by created_at desc limit 20`,
      await countIn(trx),
    ];
    const items = page.slice(0, size).map((row) => toNotification(row, locale));
    return {
      items,
      next: page.length > size ? (items.at(-1)?.id ?? null) : null,
      invitations,
      unread,
    };
  });
}

/** Nobody reads the exact number beyond; counting it would take longer the less somebody reads. */
const maxCounted = 100;

/** What the bell counts: unread notifications, a hundred at most, and open invitations. */
export function countUnread({ db }: { db: Kysely<DB> }, { userId }: { userId: string }): Promise<number> {
  return asPerson(db, userId, countIn);
}

async function countIn(trx: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from (select from app.my_notifications where read_at is null limit ${maxCounted}) as unread)::int
      + (select count(*) from app.my_invitations)::int as count`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface Row extends Omit<MyNotification, 'text' | 'path'> {
  subjectType: string;
  subjectId: string;
  detail: Record<string, unknown>;
}

function toNotification({ subjectType, subjectId, detail, ...row }: Row, locale: string): MyNotification {
  const said = { subjectType, subjectId, detail, companyName: row.companyName };
  const { text, path } = notificationText(row.kind, said, locale);
  return { ...row, text, path };
}
