import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { maxTargets } from './rules.ts';
import { demandRoomForTarget, lockTarget, tellWorkers } from './target-rows.ts';

/**
 * Out of the trash, as it was: what waited goes out; events of the time between do not.
 * @throws AppError `delivery.target_not_found`, `delivery.too_many_targets`
 */
export async function restoreTarget(
  { db }: { db: Kysely<DB> },
  { scope, targetId }: { scope: Scope; targetId: string },
): Promise<{ name: string }> {
  demandThemself(scope);
  demandChange(scope, 'webhooks.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, name } = await lockTarget(trx, companyId, targetId, { isTrashed: true });
    await demandRoomForTarget(trx, companyId, maxTargets);
    await sql`
      update app.delivery_targets set trashed_at = null where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(
      trx,
    );
    await tellWorkers(trx);
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.restored',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name },
    });
    return { name };
  });
}
