import { randomUUID } from 'node:crypto';
import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJpeg } from './testing/pictures.ts';
import { createSpawnedServer, type SpawnedServer } from './testing/spawned-server.ts';

// One server as `npm start` starts it, that people leave, that is stopped, killed and started again.

let server: SpawnedServer;
beforeAll(async () => {
  server = await createSpawnedServer({ READOUT_LOG_REQUESTS: 'yes' });
  await server.start();
});
afterAll(() => server?.close());

const receipt = fileURLToPath(
  new URL('../../../packages/image-reader/corpus/german-receipt/input.jpg', import.meta.url),
);
const smallPicture = async (): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await makeJpeg(1, 'No 1', 200, 60));

async function upload(
  cookie: string,
  name: string,
  ...bytes: Uint8Array<ArrayBuffer>[]
): Promise<{ capture?: object; code?: string }> {
  const body = new FormData();
  body.set('clientId', randomUUID());
  body.set('file', new Blob(bytes), name);
  const answer = await fetch(`${server.url}/api/v1/captures`, { method: 'POST', headers: { cookie }, body });
  return answer.json() as Promise<{ capture?: object; code?: string }>;
}

/** Begins an upload that never ends. */
function beginUpload(cookie: string) {
  const begun = request(`${server.url}/api/v1/captures`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
    },
  });
  begun.on('error', () => {});
  begun.flushHeaders();
  return begun;
}

async function listCaptures(cookie: string): Promise<{ state: string; fileName: string }[]> {
  const answer = await fetch(`${server.url}/api/v1/captures`, { headers: { cookie } });
  return ((await answer.json()) as { items: { state: string; fileName: string }[] }).items;
}

/** Asks for an address and goes away: as soon as the request is sent, or when the answer begins. */
const breakOff = (cookie: string, address: string, when: 'sent' | 'answered') =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${address} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n`,
        () => when === 'sent' && setImmediate(() => socket.resetAndDestroy()),
      );
    });
    socket.on('error', () => {});
    socket.once('data', () => socket.resetAndDestroy());
    socket.once('close', () => resolve());
  });

test('clients that go away are no failures of the server, and end nothing', async () => {
  const cookie = await server.signUp();
  const addresses = [
    '/api/v1/review/next',
    '/app.data',
    '/dashboard',
    '/settings/account/export',
    '/settings/audit/export?format=csv',
    '/admin/company.csv',
    '/api/v1/export?format=csv',
    '/api/v1/live',
  ];
  for (const when of ['sent', 'answered'] as const)
    for (let round = 0; round < 10; round++)
      await Promise.all(addresses.map((address) => breakOff(cookie, address, when)));
  // The server has seen them all go once this is answered.
  await expect.poll(() => server.output().match(/"status":499/g)?.length ?? 0).toBeGreaterThan(10);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  // What is refused is there, with its code.
  await fetch(`${server.url}/api/v1/captures`);
  await expect.poll(() => server.output()).toContain('"status":401,"code":"sign_in.needed"');
  expect(server.output()).not.toMatch(/"status":5|"level":[56]0|AbortError/);
});

/** Everything in the folder, itself included. */
function everything(item: string): string[] {
  if (!lstatSync(item, { throwIfNoEntry: false })?.isDirectory()) return [item];
  return [item, ...readdirSync(item).flatMap((name) => everything(path.join(item, name)))];
}

function expectClosed(folder: string): void {
  const found = everything(folder).flatMap((item) => {
    const about = lstatSync(item, { throwIfNoEntry: false });
    return about ? [{ item, about }] : [];
  });
  const open = found.filter(({ about }) => !about.isSymbolicLink() && (about.mode & 0o077) !== 0);
  expect(open.map(({ item }) => item)).toEqual([]);
  const owners = new Set(found.map(({ about }) => about.uid));
  expect(owners.size).toBe(1);
  expect(owners.has(0)).toBe(false);
}

test('a stop waits neither for who looks on nor for an upload that never ends, and what was being read is read again; the folder is for its owner alone, an older one is mended and handed over', async () => {
  const cookie = await server.signUp();
  const picture = Uint8Array.from(await readFile(receipt));
  const unfinished = await fetch(`${server.url}/api/v1/uploads`, {
    method: 'POST',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `filename ${btoa('two.jpg')},filetype ${btoa('image/jpeg')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: picture.subarray(0, 100),
  });
  expect(unfinished.status, await unfinished.text()).toBe(201);
  for (const index of [1, 2])
    expect(await upload(cookie, `${index}.jpg`, picture, Uint8Array.of(index))).toMatchObject({
      capture: {},
    });
  const states = async () => (await listCaptures(cookie)).map(({ state }) => state);
  await expect.poll(states).toContain('reading');
  // Two who look on, and one whose upload goes on for longer than anybody waits.
  const streams = await Promise.all(
    [0, 1].map(() => fetch(`${server.url}/api/v1/live`, { headers: { cookie } })),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const begun = beginUpload(cookie);
  await new Promise((resolve) => begun.write('--x\r\n', resolve));

  await server.stop();
  expect(readdirSync(path.join(server.dataFolder, 'uploads')).length).toBeGreaterThan(0);
  expectClosed(server.dataFolder);
  // As it was before: open to look at, and root's where root started it.
  const isRoot = process.getuid?.() === 0;
  for (const item of everything(server.dataFolder)) {
    if (item.includes('/postgres/') || lstatSync(item).isSymbolicLink()) continue;
    if (isRoot) lchownSync(item, 0, 0);
    chmodSync(item, lstatSync(item).isDirectory() ? 0o755 : 0o644);
  }
  await server.start();
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(lstatSync(server.dataFolder).uid));
  expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toBe('0000000000000000');
  await expect.poll(states).toEqual(['read', 'read']);
  // With what the readers wrote since.
  expectClosed(server.dataFolder);
});

// `npm run test:long`
if (process.env.READOUT_LONG_TESTS) {
  test('who had as many uploads under way as may be when the server was killed sends on once it is back', async () => {
    const cookie = await server.signUp();
    const picture = await smallPicture();
    const underWay = 100;
    for (let index = 0; index < underWay; index++) beginUpload(cookie);
    await expect
      .poll(async () => {
        // What is sent here takes a place for a moment, in which one of the others may have been refused.
        beginUpload(cookie);
        return (await upload(cookie, 'picture.jpg', picture)).code;
      })
      .toBe('upload.too_many_unfinished');
    await server.kill();
    await server.start();
    expect(await upload(cookie, 'picture.jpg', picture)).toMatchObject({ capture: {} });
  });
}
