import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DatabaseAddress, openInstallationDatabase, withOwner } from '@readout/database';
import { createFileSystemStore, originalKey } from '@readout/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootFolder } from '../config.ts';
import { makeJpeg } from '../testing/pictures.ts';
import { createSpawnedServer, type SpawnedServer } from '../testing/spawned-server.ts';

// The drill of docs/guides/backup.md, by the commands as a person runs them, beside a live installation on the embedded
// database.

const password = 'a long enough pass phrase';
let folder: string;
let live: SpawnedServer;
/** Of the one who signed up. */
let cookie: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'readout-drill-'));
  // PostgreSQL is another user's where root runs this.
  await chmod(folder, 0o711);
  live = await createSpawnedServer({ READOUT_ROLE: 'web' });
  await live.start();
  cookie = await live.signUp();
});

afterAll(async () => {
  await live?.close();
  await rm(folder, { recursive: true, force: true });
});

async function readout(args: string[], environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [path.join(rootFolder, 'packages/cli/bin/readout.js'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`readout ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

async function upload(url: string, cookie: string, number: number): Promise<{ id: string; sha256: string }> {
  const bytes = await makeJpeg(number, `No ${1000 + number}`, 200, 60);
  const body = new FormData();
  body.set('clientId', randomUUID());
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), `${number}.jpg`);
  const answer = await fetch(`${url}/api/v1/captures`, { method: 'POST', headers: { cookie }, body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { capture } = (await answer.json()) as { capture: { id: string } };
  return { id: capture.id, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const makeFolder = (name: string) => mkdtemp(path.join(folder, `${name}-`));

/** Makes a key pair. @returns the recipient to encrypt to, and what opens it */
async function makeKey(): Promise<{ recipient: string; key: string[] }> {
  const file = path.join(await makeFolder('key'), 'key');
  const [recipient] = /age1\w+/.exec(await readout(['backup', '--new-key', file], {}))!;
  return { recipient, key: ['--key', file] };
}

/** A database of its own on the PostgreSQL that the live installation is on. */
async function createBeside(name: string): Promise<{ address: DatabaseAddress; url: string }> {
  const { address } = await openInstallationDatabase(undefined, live.dataFolder);
  await withOwner(address, (client) => client.query(`create database ${name}`));
  const { host, user } = address;
  return {
    address: { ...address, database: name },
    url: `postgres://${user}:${encodeURIComponent(address.password)}@localhost/${name}?host=${encodeURIComponent(host)}`,
  };
}

async function originalOf(url: string, cookie: string, captureId: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/captures/${captureId}/original`, { headers: { cookie } });
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

test('a live installation is backed up by the command, and restored by it into another database, files and all', async () => {
  const { sha256 } = await upload(live.url, cookie, 50);
  const { recipient, key } = await makeKey();
  const target = path.join(await makeFolder('backups'), 'nightly');
  await readout(['backup', target, '--recipient', recipient], { READOUT_DATA: live.dataFolder });
  const { address, url } = await createBeside('restored');
  const dataFolder = await makeFolder('restored');
  await readout(['restore', target, ...key], { READOUT_DATA: dataFolder, DATABASE_URL: url });
  const { rows } = await withOwner(address, (client) =>
    client.query<{ company: string }>('select company_id as company from app.captures where sha256 = $1', [
      sha256,
    ]),
  );
  const [{ company }] = rows as [{ company: string }];
  const store = await createFileSystemStore(path.join(dataFolder, 'store'));
  expect(await store.verify(originalKey(company, sha256), sha256)).toMatchObject({ state: 'whole' });
});

// `npm run test:long`: restored beside the live one, used there, and brought back the same way.
if (process.env.READOUT_LONG_TESTS) {
  test('what is restored beside the live installation is what was backed up, and comes back the same way', async () => {
    const before = [];
    for (let number = 0; number < 4; number++) before.push(await upload(live.url, cookie, number));
    let goesOn = true;
    const meanwhile = (async () => {
      const sent = [];
      for (let number = 100; goesOn; number++) sent.push(await upload(live.url, cookie, number));
      return sent;
    })();
    const target = path.join(await makeFolder('backups'), 'nightly');
    const heads = path.join(await makeFolder('heads'), 'heads');
    await writeFile(heads, await readout(['audit', 'verify', '--head'], { READOUT_DATA: live.dataFolder }));
    const { recipient, key } = await makeKey();
    await readout(['backup', target, '--recipient', recipient], { READOUT_DATA: live.dataFolder });
    goesOn = false;
    expect((await meanwhile).length).toBeGreaterThan(0);
    expect(await readout(['backup', '--verify', target, ...key], {})).toContain('is whole');

    const { address, url } = await createBeside('drill');
    const drill = await createSpawnedServer(
      { DATABASE_URL: url, READOUT_ROLE: 'web' },
      await makeFolder('drill'),
    );
    const back = await createSpawnedServer({ READOUT_ROLE: 'web' }, await makeFolder('back'));
    try {
      await readout(['restore', target, ...key], {
        READOUT_DATA: drill.dataFolder,
        DATABASE_URL: url,
      });
      await drill.start();
      const { rows } = await withOwner(address, (client) =>
        client.query<{ email: string }>('select email from auth."user"'),
      );
      const [{ email }] = rows as [{ email: string }];
      const there = await signIn(drill.url, email);
      for (const { id, sha256 } of before) expect(await originalOf(drill.url, there, id)).toBe(sha256);
      // Events that happened since are chained to those that were restored.
      expect(
        await readout(['audit', 'verify', '--expect', heads], {
          READOUT_DATA: drill.dataFolder,
          DATABASE_URL: url,
        }),
      ).toMatch(/Company .*all as they were written.*\n {2}the head that was kept is in it/);
      // The live one goes on, and neither sees what the other takes in.
      const late = await upload(live.url, cookie, 500);
      expect(
        (await fetch(`${drill.url}/api/v1/captures/${late.id}`, { headers: { cookie: there } })).status,
      ).toBe(404);
      const added = await upload(drill.url, there, 600);

      // And back, into an embedded database.
      const second = path.join(await makeFolder('backups'), 'nightly');
      await readout(['backup', second, '--recipient', recipient], {
        READOUT_DATA: drill.dataFolder,
        DATABASE_URL: url,
      });
      await readout(['restore', second, ...key], { READOUT_DATA: back.dataFolder });
      await back.start();
      const again = await signIn(back.url, email);
      for (const { id, sha256 } of [...before, added])
        expect(await originalOf(back.url, again, id)).toBe(sha256);
      await readout(['audit', 'verify', '--expect', heads], { READOUT_DATA: back.dataFolder });
    } finally {
      await drill.close();
      await back.close();
    }
  });
}
