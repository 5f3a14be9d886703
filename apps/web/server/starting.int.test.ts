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
  thisRelease,
  withOwner,
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

/** What a newer release leaves: its name, the oldest that may run beside it, and a migration that this one does not know. */
const upgradeTo = (release: string, oldest: string) =>
  withOwner(address, async (client) => {
    await client.query('update public.readout_release set release = $1, oldest = $2', [release, oldest]);
    await client.query(
      "insert into public.readout_migrations (name, checksum) values ('9999_later', '') on conflict do nothing",
    );
  });

test('a process one release older starts and works; older than that, it is refused, and one that runs says so', async () => {
  await prepareDatabase(address, secret);
  await upgradeTo('900.0.0', thisRelease().release);
  try {
    const web = start({ READOUT_ROLE: 'web', PORT: '0' });
    const worker = start();
    await worker.says(isReady);
    await web.says('Readout is ready at ');
    const [, port] = /ready at http:\/\/localhost:(\d+)/.exec(web.output())!;
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await ask('/readyz')).status).toBe(200);

    await upgradeTo('901.0.0', '900.0.0');
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503);
    expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'release.too_old' });
    const refused = await ask('/api/v1/captures');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'release.too_old' });
    expect((await ask('/app')).status).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
    expect(await worker.ended).toBe(1);
    for (const { output } of [web, worker]) expect(output()).toContain('takes Readout 900.0.0 or newer');
    await web.stop();

    const late = start();
    expect(await late.ended).toBe(1);
    expect(late.output()).toContain('Readout could not start (release.too_old)');
    expect(late.output()).toContain('Start 900.0.0 or newer here');
  } finally {
    await withOwner(address, async (client) => {
      await client.query('delete from public.readout_release');
      await client.query("delete from public.readout_migrations where name = '9999_later'");
    });
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
