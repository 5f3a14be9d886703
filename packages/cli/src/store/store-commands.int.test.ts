import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import {
  claimMovingStores,
  createFileSystemStore,
  findStore,
  type ObjectStore,
  originalKey,
  readStoreId,
  storeLocationsOf,
  writeStoreId,
} from '@readout/store';
import { startS3Peer } from '@readout/store/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../bin/readout.js', import.meta.url));

let database: TestDatabase;
let company: TestCompany;
let folder: string;
let store: ObjectStore;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner((client) => client.query('delete from app.captures; delete from app.objects'));
  company = await database.createCompany();
  folder = await mkdtemp(join(tmpdir(), 'readout-cli-store-'));
  await writeStoreId(join(folder, 'store'), database.address.installationId);
  store = await createFileSystemStore(join(folder, 'store'));
  return () => rm(folder, { recursive: true });
});

/** The real command beside a database of one's own. */
async function run(...args: string[]): Promise<Ended> {
  return runWith({}, ...args);
}
interface Ended {
  stdout: string;
  stderr: string;
  status: number | null;
}
async function runWith(settings: Record<string, string>, ...args: string[]): Promise<Ended> {
  const { host, port, user, password, database: name } = database.address;
  const url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, DATABASE_URL: url, READOUT_DATA: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = { stdout: '', stderr: '', status: null as number | null };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  return new Promise((resolve) => child.on('close', (status) => resolve({ ...ended, status })));
}

async function keep(bytes = randomBytes(1000)) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const key = originalKey(company.companyId, sha256);
  await store.put(key, bytes);
  await database.asOwner((client) =>
    client.query(
      "insert into app.objects (company_id, sha256, byte_size, media_type) values ($1, $2, $3, 'image/jpeg')",
      [company.companyId, sha256, bytes.length],
    ),
  );
  return { key, sha256, bytes, file: join(folder, 'store', 'objects', key) };
}

test('verify tells the altered, the truncated, the missing and the unknown, and notes them for the captures', async () => {
  const [whole, altered, short, gone] = [await keep(), await keep(), await keep(), await keep()];
  await database.asOwner((client) =>
    client.query(
      `insert into app.captures (company_id, document_id, sha256, media_type, byte_size, file_name, source, created_by)
       select $1, gen_random_uuid(), $2, 'image/jpeg', 1, 'x.jpg', 'upload', $3`,
      [company.companyId, altered.sha256, company.owner.userId],
    ),
  );
  expect(await run('verify')).toMatchObject({ status: 0, stdout: expect.stringContaining('4 originals') });
  altered.bytes[500]! ^= 1;
  await writeFile(altered.file, altered.bytes);
  await truncate(short.file, 10);
  await rm(gone.file);
  const strange = originalKey(company.companyId, 'f'.repeat(64));
  await store.put(strange, Buffer.from('x'));
  await utimes(join(folder, 'store', 'objects', strange), 0, 0);
  const { status, stdout } = await run('verify', '--json');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(status).toBe(1);
  expect(Object.fromEntries(lines.slice(0, -1).map(({ key, kind }) => [key, kind]))).toEqual({
    [altered.key]: 'altered',
    [short.key]: 'truncated',
    [gone.key]: 'missing',
    [strange]: 'unknown',
  });
  expect(lines.at(-1)).toMatchObject({
    kind: 'summary',
    originals: 4,
    altered: 1,
    truncated: 1,
    missing: 1,
    unknown: 1,
  });
  const { rows } = await database.asOwner((client) => client.query('select sha256, state from app.objects'));
  expect(Object.fromEntries(rows.map(({ sha256, state }) => [sha256, state]))).toEqual({
    [whole.sha256]: 'whole',
    [altered.sha256]: 'altered',
    [short.sha256]: 'altered',
    [gone.sha256]: 'missing',
  });
  // Told once, in the list of the company.
  await run('verify');
  const { rows: told } = await database.asOwner((client) =>
    client.query('select actor_name, action, detail from app.audit_events where company_id = $1', [
      company.companyId,
    ]),
  );
  expect(told).toEqual([
    { actor_name: 'Readout', action: 'capture.original_altered', detail: { sha256: altered.sha256 } },
  ]);
});

