// Fills an empty installation with invented companies, people and captures, so that every list can be tried full.
// npm run seed -- --companies 2000 --users 20000 --captures 200000 [--seed 1] [--password …] [--add]
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  createDatabase,
  createPool,
  type EmbeddedPostgres,
  ensureDatabase,
  type PreparedDatabase,
  prepareDatabase,
  startEmbedded,
  withOwner,
} from '@readout/database';
import { refreshCompanyUsage } from '@readout/domain/platform/refresh-company-usage';
import { refreshPluginDays } from '@readout/domain/platform/refresh-plugin-days';
import { hashPassword } from '../apps/web/server/accounts/hash-password.ts';
import { ConfigError, loadConfig, rootFolder } from '../apps/web/server/config.ts';
import { seedDatabase } from './seed/seed-database.ts';

const minPassword = 10;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      companies: { type: 'string', default: '2000' },
      users: { type: 'string', default: '20000' },
      captures: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
      password: { type: 'string' },
      add: { type: 'boolean', default: false },
    },
  });
  const companies = whole('companies', values.companies, 1, 100_000);
  const users = whole('users', values.users, 1, 1_000_000);
  if (users < companies)
    throw new Error(`--users ${users}: every company has at least one, so at least ${companies}.`);
  const password = values.password ?? randomBytes(12).toString('base64url');
  if (password.length < minPassword)
    throw new Error(`--password has to have at least ${minPassword} characters.`);
  const startedAt = performance.now();
  const envFile = path.join(rootFolder, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = loadConfig(process.env);
  let embedded: EmbeddedPostgres | undefined;
  try {
    let address = config.database;
    if (!address) {
      embedded = await startEmbedded({ dataFolder: config.dataFolder });
      address = await ensureDatabase(embedded.server, 'readout');
    }
    const database = await prepareDatabase(address, config.secret);
    const { store } = config.store;
    if (store.kind === 'bucket')
      throw new Error('Made-up data go into a folder only: leave READOUT_STORE out.');
    const { accounts, rows } = await withOwner(database, async (client) => {
      const { rows: running } = await client.query<{ n: number }>(
        "select count(*)::int as n from platform.processes where seen_at > now() - interval '90 seconds'",
      );
      if (running[0]!.n > 0 && !values.add)
        throw new Error('A Readout server uses this database. Stop it first, or say --add.');
      return seedDatabase(client, {
        companies,
        users,
        captures: whole('captures', values.captures, 0, 10_000_000),
        seed: whole('seed', values.seed, 0, 4_000_000_000),
        isAddition: values.add,
        storeFolder: store.folder,
        passwordHash: await hashPassword(password),
        onProgress: (text) => console.log(`${seconds(startedAt)} ${text}`),
      });
    });
    await sumUp(database, config.secret);
    for (const [table, count] of Object.entries(rows))
      console.log(`${count.toLocaleString('en').padStart(12)}  ${table}`);
    const known = values.password === undefined ? `the password ${password}` : 'the password you gave';
    console.log(`Done in ${seconds(startedAt).trim()}. Start the server and sign in with ${known} as`);
    for (const { role, email } of accounts) console.log(`  ${email}  (${role})`);
  } catch (error) {
    if (error instanceof ConfigError) throw new Error(error.message, { cause: error });
    throw error;
  } finally {
    await embedded?.stop();
  }
}

/** The sums the worker keeps, so that the first page shows them. */
async function sumUp(database: PreparedDatabase, secret: string): Promise<void> {
  const platform = createDatabase(
    createPool(database, 'readout_platform', secret, { maxConnections: 1, statementTimeoutMs: 300_000 }),
  );
  try {
    await refreshCompanyUsage({ platform });
    await refreshPluginDays({ platform });
  } finally {
    await platform.destroy();
  }
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(
      `--${name} ${text}: give a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
    );
  return value;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s`;
}
