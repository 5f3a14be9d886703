import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import type { TargetState } from './rules.ts';
import { lockTarget, tellWorkers } from './target-rows.ts';

/**
 * Pauses a target, or resumes it: what waited meanwhile goes out at once, in its order.
 * @throws AppError `delivery.target_not_found`
 */
export async function setTargetState(
  { db }: { db: Kysely<DB> },
  { scope, targetId, state }: { scope: Scope; targetId: string; state: TargetState },
): Promise<{ name: string; state: TargetState }> {
  demandChange(scope, 'webhooks.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, name, state: before } = await lockTarget(trx, companyId, targetId);
    if (before === state) return { name, state };
    if (state === 'paused')
      await sql`
        update app.delivery_targets set state = 'paused', paused_at = now(), paused_for_failing = false
        where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
    else {
      await sql`
        update app.delivery_targets set state = 'active', paused_at = null, paused_for_failing = false, failing_since = null,
          failure_code = null, at_once = 1
        where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
      await sql`
        update app.deliveries set due_at = now(), tries = 0
        where company_id = ${companyId}::uuid and target_id = ${id}::uuid and state in ('pending', 'retrying')`.execute(
        trx,
      );
      await tellWorkers(trx);
    }
    await recordAuditEvent(trx, scope, {
      action: state === 'paused' ? 'delivery_target.paused' : 'delivery_target.resumed',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name },
    });
    return { name, state };
  });
}
