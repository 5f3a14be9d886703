import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDriver,
  type Transaction,
  type TransactionSettings,
} from 'kysely';
import type { DB } from '../build/row-types.ts';

/** Whose data a transaction may see. */
export interface Tenant {
  companyId: string;
  /** Null where the system itself acts. */
  userId: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const pending = new AsyncLocalStorage<string>();

/** Begins a transaction and names its tenant in one round trip instead of three. */
export class TenantDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const sql = pending.getStore();
    if (sql === undefined) return super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(sql));
  }
}

/**
 * Runs the work in a transaction that sees and writes rows of one company only (row-level security on the
 * transaction-local settings). The work uses `trx` and nothing else.
 *
 * @throws TypeError when an id is not a UUID.
 */
export function inCompany<T>(
  db: Kysely<DB>,
  tenant: Tenant,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const { companyId, userId } = tenant;
  if (!uuid.test(companyId) || (userId !== null && !uuid.test(userId))) {
    throw new TypeError('A tenant is named by UUIDs.');
  }
  const begin = `begin; select set_config('readout.company_id', '${companyId}', true), set_config('readout.user_id', '${userId ?? ''}', true)`;
  return pending.run(begin, () => db.transaction().execute((trx) => pending.exit(() => work(trx))));
}
