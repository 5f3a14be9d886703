import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';
import { maxReasonLength } from './company-change.ts';
import { type PlatformUser, usersById } from './list-users.ts';
import { refusing } from './platform-refusals.ts';
import type { UserChange } from './rules.ts';

/** @throws AppError `platform.bad_input` where suspending has no reason or too long a one */
export function checkReason(change: UserChange, reason: string): void {
  let problem: string | undefined;
  if (change === 'suspend' && reason.trim() === '') problem = fieldText('why_suspended');
  else if (reason.length > maxReasonLength) problem = fieldText('too_long', { max: maxReasonLength });
  if (problem) throw new AppError('platform.bad_input', { fields: { reason: problem } });
}

/** @throws AppError `platform.bad_input` unless the address was typed as it is */
export function demandConfirmation(user: PlatformUser, confirmation: string | undefined): void {
  if (confirmation?.trim().toLowerCase() === user.email.toLowerCase()) return;
  throw new AppError('platform.bad_input', {
    fields: { confirmation: fieldText('type_email') },
  });
}

/** @throws AppError `user.not_found` */
export async function getUser(platform: Kysely<DB>, userId: string): Promise<PlatformUser> {
  const user = isUuid(userId) ? (await usersById(platform, [userId]))[0] : undefined;
  if (!user) throw new AppError('user.not_found');
  return user;
}

/**
 * Changes one account. Suspending and signing out end every session at once. A reset of the second factor is mailed to
 * its owner.
 *
 * @returns whether anything changed
 * @throws AppError `user.not_found`, `user.deleted`, `user.is_yourself`, `user.is_last_admin`, `user.suspended`,
 *   `platform.admin_only`, `platform.bad_input`
 */
export async function changeUser(
  { platform, mailer }: { platform: Kysely<DB>; mailer: Mailer },
  {
    actor,
    userId,
    change,
    reason = '',
  }: { actor: PlatformActor; userId: string; change: UserChange; reason?: string },
): Promise<{ isChanged: boolean; user: PlatformUser }> {
  demandOnPlatform(actor, 'users.change');
  checkReason(change, reason);
  const user = await getUser(platform, userId);
  const isChanged = await platform.transaction().execute(async (trx) => {
    const changed = await writeUserChange(trx, actor, user.id, change, reason);
    if (changed && change === 'reset_two_factor') await tellReset(trx, mailer, user);
    return changed;
  });
  return { isChanged, user };
}

/** In the caller's transaction; written down for the platform and the user by the database itself. */
export async function writeUserChange(
  trx: Kysely<DB>,
  actor: PlatformActor,
  userId: string,
  change: UserChange,
  reason: string,
): Promise<boolean> {
  const { rows } = await refusing(
    sql<{ changed: boolean }>`
      select platform.change_user(${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, ${userId}::uuid,
        ${change}, ${reason.trim()}) as changed`.execute(trx),
  );
  return rows[0]?.changed === true;
}

function tellReset(trx: Kysely<DB>, mailer: Mailer, user: PlatformUser): Promise<string> {
  return queueMail(trx, mailer, {
    kind: 'security',
    to: user.email,
    userId: user.id,
    content: (say) => ({
      subject: say('mail.second_factor_reset.subject'),
      paragraphs: [say('mail.second_factor_reset.body'), say('mail.second_factor_reset.was_it_you')],
      button: { label: say('mail.second_factor_reset.button'), url: `${mailer.origin}/settings/security` },
    }),
  });
}
