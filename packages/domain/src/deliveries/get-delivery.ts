import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { deliveryColumns, deliveryTables } from './list-deliveries.ts';
import type { ListedAttempt, ListedDelivery } from './rules.ts';

/** The newest that are shown. */
const maxAttempts = 50;

/** One delivery with every try, the newest first. @throws AppError `delivery.not_found` */
export async function getDelivery(
  { db }: { db: Kysely<DB> },
  { scope, deliveryId }: { scope: Scope; deliveryId: string },
): Promise<{ delivery: ListedDelivery; attempts: ListedAttempt[] }> {
  demand(scope, 'deliveries.manage');
  if (!isUuid(deliveryId)) throw new AppError('delivery.not_found');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const [delivery] = await isoRows(trx)<ListedDelivery>`
      select ${deliveryColumns} from ${deliveryTables}
      where d.company_id = ${companyId}::uuid and d.id = ${deliveryId}::uuid`;
    if (!delivery) throw new AppError('delivery.not_found');
    const attempts = await isoRows(trx)<ListedAttempt>`
      select id, number, at, duration_ms as "durationMs", request, answer, failure_code as "failureCode", failure
      from app.delivery_attempts where company_id = ${companyId}::uuid and delivery_id = ${deliveryId}::uuid
      order by number desc limit ${maxAttempts}`;
    return { delivery, attempts };
  });
}
