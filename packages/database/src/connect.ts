import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { Client, type ClientBase, Pool, type PoolConfig, types } from 'pg';
import type { DB } from '../build/row-types.ts';
import type { DatabaseAddress, PreparedDatabase } from './address.ts';
import { TenantDriver } from './in-company.ts';
import { type Role, roleName, rolePassword } from './roles.ts';
import { idleTransactionTimeoutMs, statementTimeoutMs as usualTimeoutMs } from './session-limits.ts';

export interface PoolOptions {
  /** Most connections at once; default 10. */
  maxConnections?: number;
  /** A statement is cancelled after this long; default 30 s. */
  statementTimeoutMs?: number;
  /** Past the pooler: connections keep what is set on them, and hear what is announced. */
  isDirect?: boolean;
  onError?: (error: Error) => void;
}

const int8Oid = 20;

/** How values arrive: bigint as number (ours stay below 2^53), everything else as `pg` does it. */
const typeParsers: NonNullable<PoolConfig['types']> = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8Oid && format !== 'binary'
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/** A busy machine can take seconds to sign in: what is slower than this is away. */
const connectWithinMs = 15_000;

/** Reads `postgres://user:password@host:port/database?sslmode=…`; sockets as `?host=/folder`. */
export function parseDatabaseUrl(text: string, name = 'DATABASE_URL'): DatabaseAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new Error(`${name} is not an address like postgres://user:password@host:5432/readout.`, {
      cause,
    });
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new Error(`${name} must start with postgres:// or postgresql://.`);
  }
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!database || !url.username)
    throw new Error(`${name} must name a user and a database: postgres://user:password@host:5432/readout.`);
  const mode = url.searchParams.get('sslmode') ?? 'prefer';
  const isLocal = url.searchParams.has('host') || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    ...(mode === 'disable' ||
    (mode === 'prefer' && isLocal) ||
    mode === 'allow' ||
    (mode === 'prefer' && !url.searchParams.has('sslmode'))
      ? {}
      : { ssl: { rejectUnauthorized: mode === 'verify-full' || mode === 'verify-ca' } }),
  };
}

/**
 * How to reach the database where DATABASE_URL is the address of a pooler in front of it and DATABASE_DIRECT_URL that of
 * PostgreSQL itself. Who signs in through the pooler are the server's own roles.
 */
export function behindPooler(
  { host, port, database, ssl }: DatabaseAddress,
  direct: DatabaseAddress,
): DatabaseAddress {
  return { ...direct, pooler: { host, port, database, ...(ssl === undefined ? {} : { ssl }) } };
}

/** Pool of connections as one of the server's roles. A connection lost while idle is replaced, not fatal. */
export function createPool(
  database: PreparedDatabase,
  role: Role,
  secret: string,
  options: PoolOptions = {},
): Pool {
  const {
    maxConnections = 10,
    statementTimeoutMs = usualTimeoutMs,
    isDirect = false,
    onError = () => {},
  } = options;
  const { installationId, pooler, ...direct } = database;
  const through = isDirect ? undefined : pooler;
  const { host, port, database: name, ssl } = through ?? direct;
  const pool = new Pool({
    host,
    port,
    database: name,
    ...(ssl === undefined ? {} : { ssl }),
    user: roleName(role, installationId),
    password: rolePassword(role, secret),
    max: maxConnections,
    application_name: role,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 60_000,
    // A pooler's connections are made by the pooler: there the roles have these limits, see `setRoleLimits`.
    ...(through
      ? {}
      : {
          statement_timeout: statementTimeoutMs,
          idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
        }),
    // A server that does not answer at all (paused, cut off) is given up a little later.
    query_timeout: statementTimeoutMs + 5000,
    keepAlive: true,
    types: typeParsers,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** The typed query builder over a pool; `destroy()` ends the pool. */
export function createDatabase(pool: Pool): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TenantDriver({ pool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** One connection as the role that owns the schema, for migrations and role passwords; ended afterwards. */
export async function withOwner<T>(
  address: DatabaseAddress,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...address,
    application_name: 'readout_owner',
    connectionTimeoutMillis: connectWithinMs,
    types: typeParsers,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