test('what lies in the quarantine is listed and put back, by hand or where verify misses it', async () => {
  const [first, second] = [await keep(), await keep()];
  const aside = async (key: string) =>
    expect(await store.quarantine(key, { olderThanMs: -1, isOrphan: async () => true })).toBe(true);
  await aside(first.key);
  expect((await run('quarantine')).stdout).toContain(first.key);
  expect(await run('quarantine', '--put-back')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 of 1 file was put back'),
  });
  await aside(second.key);
  const { status, stdout } = await run('verify');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^put back {2}/)]);
  for (const { key, sha256 } of [first, second])
    expect((await store.verify(key, sha256)).state).toBe('whole');
});

test('a store of another installation is looked into by nobody, and adopted only by who says yes', async () => {
  await keep();
  const other = randomUUID();
  const root = join(folder, 'store');
  await writeStoreId(root, other, { replace: true });
  const refused = await run('verify');
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('adopt-store')]);
  const asked = await run('adopt-store');
  expect(asked.status).toBe(1);
  for (const text of [other, database.address.installationId, 'holds 1 file: 1 that the database knows, 0'])
    expect(asked.stdout).toContain(text);
  expect(await readStoreId(root)).toBe(other);
  expect((await run('adopt-store', '--yes')).status).toBe(0);
  expect(await readStoreId(root)).toBe(database.address.installationId);
  expect((await run('verify')).status).toBe(0);
  expect((await run('verify', '--yes')).status).toBe(2);
});

test('all files move to a bucket and are compared there, from where it was broken off, and what is altered is told', async () => {
  const kept = [await keep(), await keep(), await keep()];
  const altered = await keep();
  await writeFile(altered.file, randomBytes(1000));
  const strange = originalKey(company.companyId, 'f'.repeat(64));
  await store.put(strange, Buffer.from('x'));
  const peer = await startS3Peer();
  try {
    const settings = {
      READOUT_STORE: 's3://pictures/readout',
      READOUT_STORE_ALSO: 'folder',
      READOUT_STORE_ENDPOINT: peer.settings.endpoint!,
      READOUT_STORE_ACCESS_KEY: 'key',
      READOUT_STORE_ACCESS_SECRET: 'secret of the key',
    };
    const migrate = (...args: string[]) => runWith(settings, 'store', 'migrate', ...args);
    expect(await run('store', 'migrate')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('_ALSO'),
    });
    // As a server does at its start.
    const { parts } = await findStore(storeLocationsOf(settings, folder));
    const { owner } = parts.store;
    expect(await migrate()).toMatchObject({ status: 1, stderr: expect.stringContaining('does not say') });
    const any = async () => true;
    const sample = async () => kept.map(({ key }) => key);
    await claimMovingStores(owner, parts.also!.owner, database.address.installationId, { any, sample });
    let left = 1;
    peer.answer = ({ method, key }) =>
      method === 'PUT' && key.includes('/objects/') && left-- <= 0
        ? { status: 403, code: 'QuotaExceeded' }
        : undefined;
    expect(await migrate()).toMatchObject({ status: 1, stderr: expect.stringContaining('no room left') });
    expect(await owner.readMove()).toBe('folder');
    peer.answer = () => undefined;
    const { status, stdout } = await migrate('--json');
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { kind: 'altered', key: altered.key },
      expect.objectContaining({ moved: 2, there: 3, altered: 1, unknown: 1, isWhole: false }),
    ]);
    expect([status, await owner.readMove()]).toEqual([1, undefined]);
    const moved = await parts.store.open();
    for (const { key, sha256 } of kept)
      expect((await moved.verify(key, sha256, { isFresh: true })).state).toBe('whole');
    expect([await moved.find(altered.key), await moved.find(strange)]).toEqual([undefined, undefined]);
    expect(await runWith({ ...settings, READOUT_STORE_ALSO: '' }, 'verify')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('4 originals'),
    });
  } finally {
    await peer.close();
  }
});
