import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** No company has it: such a transaction sees what is the person's own and no tenant's rows. */
const noCompany = '00000000-0000-0000-0000-000000000000';

/** Runs `work` in a transaction that sees what is one person's over all their companies, as readout_app. */
export function asPerson<T>(db: Kysely<DB>, userId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inCompany(db, { companyId: noCompany, userId }, work);
}
