import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { demandGranted, type Refusal, type Reservation } from './reserve.ts';

/**
 * Takes what was stored off its promise, in the transaction that keeps it: from here on it counts as used. Where there is
 * no promise (any more) it is taken now, which makes others of the company wait for the end of the transaction.
 * @throws AppError as {@link reserve}
 */
export async function settle(
  trx: Trx,
  {
    companyId,
    reservation,
    bytes,
    captures,
  }: { companyId: string; reservation: Reservation | undefined; bytes: number; captures: 0 | 1 },
): Promise<void> {
  if (bytes === 0 && captures === 0) return;
  if (reservation) {
    const { numAffectedRows } = await sql`
      update app.reservations set bytes = bytes - ${bytes}::bigint, captures = captures - ${captures}::int
      where company_id = ${companyId}::uuid and id = ${reservation.id}::uuid
        and bytes >= ${bytes}::bigint and captures >= ${captures}::int`.execute(trx);
    if (numAffectedRows === 1n) return;
  }
  const { rows } = await sql<Refusal>`
    select * from app.take(${companyId}::uuid, ${bytes}::bigint, ${captures}::int)`.execute(trx);
  demandGranted(rows[0]);
}
