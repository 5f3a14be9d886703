import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';

export interface OpenedMail {
  to: string;
  subject: string;
  text: string;
  /** Links of ours in it, under the origin the administrator uses. */
  links: string[];
  /** Whether it is to the administrator's own account. */
  isOwn: boolean;
}

type Answer =
  | { outcome: 'opened'; subject: string; text: string; to: string; isOwn: boolean }
  | { outcome: 'not_admin' | 'not_found' | 'sent_by_smtp' | 'other_admin' | 'erased' };

const refusals = {
  sent_by_smtp: () => new AppError('mail.not_shown'),
  other_admin: () => new AppError('mail.not_shown', { reason: 'other_admin' }),
  erased: () => new AppError('mail.erased'),
};

/**
 * What a waiting mail says, for the administrator to pass on by hand where no SMTP is configured. The database decides
 * and writes it down for administrators and for the person concerned (`app.open_mail`).
 *
 * @param sessionId - of the administrator; it is what proves who asks.
 * @param origin - under which the administrator reaches the server: its links work there.
 * @throws AppError `mail.not_found`, `mail.not_shown`, `mail.erased`, `platform.admin_only`
 */
export async function openMail(
  { platform, mailer }: { platform: Kysely<DB>; mailer: { origin: string } },
  {
    actor,
    sessionId,
    mailId,
    origin,
    userAgent,
  }: { actor: PlatformActor; sessionId: string; mailId: string; origin: string; userAgent?: string | null },
): Promise<OpenedMail> {
  demandOnPlatform(actor, 'outbox.change');
  const notFound = () => new AppError('mail.not_found');
  if (!isUuid(mailId) || !isUuid(sessionId)) throw notFound();
  const { rows } = await sql<{ answer: Answer }>`
    select app.open_mail(${mailId}::uuid, ${sessionId}::uuid, ${actor.ipAddress ?? null}, ${userAgent ?? null}) as answer`.execute(
    platform,
  );
  const { answer } = rows[0]!;
  if (answer.outcome === 'opened') {
    const { to, subject, isOwn } = answer;
    return { to, subject, isOwn, ...withOrigin(answer.text, [mailer.origin], origin) };
  }
  if (answer.outcome === 'not_found') throw notFound();
  if (answer.outcome === 'not_admin') throw new AppError('platform.admin_only', { reason: 'see' });
  throw refusals[answer.outcome]();
}

/**
 * A mail's links stand on lines of their own. Those to this server (under its configured address, or under this machine's
 * own from before it had one) get the given origin; what only looks like one in somebody's name stays text.
 */
export function withOrigin(
  text: string,
  ownOrigins: readonly string[],
  origin: string,
): { text: string; links: string[] } {
  const links: string[] = [];
  const lines = text.split('\n').map((line) => {
    if (!/^https?:\/\/\S+$/.test(line) || !URL.canParse(line)) return line;
    const url = new URL(line);
    if (!ownOrigins.includes(url.origin) && url.hostname !== 'localhost') return line;
    const link = `${origin}${url.pathname}${url.search}${url.hash}`;
    links.push(link);
    return link;
  });
  return { text: lines.join('\n'), links };
}
