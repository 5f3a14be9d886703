import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
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
      await sql<Row>`
        select company_id, company_name, id, kind, subject_type, subject_id, detail, created_at, read_at
        from app.my_notifications
        where (${before ?? null}::bigint is null or (created_at, id) < (
            select created_at, id from app.my_notifications where id = ${before ?? null}::bigint))
          and (not ${unreadOnly} or read_at is null)
        order by created_at desc, id desc limit ${size + 1}`.execute(trx),
      await sql<InvitationRow>`
        select id, company_name, role, invited_by_name, created_at, expires_at from app.my_invitations
        where ${before === undefined} order by created_at desc limit 20`.execute(trx),
      await countIn(trx),
    ];
    const items = page.rows.slice(0, size).map((row) => toNotification(row, locale));
    return {
      items,
      next: page.rows.length > size ? (items.at(-1)?.id ?? null) : null,
      invitations: invitations.rows.map((row) => ({
        id: row.id,
        companyName: row.company_name,
        role: row.role,
        invitedBy: row.invited_by_name,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
      })),
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

interface Row {
  company_id: string;
  company_name: string;
  id: number;
  kind: string;
  subject_type: string;
  subject_id: string;
  detail: Record<string, unknown>;
  created_at: Date;
  read_at: Date | null;
}

interface InvitationRow {
  id: string;
  company_name: string;
  role: CompanyRole;
  invited_by_name: string;
  created_at: Date;
  expires_at: Date;
}

function toNotification(row: Row, locale: string): MyNotification {
  const { text, path } = notificationText(
    row.kind,
    {
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      detail: row.detail,
      companyName: row.company_name,
    },
    locale,
  );
  return {
    companyId: row.company_id,
    companyName: row.company_name,
    id: row.id,
    kind: row.kind,
    text,
    path,
    createdAt: row.created_at.toISOString(),
    isRead: row.read_at !== null,
  };
}
