import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSpawnedServer, type SpawnedServer } from './testing/spawned-server.ts';

let server: SpawnedServer;
let headers: { cookie: string };
beforeAll(async () => {
  server = await createSpawnedServer({ READOUT_LOG_REQUESTS: 'yes' });
  await server.start();
  headers = { cookie: await server.signUp() };
});
afterAll(() => server.close());

const receipt = fileURLToPath(
  new URL('../../../packages/image-reader/corpus/german-receipt/input.jpg', import.meta.url),
);

/** Asks for an address and goes away: as soon as the request is sent, or when the answer begins. */
const breakOff = (address: string, when: 'sent' | 'answered') =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${address} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${headers.cookie}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n`,
        () => when === 'sent' && setImmediate(() => socket.resetAndDestroy()),
      );
    });
    socket.on('error', () => {});
    socket.once('data', () => socket.resetAndDestroy());
    socket.once('close', () => resolve());
  });

test('clients that go away are no failures of the server, and end nothing', async () => {
  const addresses = [
    '/api/app/records/next',
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
      await Promise.all(addresses.map((address) => breakOff(address, when)));
  // The server has seen them all go once this is answered.
  await expect.poll(() => server.output().match(/"status":499/g)?.length ?? 0).toBeGreaterThan(10);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  // What is refused is there, with its code.
  await fetch(`${server.url}/api/v1/captures`);
  await expect.poll(() => server.output()).toContain('"status":401,"code":"sign_in.needed"');
  expect(server.output()).not.toMatch(/"status":5|"level":[56]0|AbortError/);
});

test('a stop waits neither for who looks on nor for an upload that never ends, and what was being read is read again', async () => {
  const { url } = server;
  const picture = await readFile(receipt);
  for (const index of [1, 2]) {
    const body = new FormData();
    body.set('file', new Blob([picture, Uint8Array.of(index)]), `${index}.jpg`);
    const sent = await fetch(`${url}/api/v1/captures`, { method: 'POST', headers, body });
    expect(sent.status).toBe(201);
  }
  const states = async () => {
    const answer = await fetch(`${url}/api/v1/captures`, { headers });
    return ((await answer.json()) as { items: { state: string }[] }).items.map(({ state }) => state);
  };
  await expect.poll(states).toContain('reading');
  // Two who look on, and one whose upload goes on for longer than anybody waits.
  const streams = await Promise.all([0, 1].map(() => fetch(`${url}/api/v1/live`, { headers })));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const upload = request(`${url}/api/v1/captures`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' },
  });
  upload.on('error', () => {});
  await new Promise((resolve) => upload.write('--x\r\n', resolve));

  await server.stop();
  await server.start();
  await expect.poll(states).toEqual(['read', 'read']);
});
