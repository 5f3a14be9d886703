import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { changeCaptures } from './change-captures.ts';

/** Gives captures to a member for review, claims them (one's own id) or frees them (`null`). @throws AppError `capture.not_a_reviewer` */
export async function assignCaptures(
  { db }: { db: Kysely<DB> },
  { scope, ids, userId }: { scope: Scope; ids: readonly string[]; userId: string | null },
): Promise<{ changed: string[] }> {
  const reach = demandChange(scope, 'captures.assign');
  return inChange(db, scope, async (trx) => {
    await demandReviewer(trx, userId);
    const items = await changeCaptures(trx, scope, { ids, action: 'assign', reach, payload: { userId } });
    const changed = items.map((item) => item.id);
    await tellAssignee(trx, scope, { userId, changed });
    return { changed };
  });
}

/** One notification for all that was given to somebody at once. */
export async function tellAssignee(
  trx: Trx,
  { companyId, actor }: Scope,
  {
    userId,
    changed,
    bulkActionId,
  }: { userId: string | null | undefined; changed: readonly string[]; bulkActionId?: string },
): Promise<void> {
  const [first] = changed;
  if (!userId || first === undefined) return;
  await notify(trx, {
    companyId,
    userIds: [userId],
    kind: 'capture.assigned',
    ...(bulkActionId
      ? { subjectType: 'bulk_action', subjectId: bulkActionId }
      : { subjectType: 'capture', subjectId: first }),
    detail: {
      actorName: actor.name,
      count: changed.length,
      ...(changed.length === 1 ? { captureId: first } : {}),
    },
    actorId: actor.userId,
  });
}

/** After an undo: who has not seen yet that something was assigned need not. */
export async function takeBackAssignment(trx: Trx, companyId: string, bulkActionId: string): Promise<void> {
  await sql`
    delete from app.notifications
    where company_id = ${companyId}::uuid and kind = 'capture.assigned' and subject_id = ${bulkActionId} and read_at is null and mailed_at is null`.execute(
    trx,
  );
}

/** Only members who may review are assigned to. @throws AppError `capture.not_a_reviewer` */
export async function demandReviewer(trx: Trx, userId: string | null | undefined): Promise<void> {
  if (userId === null || userId === undefined) return;
  const { rows } = isUuid(userId)
    ? await sql`select 1 from app.members where user_id = ${userId}::uuid and role in ('owner', 'admin', 'reviewer')`.execute(
        trx,
      )
    : { rows: [] };
  if (rows.length === 0) throw new AppError('capture.not_a_reviewer');
}
