import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  chooseDataFolder,
  createPool,
  type DatabaseAddress,
  type EmbeddedPostgres,
  ensureDatabase,
  postgresFolder,
  prepareDatabase,
  startEmbedded,
} from '@readout/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedProcess, startProcess } from './testing/started-process.ts';

// Processes of one installation on a PostgreSQL of the operator's own.

const secret = 'the secret of this installation, of enough characters';
const makeFolder = (name: string) => mkdtempSync(path.join(tmpdir(), `readout-starting-${name}-`));
const folders = { database: makeFolder('database'), data: makeFolder('data') };
let postgres: EmbeddedPostgres;
let address: DatabaseAddress;
/** Started by root, the processes become whom this database belongs to: its socket is for nobody else. */
let asOwner: Record<string, string> = {};
const started: StartedProcess[] = [];

beforeAll(async () => {
  postgres = await startDatabase();
  address = await ensureDatabase(postgres.server, 'readout');
  const { uid } = statSync(path.join(postgresFolder(chooseDataFolder(folders.database, '')), 'cluster'));
  if (process.getuid?.() === 0)
    asOwner = { READOUT_USER: execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim() };
});

afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  await postgres.stop();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
});

const startDatabase = () =>
  startEmbedded({ dataFolder: chooseDataFolder(folders.database, ''), durable: false });

function urlOf({ user, password, database, host }: DatabaseAddress): string {
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

function start(environment: Record<string, string> = {}, flags: string[] = []): StartedProcess {
  const made = startProcess(
    {
      READOUT_ROLE: 'worker',
      READOUT_WORKERS: '1',
      READOUT_DATA: folders.data,
      READOUT_SECRET: secret,
      DATABASE_URL: urlOf(address),
      ...asOwner,
      ...environment,
    },
    flags,
  );
  started.push(made);
  return made;
}

const isReady = 'Readout reads pictures now';

// `npm run test:long`
if (process.env.READOUT_LONG_TESTS)
  test('processes that are first started at once on one empty database all start', async () => {
    const together = [start(), start()];
    await Promise.all(together.map((each) => each.says(isReady)));
    await Promise.all(together.map((each) => each.stop()));
  });

test('a process with another secret stops, says why, and leaves the others in', async () => {
  const database = await prepareDatabase(address, secret);
  const other = start({ READOUT_SECRET: 'the secret of something else, of enough characters' });
  expect(await other.ended).toBe(1);
  expect(other.output()).toContain('(installation.secret_differs)');
  expect(other.output()).toContain('--new-secret');
  const pool = createPool(database, 'readout_app', secret, { maxConnections: 1 });
  try {
    await pool.query('select 1');
  } finally {
    await pool.end();
  }
});

test('a database that is away at start is waited for; a wrong password is not', async () => {
  await postgres.stop();
  const early = start();
  const impatient = start({ READOUT_DATABASE_WAIT: '0' });
  await early.says('Waiting for it, up to 60 s.');
  expect(await impatient.ended).toBe(1);
  expect(impatient.output()).toContain('cannot be reached');
  postgres = await startDatabase();
  const wrong = start({ DATABASE_URL: urlOf({ ...address, password: 'wrong' }) });
  await early.says(isReady);
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain('Check the user and password in DATABASE_URL');
  expect(wrong.output()).not.toContain('Waiting');
  await early.stop();
});

// `npm run test:long`
if (process.env.READOUT_LONG_TESTS) {
  test('a secret that was changed on purpose is the one from then on', async () => {
    await prepareDatabase(address, secret);
    const changed = start({ READOUT_SECRET: 'the new secret of this installation, of enough characters' }, [
      '--new-secret',
    ]);
    await changed.says(isReady);
    await changed.stop();
    await expect(prepareDatabase(address, secret)).rejects.toMatchObject({
      code: 'installation.secret_differs',
    });
    await prepareDatabase(address, secret, { isNewSecret: true });
  });
}
