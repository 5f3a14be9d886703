import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
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
    isoRows(platform)<Row>`
      select id, kind, to_email as "to", subject, state, attempts, last_error as "lastError", created_at as "createdAt",
        sent_at as "sentAt", next_attempt_at as "nextAttemptAt", expires_at as "expiresAt", without_smtp as "withoutSmtp",
        has_body and (expires_at is null or expires_at > now()) as "isThere",
        coalesce(admin_id <> ${actor.userId}::uuid, false) as "isOtherAdmins"
      from app.platform_mails where ${where}
      order by created_at desc, id desc limit ${Math.min(Math.max(limit, 1), 500)} offset ${Math.max(offset, 0)}`,
    sql<{ total: number; waiting: number; failed: number }>`
      select count(*)::int as total, count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
      from app.platform_mails where ${where}`.execute(platform),
  ]);
  return {
    items: rows.map(toMail),
    ...(counts.rows[0] ?? { total: 0, waiting: 0, failed: 0 }),
  };
}

interface Row extends Omit<OutboxMail, 'secrecy' | 'isSendable'> {
  isThere: boolean;
  isOtherAdmins: boolean;
}

function toMail({ isThere, isOtherAdmins, ...mail }: Row): OutboxMail {
  return {
    ...mail,
    nextAttemptAt:
      mail.state === 'waiting' && !mail.withoutSmtp && mail.attempts > 0 ? mail.nextAttemptAt : null,
    secrecy: secrecyOf(mail.withoutSmtp, isThere, isOtherAdmins),
    isSendable: isThere && mail.state !== 'sent',
  };
}

/** As `app.open_mail` decides it, so that the list says beforehand what opening would. */
function secrecyOf(withoutSmtp: boolean, isThere: boolean, isOtherAdmins: boolean): MailSecrecy | null {
  if (!withoutSmtp) return 'sent_by_smtp';
  if (isOtherAdmins) return 'other_admin';
  return isThere ? null : 'erased';
}
