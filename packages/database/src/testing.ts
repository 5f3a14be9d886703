import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type ClientBase, Pool } from 'pg';
import type { DB } from '../build/row-types.ts';
import type { PreparedDatabase, Server } from './address.ts';
import { createDatabase, createPool, withOwner } from './connect.ts';
import { clusterVariable, templateDatabase, testInstallationId, testSecret } from './test-cluster.ts';

export type { DB } from '../build/row-types.ts';
export { prepareStatement, type ValueKind } from './prepare-statement.ts';

/** A migrated, empty database of a test file's own, on real PostgreSQL. */
export interface TestDatabase {
  address: PreparedDatabase;
  /** Signing secret the role passwords derive from. */
  secret: string;
  /** As the application: row-level security applies, use `inCompany`. */
  app: Kysely<DB>;
  /** As sign-in: schema auth only. */
  auth: Kysely<DB>;
  /** As platform administration. */
  platform: Kysely<DB>;
  /** As the owner of the schema, past every policy: to arrange and to look, never what is tested. */
  asOwner<T>(work: (client: ClientBase) => Promise<T>): Promise<T>;
  /** Makes a company with an owner and the given other members. */
  createCompany(options?: CompanyOptions): Promise<TestCompany>;
  /**
   * Hands out the database as the application sees it, of which nothing stays: one connection in one transaction, in
   * which other transactions are savepoints, one after the other.
   */
  withoutTrace<T>(work: (app: Kysely<DB>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface CompanyOptions {
  name?: string;
  languages?: string[];
  locale?: string;
  /** Besides the owner. */
  members?: ('owner' | 'admin' | 'reviewer' | 'operator')[];
}

export interface TestCompany {
  companyId: string;
  owner: TestMember;
  /** In the order asked for. */
  members: TestMember[];
}

export interface TestMember {
  userId: string;
  name: string;
  email: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
}

let made = 0;

/** Clones the migrated template of the running test cluster (see `vitest.config.ts`). Call `close` in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const json = process.env[clusterVariable];
  if (!json)
    throw new Error(
      'No test cluster runs: integration tests start through vitest.config.ts and end in .int.test.ts.',
    );
  const server = JSON.parse(json) as Server;
  const database = `test_${process.pid}_${Date.now().toString(36)}_${made++}`;
  const maintenance = { ...server, database: 'postgres' };
  await withOwner(maintenance, (client) =>
    client.query(`create database ${database} template ${templateDatabase} strategy file_copy`),
  );
  const address = { ...server, database, installationId: testInstallationId };
  const pools = {
    app: createPool(address, 'readout_app', testSecret, { maxConnections: 6 }),
    auth: createPool(address, 'readout_auth', testSecret, { maxConnections: 4 }),
    platform: createPool(address, 'readout_platform', testSecret, { maxConnections: 2 }),
  };
  const owner = new Pool({ ...address, max: 1 });
  owner.on('error', () => {});
  const app = createDatabase(pools.app);
  const auth = createDatabase(pools.auth);
  const platform = createDatabase(pools.platform);
  const asOwner: TestDatabase['asOwner'] = async (work) => {
    const client = await owner.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };
  return {
    address,
    secret: testSecret,
    app,
    auth,
    platform,
    asOwner,
    createCompany: (options) => asOwner((client) => createCompany(client, options)),
    withoutTrace: (work) => withoutTrace(pools.app, work),
    async close() {
      await Promise.all([app.destroy(), auth.destroy(), platform.destroy(), owner.end()]);
      await withOwner(maintenance, (client) =>
        client.query(`drop database if exists ${database} with (force)`),
      );
    },
  };
}

async function withoutTrace<T>(pool: Pool, work: (app: Kysely<DB>) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  /** Who has the connection, and behind them who waits for it. */
  let last = Promise.resolve();
  const nested = {
    connect: async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const free = last;
      last = released;
      await free;
      return { query: (sql: string, values: unknown[]) => client.query(nest(sql), values), release };
    },
  };
  await client.query('begin');
  try {
    // All that the query builder asks of a pool.
    return await work(createDatabase(nested as unknown as Pool));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function nest(sql: string): string {
  // What a commit checks and chains is done here, too.
  if (sql === 'commit')
    return 'set constraints all immediate; set constraints all deferred; release savepoint nested';
  if (sql === 'rollback') return 'rollback to savepoint nested; release savepoint nested';
  return sql.replace(/^begin\b/, 'savepoint nested');
}

async function createCompany(client: ClientBase, options: CompanyOptions = {}): Promise<TestCompany> {
  const companyId = randomUUID();
  const {
    name = `Company ${companyId.slice(0, 4)}`,
    languages = ['en'],
    locale = 'en',
    members = [],
  } = options;
  await client.query('insert into auth.company (id, name, slug) values ($1, $2, $3)', [
    companyId,
    name,
    `c-${companyId}`,
  ]);
  await client.query('insert into app.company_settings (company_id, languages, locale) values ($1, $2, $3)', [
    companyId,
    languages,
    locale,
  ]);
  const made: TestMember[] = [];
  for (const [index, role] of (['owner', ...members] as const).entries()) {
    const userId = randomUUID();
    const person = {
      userId,
      name: `${role} ${index}`,
      email: `${role}-${index}-${userId}@example.com`,
      role,
    };
    await client.query('insert into auth."user" (id, name, email) values ($1, $2, $3)', [
      userId,
      person.name,
      person.email,
    ]);
    await client.query('insert into auth.membership (company_id, user_id, role) values ($1, $2, $3)', [
      companyId,
      userId,
      role,
    ]);
    made.push(person);
  }
  const [owner, ...others] = made;
  if (!owner) throw new Error('A company has an owner.');
  return { companyId, owner, members: others };
}
