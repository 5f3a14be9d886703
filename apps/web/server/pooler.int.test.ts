import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  behindPooler,
  createPool,
  type DatabaseAddress,
  type PreparedDatabase,
  prepareDatabase,
  waitForPooler,
} from '@readout/database';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPooler, startPgBouncer } from './testing/pgbouncer.ts';
import { makeJpeg } from './testing/pictures.ts';
import { readEventStream } from './testing/read-event-stream.ts';
import { createSpawnedServer, type SpawnedServer } from './testing/spawned-server.ts';
import { type StartedProcess, startProcess } from './testing/started-process.ts';

let database: TestDatabase;
let copy: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  copy = await createTestDatabase();
});
afterAll(async () => {
  await database?.close();
  await copy?.close();
});

/** As it is prepared where a pooler at this port calls it by that name. */
const prepareBehind = (port: number, name: string) =>
  prepareDatabase(
    behindPooler({ ...database.address, host: '127.0.0.1', port, database: name }, database.address),
    database.secret,
  );
const limits =
  "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle, coalesce(current_setting('readout.company_id', true), '') as company";
const patience = { forMs: 0, onWait() {} };

/** Hands bytes on, as what is in front of a database does, and counts who came. */
async function startForwarder() {
  let connections = 0;
  const socketFile = path.join(database.address.host, `.s.PGSQL.${database.address.port}`);
  const server = createServer((client) => {
    connections++;
    const there = connect(socketFile);
    client.pipe(there).pipe(client);
    for (const end of [client, there]) end.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('what may share connections goes through the pooler, with its limits on the roles; what listens goes past it', async () => {
  const forwarder = await startForwarder();
  const prepared = await prepareBehind(forwarder.port, database.address.database);
  await waitForPooler(prepared, database.secret, patience);
  for (const isDirect of [true, false]) {
    const before = forwarder.connections();
    const pool = createPool(prepared, 'readout_app', database.secret, { maxConnections: 1, isDirect });
    const { rows } = await pool.query(limits);
    expect(rows).toEqual([{ statement: '30s', idle: '1min', company: '' }]);
    expect(forwarder.connections() - before).toBe(isDirect ? 0 : 1);
    await pool.end();
  }
  await forwarder.close();
});

test('a pooler that leads to a copy of the database, or to none, is refused', async () => {
  const forwarder = await startForwarder();
  await expect(
    waitForPooler(await prepareBehind(forwarder.port, copy.address.database), database.secret, patience),
  ).rejects.toMatchObject({ code: 'database.pooler_elsewhere' });
  await expect(
    waitForPooler(await prepareBehind(forwarder.port, 'absent'), database.secret, patience),
  ).rejects.toMatchObject({ code: 'database.pooler_refuses' });
  await forwarder.close();
});

// Processes behind PgBouncer in transaction mode, with three connections to share.

// `npm run test:long`, which installs PgBouncer.
if (process.env.READOUT_LONG_TESTS) {
  let pooler: StartedPooler;
  let behind: PreparedDatabase;
  let environment: Record<string, string>;
  let webs: [SpawnedServer, SpawnedServer];
  let worker: StartedProcess;
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-pooler-'));

  const directUrl = ({ user, password, host, port, database: name }: DatabaseAddress) =>
    `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const poolerUrl = (name: string, { user, password } = database.address) =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${pooler.port}/${name}`;

  beforeAll(async () => {
    pooler = await startPgBouncer({ main: database.address, copy: copy.address });
    behind = await prepareBehind(pooler.port, 'main');
    const { uid } = statSync(database.address.host);
    environment = {
      READOUT_SECRET: database.secret,
      DATABASE_URL: poolerUrl('main'),
      DATABASE_DIRECT_URL: directUrl(database.address),
      ...(process.getuid?.() === 0
        ? { READOUT_USER: execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim() }
        : {}),
    };
    webs = [
      await createSpawnedServer({ ...environment, READOUT_ROLE: 'web' }, folder),
      await createSpawnedServer({ ...environment, READOUT_ROLE: 'web' }, folder),
    ];
    for (const web of webs) await web.start();
    worker = startProcess({
      ...environment,
      READOUT_ROLE: 'worker',
      READOUT_WORKERS: '1',
      READOUT_DATA: folder,
    });
    await worker.says('Readout reads pictures now');
  });

  afterAll(async () => {
    await worker?.stop();
    for (const web of webs ?? []) await web.stop();
    await pooler?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function upload(cookie: string, number: number): Promise<string> {
    const body = new FormData();
    body.set('clientId', randomUUID());
    body.set(
      'file',
      new Blob([Uint8Array.from(await makeJpeg(number, `No ${1000 + number}`, 400, 120))]),
      `${number}.jpg`,
    );
    const answer = await fetch(`${webs[0].url}/api/v1/captures`, {
      method: 'POST',
      headers: { cookie },
      body,
    });
    expect(answer.status, await answer.clone().text()).toBe(201);
    return ((await answer.json()) as { capture: { id: string } }).capture.id;
  }
  const list = async (url: string, cookie: string) => {
    const answer = await fetch(`${url}/api/v1/captures`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { items: { id: string; state: string; fileName: string }[] }).items;
  };

  test('what one process takes in another reads, a third tells of, and signing out is heard by all', async () => {
    const cookie = await webs[0].signUp();
    const live = await fetch(`${webs[1].url}/api/v1/live`, { headers: { cookie } });
    const next = readEventStream(live);
    const captureId = await upload(cookie, 1);
    for (let event = await next(); !event?.data?.includes(captureId); event = await next())
      expect(event, 'the stream ended').toBeDefined();
    await expect.poll(async () => (await list(webs[1].url, cookie))[0]?.state).toBe('read');
    const original = await fetch(`${webs[1].url}/api/v1/captures/${captureId}/original`, {
      headers: { cookie },
    });
    expect(original.status).toBe(200);
    await original.body!.cancel();
    const csv = await fetch(`${webs[1].url}/api/v1/export?format=csv`, { headers: { cookie } });
    expect(csv.status).toBe(200);
    await csv.text();

    const out = await fetch(`${webs[0].url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(out.status).toBe(200);
    // Told of the session's end, the other process ends the stream.
    while ((await next()) !== undefined);
    expect((await fetch(`${webs[1].url}/api/v1/captures`, { headers: { cookie } })).status).toBe(401);
  });

  test('companies whose requests share connections see their own captures and nothing else', async () => {
    const companies: { cookie: string; own: string[] }[] = [];
    for (const number of [11, 12, 13]) {
      const cookie = await webs[0].signUp();
      companies.push({ cookie, own: [await upload(cookie, number)] });
    }
    const rounds = Array.from({ length: 100 }, (_, index) => companies[index % companies.length]!);
    const seen = await Promise.all(
      rounds.map(async ({ cookie }, index) => (await list(webs[index % 2]!.url, cookie)).map(({ id }) => id)),
    );
    expect(seen).toEqual(rounds.map(({ own }) => own));
  });

  test('its connections have the limits that a process gives its own, and keep nothing of a transaction', async () => {
    for (const role of ['readout_app', 'readout_auth', 'readout_platform'] as const) {
      const pool = createPool(behind, role, database.secret, { maxConnections: 1 });
      try {
        const { rows } = await pool.query(limits);
        expect(rows).toEqual([{ statement: '30s', idle: '1min', company: '' }]);
      } finally {
        await pool.end();
      }
    }
  });

  test('a pooler that is gone is an outage that ends when it is back', async () => {
    const cookie = await webs[0].signUp();
    await pooler.kill();
    await expect.poll(async () => (await fetch(`${webs[0].url}/readyz`)).status).toBe(503);
    expect((await fetch(`${webs[0].url}/api/v1/captures`, { headers: { cookie } })).status).toBe(503);
    await pooler.start();
    await expect.poll(async () => (await fetch(`${webs[0].url}/readyz`)).status).toBe(200);
    await upload(cookie, 31);
    await expect.poll(async () => (await list(webs[1].url, cookie))[0]?.state).toBe('read');
    expect(webs[0].output()).toContain('database.away');
  });

  test.each<[string, () => Record<string, string>, string]>([
    [
      'no direct address',
      () => ({ DATABASE_URL: poolerUrl('main'), DATABASE_DIRECT_URL: '' }),
      'database.pooler_not_named',
    ],
    [
      'a direct address that is the pooler',
      () => ({ DATABASE_DIRECT_URL: poolerUrl('main') }),
      'database.pooler_not_named',
    ],
    [
      'a pooler that leads to a copy',
      () => ({ DATABASE_URL: poolerUrl('copy') }),
      'database.pooler_elsewhere',
    ],
    [
      'a name the pooler does not know',
      () => ({ DATABASE_URL: poolerUrl('absent') }),
      'database.pooler_refuses',
    ],
  ])('a start with %s is refused, and says why', async (_, wrong, code) => {
    const refused = startProcess({
      ...environment,
      READOUT_ROLE: 'worker',
      READOUT_DATA: folder,
      READOUT_DATABASE_WAIT: '0',
      ...wrong(),
    });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`(${code})`);
  });
}
