import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { type AccountActor, demandOwnAccount } from './own-account.ts';
import { recordUserEvent } from './record-user-event.ts';
import { type LinkPurpose, withdrawLinks } from './sent-links.ts';

const address = z.string().trim().toLowerCase().max(320).pipe(z.email());
const uniqueViolation = '23505';

interface Deps {
  /** As readout_auth. */
  auth: Kysely<DB>;
  mailer: Mailer;
}

/** The address as accounts keep it. @throws AppError `account.email_unusable` */
export function usableEmail(email: string): string {
  const parsed = address.safeParse(email);
  if (parsed.success) return parsed.data;
  throw new AppError('account.email_unusable', {
    fields: { email: fieldText('email') },
  });
}

/**
 * Changes the address at once, where no mail could reach the new one: the caller has made sure that it is the
 * person's wish. The old address is told through the outbox, and links sent to it stop working.
 *
 * @throws AppError `account.email_unusable`, `account.email_unchanged`, `account.email_taken`
 */
export async function changeEmailAtOnce(
  { auth, mailer }: Deps,
  { actor, email }: { actor: AccountActor; email: string },
): Promise<void> {
  demandOwnAccount(actor);
  const usable = usableEmail(email);
  try {
    await auth.transaction().execute(async (trx) => {
      const { rows } = await sql<{ name: string; email: string }>`
        select name, email from auth."user" where id = ${actor.userId}::uuid and deleted_at is null for update`.execute(
        trx,
      );
      const person = rows[0];
      if (!person) throw new AppError('account.gone');
      if (person.email === usable) throw new AppError('account.email_unchanged');
      await sql`update auth."user" set email = ${usable}, email_verified = false, updated_at = now() where id = ${actor.userId}::uuid`.execute(
        trx,
      );
      await endLinksOf(trx, actor.userId);
      await recordUserEvent(trx, {
        ...actor,
        action: 'email.changed',
        detail: { from: person.email, to: usable },
      });
      await tellOldAddress(trx, mailer, {
        userId: actor.userId,
        name: person.name,
        from: person.email,
        to: usable,
      });
    });
  } catch (cause) {
    if ((cause as { code?: string }).code !== uniqueViolation) throw cause;
    throw new AppError('account.email_taken', {}, { cause });
  }
}

/**
 * Links sent out before, and codes asked for, no longer let anyone in: anyone who reads an old mail must not get in by it.
 * `trx`: as readout_auth.
 */
export async function endLinksOf(
  trx: Kysely<DB>,
  userId: string,
  purposes: LinkPurpose[] = allPurposes,
): Promise<void> {
  await sql`delete from auth.verification where value = ${userId}`.execute(trx);
  for (const purpose of purposes) await withdrawLinks({ auth: trx }, { userId, purpose });
  await sql`
    update auth.mails set body_text = null, body_html = null
    where user_id = ${userId}::uuid and body_text is not null and (without_smtp or state <> 'waiting')
      and case kind when 'sign_in_link' then 'sign_in' else kind end = any(${purposes}::text[])`.execute(trx);
}

const allPurposes: LinkPurpose[] = ['verify_email', 'change_email', 'reset_password', 'sign_in'];

async function tellOldAddress(
  trx: Kysely<DB>,
  mailer: Mailer,
  { userId, name, from, to }: { userId: string; name: string; from: string; to: string },
): Promise<void> {
  await queueMail(trx, mailer, {
    kind: 'security',
    to: from,
    userId,
    content: (say) => ({
      subject: say('mail.email_changed.subject'),
      paragraphs: [
        say('mail.email_changed.body', { name, newEmail: to }),
        say('mail.email_changed.was_it_you'),
      ],
      footnote: say('mail.email_changed.footnote'),
    }),
  });
}
