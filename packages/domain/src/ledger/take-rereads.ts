import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { Trx } from '../in-scope.ts';
import { maxRereadsOfPerson } from './ledger-limits.ts';
import { demandGranted, type Refusal } from './reserve.ts';

/**
 * Counts pages that will be read again, of the person and of the company.
 * @throws AppError `company.reading_used_up`, `company.rereads_used_up`, `capture.rereads_used_up`
 */
export async function takeRereads(trx: Trx, { actor }: Scope, pages: number): Promise<void> {
  if (pages === 0) return;
  const { rows } = await sql<Refusal>`
    select * from app.take_rereads(${actor.userId}::uuid, ${pages}::int, ${maxRereadsOfPerson}::int)`.execute(
    trx,
  );
  demandGranted(rows[0]);
}
