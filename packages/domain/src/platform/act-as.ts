import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { notify } from '../notifications/notify.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { getUser } from './change-user.ts';
import { maxReasonLength } from './company-change.ts';
import { refusing } from './platform-refusals.ts';

/** How long somebody acts as a user at most. */
export const actingSeconds = 60 * 60;

/**
 * Begins to act as a user, for an hour at most: said in the lists of the platform and of each of the user's companies,
 * to the companies' owners and to the user. Its end, whatever ends it, is written down by the database.
 *
 * `begin` makes the session once that is written down for good: a session nobody knows of cannot come to be.
 *
 * @throws AppError `user.not_found`, `user.deleted`, `user.is_yourself`, `user.suspended`, `support.not_as_admin`,
 *   `support.refused`, `platform.bad_input`, `platform.admin_only`
 */
export async function actAs<T extends { sessionId: string }>(
  { platform, begin }: { platform: Kysely<DB>; begin: (userId: string) => Promise<T> },
  { actor, userId, reason }: { actor: PlatformActor; userId: string; reason: string },
): Promise<T> {
  demandOnPlatform(actor, 'users.act_as');
  const why = reason.trim();
  if (why === '' || why.length > maxReasonLength)
    throw new AppError('platform.bad_input', {
      fields: {
        reason: why === '' ? fieldText('why_acting') : fieldText('too_long', { max: maxReasonLength }),
      },
    });
  const user = await getUser(platform, userId);
  const started = await platform.transaction().execute(async (trx) => {
    const { rows } = await refusing(
      sql<{ support_id: string; companies: string[] }>`
        select support_id, companies
        from platform.start_support(${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, ${user.id}::uuid, ${why})`.execute(
        trx,
      ),
    );
    const { support_id: supportId, companies } = rows[0]!;
    for (const companyId of companies) {
      const { rows: owners } = await sql<{ user_id: string }>`
        select user_id from app.platform_members where company_id = ${companyId}::uuid and role = 'owner'`.execute(
        trx,
      );
      await notify(trx, {
        companyId,
        userIds: owners.map((owner) => owner.user_id),
        kind: 'support.started',
        subjectType: 'member',
        subjectId: user.id,
        detail: { actorName: actor.name, userName: user.name, reason: why },
        actorId: actor.userId,
      });
    }
    return supportId;
  });
  let made: T;
  try {
    made = await begin(user.id);
  } catch (error) {
    await sql`select platform.abandon_support(${started}::uuid)`.execute(platform);
    throw error;
  }
  const { rows } = await sql<{ holds: boolean }>`
    select platform.name_support_session(${started}::uuid, ${made.sessionId}::uuid) as holds`.execute(
    platform,
  );
  if (!rows[0]?.holds) throw new AppError('support.not_possible', { reason: 'changed' });
  return made;
}

/** Ends what is over; run by the worker every minute. @returns how many */
export async function endExpiredSupport({ platform }: { platform: Kysely<DB> }): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select platform.end_expired_support() as ended`.execute(
    platform,
  );
  return rows[0]?.ended ?? 0;
}
