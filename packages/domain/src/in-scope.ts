import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import type { Kysely, Transaction } from 'kysely';
import type { Scope } from './actor.ts';

export type Trx = Transaction<DB>;

/** Runs `work` in one transaction that sees the scope's company and nothing else. */
export function inScope<T>(db: Kysely<DB>, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inCompany(db, { companyId: scope.companyId, userId: scope.actor.userId }, work);
}
