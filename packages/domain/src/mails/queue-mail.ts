import type { DB } from '@readout/database';
import { type SayText, textsIn } from '@readout/texts';
import { type Kysely, sql } from 'kysely';

export type MailKind =
  | 'verify_email'
  | 'change_email'
  | 'reset_password'
  | 'sign_in_link'
  | 'invitation'
  | 'notification'
  | 'announcement'
  | 'security'
  | 'company_closing';

/** What a mail says, as plain texts: names in it may hold anything. */
export interface MailContent {
  subject: string;
  /** Without greeting or signature. */
  paragraphs: string[];
  /** The one thing to do. */
  button?: { label: string; url: string };
  /** Small print below: why the person gets this, how long the link works. */
  footnote?: string;
}

/** How mails are made here; given to use cases that queue them. */
export interface Mailer {
  /** False: nothing is sent, mails wait in the outbox of the platform's administrators. */
  isConfigured: boolean;
  /** Origin for links, never taken from a request. */
  origin: string;
  render(content: MailContent, locale: string): { text: string; html: string };
}

export interface OutgoingMail {
  kind: MailKind;
  to: string;
  /** Whose account it concerns. */
  userId?: string;
  companyId?: string;
  /** Said in the language of whom it is to. */
  content(say: SayText, locale: string): MailContent;
  /** When its link stops working; its text is erased then. */
  linksExpireAt?: Date;
}

/** BCP 47 tag of the language of every mail: nobody's choice of one is kept. */
export const mailLocale = 'en';

/** Puts a mail into the outbox, in the transaction of what it tells about. `db`: any of the server's roles. */
export async function queueMail(db: Kysely<DB>, mailer: Mailer, mail: OutgoingMail): Promise<string> {
  const content = mail.content(textsIn(mailLocale), mailLocale);
  const { text, html } = mailer.render(content, mailLocale);
  const { rows } = await sql<{ id: string }>`
    select app.queue_mail(${mail.kind}, ${mail.to}, ${mail.userId ?? null}::uuid, ${mail.companyId ?? null}::uuid,
      ${content.subject.replaceAll(/[\r\n]+/g, ' ').slice(0, 300)}, ${text}, ${html}, ${!mailer.isConfigured}, ${mail.linksExpireAt ?? null}::timestamptz) as id`.execute(
    db,
  );
  return rows[0]!.id;
}
