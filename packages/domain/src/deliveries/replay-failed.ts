import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { asNew } from './replay-delivery.ts';
import { lockTarget, tellWorkers } from './target-rows.ts';

/** Sends everything again that failed, at one target or at all of them. @throws AppError `delivery.target_not_found` */
export async function replayFailed(
  { db }: { db: Kysely<DB> },
  { scope, targetId }: { scope: Scope; targetId?: string | undefined },
): Promise<{ replayed: number }> {
  demandChange(scope, 'deliveries.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const targetIds = targetId === undefined ? await findFailed(trx, companyId) : [targetId];
    let replayed = 0;
    for (const each of targetIds) replayed += await replayAt(trx, scope, each);
    if (replayed > 0) await tellWorkers(trx);
    return { replayed };
  });
}

/** In the order of their ids, in which everybody locks several. */
async function findFailed(trx: Trx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from app.delivery_targets t
    where t.company_id = ${companyId}::uuid and t.trashed_at is null and exists (
      select from app.deliveries d where d.company_id = t.company_id and d.target_id = t.id and d.state = 'failed')
    order by t.id`.execute(trx);
  return rows.map(({ id }) => id);
}

async function replayAt(trx: Trx, scope: Scope, targetId: string): Promise<number> {
  const { companyId } = scope;
  const { id, name } = await lockTarget(trx, companyId, targetId);
  const { numAffectedRows } = await sql`
    update app.deliveries set ${asNew}
    where company_id = ${companyId}::uuid and target_id = ${id}::uuid and state = 'failed'`.execute(trx);
  const replayed = Number(numAffectedRows ?? 0);
  if (replayed > 0)
    await recordAuditEvent(trx, scope, {
      action: 'delivery.replayed',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name, count: replayed },
    });
  return replayed;
}
