import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import type { DeliveryState } from './rules.ts';
import { tellWorkers } from './target-rows.ts';

/** As a new one: at once, with the whole schedule before it, and under its old id. */
export const asNew = sql`state = 'pending', tries = 0, due_at = now(), ended_at = null, lease = null, leased_until = null`;

/**
 * Sends one delivery again, whatever became of it.
 * @throws AppError `delivery.not_found`, `delivery.still_waiting` where it is to be sent anyway
 */
export async function replayDelivery(
  { db }: { db: Kysely<DB> },
  { scope, deliveryId }: { scope: Scope; deliveryId: string },
): Promise<void> {
  demandChange(scope, 'deliveries.manage');
  const { companyId } = scope;
  if (!isUuid(deliveryId)) throw new AppError('delivery.not_found');
  await inChange(db, scope, async (trx) => {
    const { rows } = await sql<{ state: DeliveryState; target_id: string; sequence: number }>`
      select d.state, d.target_id, d.sequence from app.deliveries d
      join app.delivery_targets t on t.company_id = d.company_id and t.id = d.target_id
      where d.company_id = ${companyId}::uuid and d.id = ${deliveryId}::uuid and t.trashed_at is null for update of d`.execute(
      trx,
    );
    const delivery = rows[0];
    if (!delivery) throw new AppError('delivery.not_found');
    if (delivery.state === 'pending' || delivery.state === 'retrying')
      throw new AppError('delivery.still_waiting');
    await sql`
      update app.deliveries set ${asNew} where company_id = ${companyId}::uuid and id = ${deliveryId}::uuid`.execute(
      trx,
    );
    await recordAuditEvent(trx, scope, {
      action: 'delivery.replayed',
      subjectType: 'delivery_target',
      subjectId: delivery.target_id,
      detail: { sequence: delivery.sequence },
    });
    await tellWorkers(trx);
  });
}
