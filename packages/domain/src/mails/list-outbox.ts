import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform/platform-actor.ts';
import type { MailState } from './rules.ts';

/** Why what a mail says is not shown. */
export type MailSecrecy = 'other_admin' | 'sent_by_smtp' | 'erased';

/** A mail of the outbox, without what it says. */
export interface OutboxMail {
  id: string;
  kind: string;
  to: string;
  subject: string;
  state: MailState;
  attempts: number;
  lastError: string | null;
  /** ISO 8601, as all times here. */
  createdAt: string;
  sentAt: string | null;
  /** Of a waiting mail that is tried again. */
  nextAttemptAt: string | null;
  expiresAt: string | null;
  /** Made while nothing could send it. */
  withoutSmtp: boolean;
  /** Null: an administrator may open it. */
  secrecy: MailSecrecy | null;
  /** Whether its text is still there to be sent. */
  isSendable: boolean;
}

/** The newest first. `total` counts all that match. */
export async function listOutbox(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    search,
    state,
    offset = 0,
    limit = 50,
  }: { actor: PlatformActor; search?: string; state?: MailState; offset?: number; limit?: number },
): Promise<{ items: OutboxMail[]; total: number; waiting: number; failed: number }> {
  demandOnPlatform(actor, 'outbox.see');
  const text = search?.replaceAll('\0', '').trim();
  const pattern = text ? `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
  const where = sql`
    (${pattern}::text is null or to_email ilike ${pattern} or subject ilike ${pattern})
    and (${state ?? null}::text is null or state = ${state ?? null})`;
  const [rows, counts] = await Promise.all([
    sql<Row>`
      select id, kind, to_email, subject, state, attempts, last_error, created_at, sent_at, next_attempt_at, expires_at, without_smtp,
        has_body and (expires_at is null or expires_at > now()) as is_there,
        coalesce(admin_id <> ${actor.userId}::uuid, false) as is_other_admins
      from app.platform_mails where ${where}
      order by created_at desc, id desc limit ${Math.min(Math.max(limit, 1), 500)} offset ${Math.max(offset, 0)}`.execute(
      platform,
    ),
    sql<{ total: number; waiting: number; failed: number }>`
      select count(*)::int as total, count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
      from app.platform_mails where ${where}`.execute(platform),
  ]);
  return {
    items: rows.rows.map(toMail),
    ...(counts.rows[0] ?? { total: 0, waiting: 0, failed: 0 }),
  };
}

interface Row {
  id: string;
  kind: string;
  to_email: string;
  subject: string;
  state: MailState;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  next_attempt_at: Date;
  expires_at: Date | null;
  without_smtp: boolean;
  is_there: boolean;
  is_other_admins: boolean;
}

function toMail(row: Row): OutboxMail {
  return {
    id: row.id,
    kind: row.kind,
    to: row.to_email,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    nextAttemptAt:
      row.state === 'waiting' && !row.without_smtp && row.attempts > 0
        ? row.next_attempt_at.toISOString()
        : null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    withoutSmtp: row.without_smtp,
    secrecy: secrecyOf(row),
    isSendable: row.is_there && row.state !== 'sent',
  };
}

/** As `app.open_mail` decides it, so that the list says beforehand what opening would. */
function secrecyOf(row: Row): MailSecrecy | null {
  if (!row.without_smtp) return 'sent_by_smtp';
  if (row.is_other_admins) return 'other_admin';
  return row.is_there ? null : 'erased';
}
