import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Scope } from './actor.ts';
import { demandActive } from './demand-active.ts';
import { throwRefusal } from './ledger/ledger-refusals.ts';

export type Trx = Transaction<DB>;

/** Runs `work` in one transaction that sees the scope's company and nothing else. */
export function inScope<T>(db: Kysely<DB>, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inCompany(db, { companyId: scope.companyId, userId: scope.actor.userId }, work).catch(throwRefusal);
}

/**
 * The same for work that makes or changes something: a suspended or closing company keeps what it has and takes in
 * nothing new. What only takes access away or ends these states (removing a member, revoking, reopening) uses
 * {@link inScope}.
 * @throws AppError `company.suspended`, `company.closing`, `company.not_found`
 */
export function inChange<T>(db: Kysely<DB>, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ status: string }>`
      select status from app.company_settings where company_id = ${scope.companyId}::uuid`.execute(trx);
    demandActive(rows[0]);
    return work(trx);
  });
}
