import type { SayText } from '@readout/texts';
import { sql } from 'kysely';
import type { Trx } from '../../in-scope.ts';
import { type MailContent, type Mailer, queueMail } from '../../mails/queue-mail.ts';
import type { AlertNews } from './alert-news.ts';

/** Named in one mail; the rest is counted. */
const maxNamed = 10;

/** One mail to each, in their language. */
export async function mailAlerts(
  trx: Trx,
  mailer: Mailer,
  { news, mailTo }: { news: readonly AlertNews[]; mailTo: readonly string[] | undefined },
): Promise<void> {
  const whom = mailTo?.map((to): { to: string; userId?: string } => ({ to })) ?? (await administrators(trx));
  for (const { to, userId } of whom)
    await queueMail(trx, mailer, {
      kind: 'alert',
      to,
      ...(userId ? { userId } : {}),
      content: (say, language) => contentOf(news, { say, language, origin: mailer.origin }),
    });
}

async function administrators(trx: Trx): Promise<{ to: string; userId: string }[]> {
  const { rows } = await sql<{ to: string; userId: string }>`
    select email as "to", id as "userId" from app.platform_users
    where role = 'admin' and email_verified and not banned and deleted_at is null order by id`.execute(trx);
  return rows;
}

function contentOf(
  news: readonly AlertNews[],
  { say, language, origin }: { say: SayText; language: string; origin: string },
): MailContent {
  const line = ({ happened, titles, key }: AlertNews) =>
    say('mail.alert.line', { happened, title: titles[language] ?? titles.en ?? key });
  const [first] = news;
  const rest = news.length - maxNamed;
  return {
    subject: news.length === 1 && first ? line(first) : say('mail.alert.subject', { count: news.length }),
    paragraphs: [
      ...news.slice(0, maxNamed).map((each) => {
        const more = each.more?.[language]?.text;
        return more ? `${line(each)} ${more}` : line(each);
      }),
      ...(rest > 0 ? [say('mail.news.more', { count: rest })] : []),
    ],
    button: { label: say('mail.alert.open'), url: `${origin}/admin` },
    footnote: say('mail.alert.footnote'),
  };
}
