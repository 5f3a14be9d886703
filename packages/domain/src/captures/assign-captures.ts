import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from './capture-conditions.ts';
import { changeCaptures } from './change-captures.ts';

/** Gives captures to a member for review, claims them (one's own id) or frees them (`null`). @throws AppError `capture.not_a_reviewer` */
export async function assignCaptures(
  { db }: { db: Kysely<DB> },
  { scope, ids, userId }: { scope: Scope; ids: readonly string[]; userId: string | null },
): Promise<{ changed: string[] }> {
  const reach = demandChange(scope, 'captures.assign');
  return inScope(db, scope, async (trx) => {
    await demandReviewer(trx, userId);
    const items = await changeCaptures(trx, scope, { ids, action: 'assign', reach, payload: { userId } });
    return { changed: items.map((item) => item.id) };
  });
}

/** Only members who may review are assigned to. @throws AppError `capture.not_a_reviewer` */
export async function demandReviewer(trx: Trx, userId: string | null | undefined): Promise<void> {
  if (userId === null || userId === undefined) return;
  const { rows } = isUuid(userId)
    ? await sql`select 1 from app.members where user_id = ${userId}::uuid and role in ('owner', 'admin', 'reviewer')`.execute(
        trx,
      )
    : { rows: [] };
  if (rows.length === 0)
    throw new AppError(
      'invalid',
      'capture.not_a_reviewer',
      'Captures are assigned to members who may review. Choose another person.',
    );
}
