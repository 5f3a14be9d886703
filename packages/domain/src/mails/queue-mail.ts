import type { DB } from '@readout/database';
import { languageOf, type SayText, textsIn } from '@readout/texts';
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
  | 'company_closing'
  | 'alert';

/** What a mail says, as plain texts: names in it may hold anything. */
export interface MailContent {
  subject: string;
  /** Without greeting or signature. */
  paragraphs: string[];
  /** After them, one below the other. */
  facts?: { label: string; value: string }[];
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
  /** Language of the texts to write in where nothing is known of the recipient's; English where this is missing too. */
  otherwiseIn?: string | undefined;
  /** Said in the language of whom it is to. */
  content(say: SayText, locale: string): MailContent;
  /** When its link stops working; its text is erased then. */
  linksExpireAt?: Date;
}

/**
 * The language somebody chose, else of the browser they last signed in with; undefined where nothing is known of them.
 * @param whom the account, or an address where there may be none
 * @param db any of the server's roles
 */
export async function writtenLanguage(
  db: Kysely<DB>,
  whom: { userId: string } | { to: string },
): Promise<string | undefined> {
  const { to = null, userId = null } = whom as { to?: string; userId?: string };
  const { rows } = await sql<{ language: string | null }>`
    select app.language_of_recipient(${to}, ${userId}::uuid) as language`.execute(db);
  return rows[0]?.language ?? undefined;
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells about, in the language of whom it is to.
 * `db`: any of the server's roles.
 */
export async function queueMail(db: Kysely<DB>, mailer: Mailer, mail: OutgoingMail): Promise<string> {
  const { to, userId, otherwiseIn = 'en' } = mail;
  const language = languageOf((await writtenLanguage(db, userId ? { userId } : { to })) ?? otherwiseIn);
  const content = mail.content(textsIn(language), language);
  const { text, html } = mailer.render(content, language);
  const { rows } = await sql<{ id: string }>`
    select app.queue_mail(${mail.kind}, ${to}, ${userId ?? null}::uuid, ${mail.companyId ?? null}::uuid,
      ${content.subject.replaceAll(/[\r\n]+/g, ' ').slice(0, 300)}, ${text}, ${html}, ${!mailer.isConfigured}, ${mail.linksExpireAt ?? null}::timestamptz) as id`.execute(
    db,
  );
  return rows[0]!.id;
}
