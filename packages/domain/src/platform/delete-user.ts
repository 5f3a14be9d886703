import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { eraseUser } from '../users/erase-user.ts';
import { demandConfirmation, getUser } from './change-user.ts';
import { refusing } from './platform-refusals.ts';

/**
 * Takes a person out of the installation for good: personal data is removed, what they did for companies stays.
 *
 * @returns companies that close with the account, because nobody else is in them
 * @throws AppError `user.not_found`, `user.is_yourself`, `user.deleted`, `account.last_admin`, `account.last_owner`,
 *   `platform.admin_only`, `platform.bad_input` unless the address was typed as it is
 */
export async function deleteUser(
  { platform, auth }: { platform: Kysely<DB>; auth: Kysely<DB> },
  { actor, userId, confirmation }: { actor: PlatformActor; userId: string; confirmation: string },
): Promise<{ closing: { id: string; name: string }[] }> {
  demandOnPlatform(actor, 'users.change');
  const user = await getUser(platform, userId);
  if (user.id === actor.userId) throw new AppError('user.is_yourself', { reason: 'deleting' });
  if (user.state === 'deleted') throw new AppError('user.deleted');
  demandConfirmation(user, confirmation);
  return platform.transaction().execute(async (trx) => {
    // Who is an administrator stays one until this is done.
    await refusing(sql`select platform.confirm_admin(${actor.userId}::uuid)`.execute(trx));
    await recordPlatformEvent(trx, actor, {
      action: 'user.deleted',
      subjectType: 'user',
      subjectId: user.id,
      subjectName: 'deleted user',
    });
    return eraseUser({ auth }, { userId: user.id, isOwnWish: false });
  });
}
