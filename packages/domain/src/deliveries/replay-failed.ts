import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { asNew } from './replay-delivery.ts';
import { lockTarget, tellWorkers } from './target-rows.ts';

/** Sends everything again that failed at one target. @throws AppError `delivery.target_not_found` */
export async function replayFailed(
  { db }: { db: Kysely<DB> },
  { scope, targetId }: { scope: Scope; targetId: string },
): Promise<{ replayed: number }> {
  demandChange(scope, 'deliveries.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, name } = await lockTarget(trx, companyId, targetId);
    const { numAffectedRows } = await sql`
      update app.deliveries set ${asNew}
      where company_id = ${companyId}::uuid and target_id = ${id}::uuid and state = 'failed'`.execute(trx);
    const replayed = Number(numAffectedRows ?? 0);
    if (replayed === 0) return { replayed };
    await recordAuditEvent(trx, scope, {
      action: 'delivery.replayed',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name, count: replayed },
    });
    await tellWorkers(trx);
    return { replayed };
  });
}
