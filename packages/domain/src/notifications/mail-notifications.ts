import type { DB } from '@readout/database';
import type { SayText } from '@readout/texts';
import { type Kysely, sql } from 'kysely';
import { type MailContent, type Mailer, queueMail } from '../mails/queue-mail.ts';
import { preferencesOf } from './mail-preferences.ts';
import { type NotificationText, notificationText } from './notification-text.ts';

/** How long a notification may be read on a page before it goes out by mail. */
export const mailDelayMs = 2 * 60_000;
/** Notifications looked at in one run. */
const maxAtOnce = 2000;
/** Sentences in one mail; the rest is counted. */
const maxSentences = 20;

/**
 * Sends what people have not read for a while as one mail each, where they want it: worker only, as readout_auth. Safe
 * to run in several processes at once. Without SMTP nothing is made of them: the outbox is for what somebody waits for.
 */
export async function mailNotifications(
  { auth, mailer }: { auth: Kysely<DB>; mailer: Mailer },
  { olderThanMs = mailDelayMs } = {},
): Promise<{ mails: number }> {
  // The oldest first; who is left is looked at next time.
  const due = sql`
    select company_id, id, user_id from app.notifications
    where mailed_at is null and created_at <= now() - make_interval(secs => ${olderThanMs / 1000})
    order by created_at limit ${maxAtOnce}`;
  if (!mailer.isConfigured) {
    await sql`update app.notifications n set mailed_at = now() from (${due}) as due where n.company_id = due.company_id and n.id = due.id`.execute(
      auth,
    );
    return { mails: 0 };
  }
  const { rows } = await sql<{ user_id: string }>`select distinct user_id from (${due}) as due`.execute(auth);
  let mails = 0;
  for (const { user_id: userId } of rows) if (await mailOne({ auth, mailer }, userId)) mails++;
  return { mails };
}

async function mailOne(
  { auth, mailer }: { auth: Kysely<DB>; mailer: Mailer },
  userId: string,
): Promise<boolean> {
  return auth.transaction().execute(async (trx) => {
    // Whatever has locked them is mailing them.
    const taken = await sql<{ company_id: string; id: number }>`
      select company_id, id from app.notifications where user_id = ${userId}::uuid and mailed_at is null
      for update skip locked`.execute(trx);
    if (taken.rows.length === 0) return false;
    const ids = taken.rows.map((row) => row.id);
    await sql`update app.notifications set mailed_at = now() where user_id = ${userId}::uuid and id = any(${ids}::bigint[])`.execute(
      trx,
    );
    const { rows } = await sql<Row>`
      select n.company_id as "companyId", c.name as "companyName", n.kind, n.subject_type as "subjectType",
        n.subject_id as "subjectId", n.detail, u.name, u.email, u.mail_preferences as "mailPreferences",
        (select count(*)::int from auth.membership o where o.user_id = u.id) as companies
      from app.notifications n
      join auth."user" u on u.id = n.user_id and u.deleted_at is null and not (u.banned and (u.ban_expires is null or u.ban_expires > now()))
      join auth.membership m on m.company_id = n.company_id and m.user_id = n.user_id
      join auth.company c on c.id = n.company_id
      where n.user_id = ${userId}::uuid and n.id = any(${ids}::bigint[]) and n.read_at is null
      order by n.created_at, n.id`.execute(trx);
    const wanted = rows.filter(
      (row) => preferencesOf(row.mailPreferences)[notificationText(row.kind, row, 'en').topic],
    );
    const [first] = wanted;
    if (!first) return false;
    await queueMail(trx, mailer, {
      kind: 'notification',
      to: first.email,
      userId,
      content: (say, locale) =>
        contentOf(
          mailer.origin,
          say,
          wanted.map((row) => ({ ...row, ...notificationText(row.kind, row, locale) })),
        ),
    });
    return true;
  });
}

interface Row {
  companyId: string;
  companyName: string;
  kind: string;
  subjectType: string;
  subjectId: string;
  detail: Record<string, unknown>;
  name: string;
  email: string;
  mailPreferences: Record<string, unknown>;
  companies: number;
}

function contentOf(origin: string, say: SayText, all: (Row & NotificationText)[]): MailContent {
  const [first] = all;
  // A link into a company that is not the one worked in would find nothing: the list switches.
  const direct = all.length === 1 && first?.companies === 1 ? first : undefined;
  const rest = all.length - maxSentences;
  const isMixed = new Set(all.map((row) => row.companyId)).size > 1;
  return {
    subject:
      all.length === 1 && first
        ? first.text.replace(/\.$/, '')
        : say('mail.news.subject', { count: all.length }),
    paragraphs: [
      ...all
        .slice(0, maxSentences)
        .map((row) =>
          isMixed && !row.text.includes(row.companyName)
            ? say('mail.news.of_company', { companyName: row.companyName, news: row.text })
            : row.text,
        ),
      ...(rest > 0 ? [say('mail.news.more', { count: rest })] : []),
    ],
    button: direct
      ? { label: say('mail.news.open'), url: `${origin}${direct.path}` }
      : { label: say('mail.news.see_all'), url: `${origin}/settings/notifications` },
    footnote: say('mail.news.footnote', { address: `${origin}/settings/notifications` }),
  };
}
