import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { tellWorkers } from './target-rows.ts';

/**
 * Gives one delivery up, so that what comes later of its record goes out. It can be replayed.
 * @throws AppError `delivery.not_found`, `delivery.over_already` where it arrived or was skipped
 */
export async function skipDelivery(
  { db }: { db: Kysely<DB> },
  { scope, deliveryId }: { scope: Scope; deliveryId: string },
): Promise<void> {
  demandChange(scope, 'deliveries.manage');
  const { companyId } = scope;
  if (!isUuid(deliveryId)) throw new AppError('delivery.not_found');
  await inChange(db, scope, async (trx) => {
    const { rows } = await sql<{ target_id: string; sequence: number; is_skipped: boolean }>`
      update app.deliveries d set state = case when b.is_open then 'skipped' else d.state end,
        ended_at = case when b.is_open then now() else d.ended_at end, lease = null, leased_until = null
      from (select id, state in ('pending', 'retrying', 'failed') as is_open from app.deliveries
        where company_id = ${companyId}::uuid and id = ${deliveryId}::uuid for update) b
      where d.company_id = ${companyId}::uuid and d.id = b.id
      returning d.target_id, d.sequence, b.is_open as is_skipped`.execute(trx);
    const delivery = rows[0];
    if (!delivery) throw new AppError('delivery.not_found');
    if (!delivery.is_skipped) throw new AppError('delivery.over_already');
    await recordAuditEvent(trx, scope, {
      action: 'delivery.skipped',
      subjectType: 'delivery_target',
      subjectId: delivery.target_id,
      detail: { sequence: delivery.sequence },
    });
    await tellWorkers(trx);
  });
}
