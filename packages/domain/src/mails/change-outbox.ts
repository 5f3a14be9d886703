import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';

interface Input {
  actor: PlatformActor;
  mailIds: readonly string[];
}

type Taken = { id: string; to_email: string; subject: string };

/**
 * Has mails that were not sent tried at once, those that waited for SMTP to be set up included.
 *
 * @throws AppError `mail.no_smtp`, `platform.admin_only`
 */
export async function sendMailsAgain(
  { platform, mailer }: { platform: Kysely<DB>; mailer: { isConfigured: boolean } },
  { actor, mailIds }: Input,
): Promise<{ changed: number }> {
  demandOnPlatform(actor, 'outbox.change');
  if (!mailer.isConfigured) throw new AppError('mail.no_smtp');
  return change(platform, { actor, mailIds }, 'mail.sent_again', 'send_mails_again');
}

/** Deletes mails that were not sent. @throws AppError `platform.admin_only` */
export async function deleteMails(
  { platform }: { platform: Kysely<DB> },
  { actor, mailIds }: Input,
): Promise<{ changed: number }> {
  demandOnPlatform(actor, 'outbox.change');
  return change(platform, { actor, mailIds }, 'mail.deleted', 'delete_mails');
}

async function change(
  platform: Kysely<DB>,
  { actor, mailIds }: Input,
  action: string,
  operation: 'send_mails_again' | 'delete_mails',
): Promise<{ changed: number }> {
  const ids = mailIds.filter(isUuid);
  return platform.transaction().execute(async (trx) => {
    const { rows } = await sql<Taken>`select * from ${sql.id('app', operation)}(${ids}::uuid[])`.execute(trx);
    await recordPlatformEvent(
      trx,
      actor,
      rows.map((row) => ({
        action,
        subjectType: 'mail' as const,
        subjectId: row.id,
        subjectName: row.to_email,
        detail: { subject: row.subject },
      })),
    );
    return { changed: rows.length };
  });
}
