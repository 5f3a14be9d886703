import { randomInt } from 'node:crypto';
import { Client, type ClientBase } from 'pg';
import type { DatabaseAddress, PreparedDatabase } from './address.ts';
import { createPool, withOwner } from './connect.ts';
import { roleName, roles } from './roles.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Of a pooler that cannot be used the way it is set up. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
  readonly code: 'database.pooler_not_named' | 'database.pooler_refuses' | 'database.pooler_elsewhere';

  constructor(code: PoolerError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const answerWithinMs = 5000;

/**
 * The address that everything rests on has to be PostgreSQL itself. Through a pooler in transaction mode a lock of a session
 * would be taken on one connection and given back on another, and what is announced would not be heard: nothing would
 * fail, and much go wrong.
 *
 * @param client - connected to `address`
 * @throws PoolerError
 */
export async function refusePooler(client: ClientBase, address: DatabaseAddress): Promise<void> {
  const before = await backendOf(client);
  // What PostgreSQL said when it was signed in to. A proxy between may have said something of its own, and be none the less direct.
  if (before === (client as ClientBase & { processID: number | null }).processID) return;
  const other = new Client({
    ...address,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  other.on('error', () => {});
  let isShared: boolean;
  try {
    await other.connect();
    await other.query('begin');
    const taken = await backendOf(other);
    // While the other one holds a connection in a transaction, ours is still ours where connections belong to sessions.
    isShared = taken === before || (await backendOf(client)) !== before;
  } catch {
    // A pooler in session mode that has only the one connection.
    isShared = false;
  } finally {
    await other.end().catch(() => {});
  }
  if (!isShared) return;
  const { host, port } = address;
  throw new PoolerError(
    'database.pooler_not_named',
    `At ${host}:${port} is a pooler in transaction mode, not PostgreSQL itself. Leave its address in DATABASE_URL, and give that of PostgreSQL, ` +
      'with the role that owns the database, in DATABASE_DIRECT_URL: locks and announcements need connections that last.',
  );
}

async function backendOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/**
 * Signs in through the pooler as each of the server's roles, and makes sure that it leads where the direct address does: to the same
 * server, and the same database.
 *
 * @throws PoolerError; what says that the pooler is away as it came
 */
export async function checkPooler(database: PreparedDatabase, secret: string): Promise<void> {
  const { pooler } = database;
  if (!pooler) return;
  await withOwner(database, async (direct) => {
    // Only in this database of this server can it be seen.
    const key = randomInt(2 ** 31);
    await direct.query('begin');
    await direct.query('select pg_advisory_xact_lock($1, $1)', [key]);
    for (const role of roles) {
      const pool = createPool(database, role, secret, { maxConnections: 1 });
      try {
        const { rowCount } = await pool.query(
          `select from pg_locks l join pg_database d on d.oid = l.database
           where l.locktype = 'advisory' and l.classid = $1 and l.objid = $1 and d.datname = current_database()`,
          [key],
        );
        if (rowCount !== 1)
          throw new PoolerError(
            'database.pooler_elsewhere',
            `The pooler at ${pooler.host}:${pooler.port} in DATABASE_URL leads to another database than DATABASE_DIRECT_URL, a copy or a replica perhaps. Both have to lead to the same database of the same server.`,
          );
      } catch (cause) {
        if (cause instanceof PoolerError || isAway(cause)) throw cause;
        throw new PoolerError(
          'database.pooler_refuses',
          `The pooler at ${pooler.host}:${pooler.port} in DATABASE_URL does not let the role ${roleName(role, database.installationId)} into ${pooler.database}: ${(cause as Error).message}. ` +
            'Readout makes its roles and their passwords itself, so the pooler has to ask PostgreSQL for them (auth_query).',
          { cause },
        );
      } finally {
        await pool.end();
      }
    }
    await direct.query('commit');
  });
}

/** A pooler that knows no database or no role says so with SQLSTATE 08P01, which is also what it says of a server that is away. */
function isAway(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !/no such (database|user)|auth|SASL|password/i.test(String(error));
}
