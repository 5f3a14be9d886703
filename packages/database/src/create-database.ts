import type { DatabaseAddress, Server } from './address.ts';
import { withOwner } from './connect.ts';

/** Makes the database of the embedded server on first use and says how to reach it. */
export async function ensureDatabase(server: Server, database: string): Promise<DatabaseAddress> {
  if (!/^[a-z][a-z0-9_]*$/.test(database)) throw new TypeError(`Not a plain database name: ${database}`);
  await withOwner({ ...server, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${database}`);
  });
  return { ...server, database };
}
