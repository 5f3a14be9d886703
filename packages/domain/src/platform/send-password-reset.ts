import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { getUser } from './change-user.ts';

/**
 * Has a link to set a new password sent to a user. `request` asks for it as the person would.
 * @throws AppError `user.not_found`, `platform.admin_only`, `platform.role_not_allowed`
 */
export async function sendPasswordReset(
  { platform, request }: { platform: Kysely<DB>; request: (email: string) => Promise<unknown> },
  { actor, userId }: { actor: PlatformActor; userId: string },
): Promise<void> {
  demandOnPlatform(actor, 'users.change');
  const { id, name, email } = await getUser(platform, userId);
  await request(email);
  await recordPlatformEvent(platform, actor, {
    action: 'user.password_reset_sent',
    subjectType: 'user',
    subjectId: id,
    subjectName: name,
  });
}
