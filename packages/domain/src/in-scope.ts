import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Scope } from './actor.ts';
import { AppError } from './errors.ts';

export type Trx = Transaction<DB>;

/** Runs `work` in one transaction that sees the scope's company and nothing else. */
export function inScope<T>(db: Kysely<DB>, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inCompany(db, { companyId: scope.companyId, userId: scope.actor.userId }, work);
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

/** @throws AppError `company.suspended`, `company.closing`, `company.not_found` */
export function demandActive<T extends { status: string }>(settings: T | undefined): asserts settings is T {
  if (!settings) throw new AppError('not_found', 'company.not_found', 'There is no such company.');
  if (settings.status === 'suspended')
    throw new AppError(
      'forbidden',
      'company.suspended',
      'This company is suspended: what it has can be read and exported, nothing new is taken in.',
    );
  if (settings.status === 'closing')
    throw new AppError(
      'forbidden',
      'company.closing',
      'This company is being closed: what it has can be read and exported, nothing new is taken in.',
    );
}
