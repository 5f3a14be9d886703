import type { DB } from '@readout/database';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import { mailNotifications } from '@readout/domain/notifications/mail-notifications';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { listen } from '../live/listen.ts';
import type { MailTransport } from './smtp-transport.ts';

/** Waits after each failed attempt, seconds: together a little less than a day. */
export const retrySeconds = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600] as const;
/** How long a text stays that has no link with a time of its own. */
const keepDays = 7;
const lookEveryMs = 30_000;

export interface MailSendingDeps {
  /** As readout_auth. */
  auth: Kysely<DB>;
  mailer: Mailer;
  /** Undefined: no SMTP is configured, mails wait in the outbox. */
  transport: MailTransport | undefined;
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
}

/**
 * The mails of the worker role: made of unread notifications, sent when due, erased when they are no use any more. A new
 * mail wakes it through `pool`, a pool of one connection.
 */
export function startMails(
  deps: MailSendingDeps,
  { pool }: { pool: Pool },
): { ready: Promise<void>; stop(): Promise<void> } {
  let isStopping = false;
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async () => {
    do {
      isWanted = false;
      await mailNotifications(deps);
      await sendDueMails(deps, { isStopping: () => isStopping });
      await eraseBodies(deps);
    } while (isWanted && !isStopping);
  };
  const wake = () => {
    isWanted = true;
    if (isStopping) return;
    running ??= run()
      .catch((err: unknown) => deps.log.warn({ err }, 'sending mail failed, will retry'))
      .finally(() => {
        running = undefined;
      });
  };
  const listening = listen({
    pool,
    channel: 'readout_mail',
    onNotification: wake,
    onListening: wake,
    onError: () => {},
  });
  const timer = setInterval(wake, lookEveryMs);
  return {
    ready: listening.ready,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await listening.close();
      await running;
      deps.transport?.close();
    },
  };
}

/**
 * Sends what is due, one after the other: of a worker that is killed between sending and noting it, one mail at most goes
 * out again, under the same Message-ID. Ends early where the server itself does not answer.
 */
export async function sendDueMails(
  { auth, transport, log }: MailSendingDeps,
  { isStopping = () => false }: { isStopping?: () => boolean } = {},
): Promise<{ sent: number; failed: number }> {
  const result = { sent: 0, failed: 0 };
  if (!transport) return result;
  for (;;) {
    if (isStopping()) return result;
    const next = await sendNext(auth, transport, log);
    if (next === 'none') return result;
    if (next === 'sent') result.sent++;
    else result.failed++;
    if (next === 'server') return result;
  }
}

interface DueMail {
  id: string;
  kind: string;
  to_email: string;
  subject: string;
  body_text: string;
  body_html: string;
  attempts: number;
}

async function sendNext(
  auth: Kysely<DB>,
  transport: MailTransport,
  log: MailSendingDeps['log'],
): Promise<'none' | 'sent' | 'failed' | 'server'> {
  return auth.transaction().execute(async (trx) => {
    const { rows } = await sql<DueMail>`
      select id, kind, to_email, subject, body_text, body_html, attempts from auth.mails
      where state = 'waiting' and not without_smtp and next_attempt_at <= now()
        and body_text is not null and (expires_at is null or expires_at > now())
      order by next_attempt_at limit 1 for update skip locked`.execute(trx);
    const mail = rows[0];
    if (!mail) return 'none';
    const delivery = await transport.send({
      id: mail.id,
      kind: mail.kind,
      to: mail.to_email,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
    });
    const named = { to: mail.to_email, subject: mail.subject };
    if (delivery.outcome === 'sent') {
      await sql`
        update auth.mails set state = 'sent', sent_at = now(), attempts = attempts + 1, last_error = null, body_text = null, body_html = null
        where id = ${mail.id}::uuid`.execute(trx);
      log.info(named, 'mail sent');
      return 'sent';
    }
    const waitSeconds = delivery.outcome === 'retry' ? retrySeconds[mail.attempts] : undefined;
    await sql`
      update auth.mails set attempts = attempts + 1, last_error = ${delivery.reason},
        state = ${waitSeconds === undefined ? 'failed' : 'waiting'}, next_attempt_at = now() + make_interval(secs => ${waitSeconds ?? 0})
      where id = ${mail.id}::uuid`.execute(trx);
    log.warn(
      { ...named, reason: delivery.reason },
      waitSeconds === undefined ? 'mail could not be sent' : 'mail is tried again later',
    );
    return delivery.outcome === 'retry' && delivery.server ? 'server' : 'failed';
  });
}

/**
 * Takes the text out of mails whose link has expired, and out of those a week old that have none: what failed can be tried
 * again until then, what waits can be passed on. A mail that is past its use has failed.
 */
export async function eraseBodies({ auth }: Pick<MailSendingDeps, 'auth'>): Promise<number> {
  const { numAffectedRows } = await sql`
    update auth.mails set body_text = null, body_html = null,
      state = case when state = 'waiting' then 'failed' else state end,
      last_error = case when state = 'waiting' then coalesce(last_error, 'It was not sent before its link expired.') else last_error end
    where body_text is not null and (expires_at <= now() or (expires_at is null and created_at <= now() - make_interval(days => ${keepDays})))`.execute(
    auth,
  );
  return Number(numAffectedRows ?? 0);
}
