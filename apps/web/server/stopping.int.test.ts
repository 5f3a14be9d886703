import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createSpawnedServer, type SpawnedServer } from './testing/spawned-server.ts';

let server: SpawnedServer | undefined;
afterAll(() => server?.close());

const longestStopMs = 8_000;
const receipt = fileURLToPath(
  new URL('../../../packages/image-reader/corpus/german-receipt/input.jpg', import.meta.url),
);

test('a stop under load takes at most eight seconds, and what was being read is read again', {
  timeout: 180_000,
}, async () => {
  server = await createSpawnedServer();
  await server.start();
  const { url } = server;
  const headers = { cookie: await server.signUp() };
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
  await expect.poll(states, { timeout: 60_000, interval: 100 }).toContain('reading');
  // Two who look on, and one whose upload goes on for longer than anybody waits.
  const streams = await Promise.all([0, 1].map(() => fetch(`${url}/api/v1/live`, { headers })));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const upload = request(`${url}/api/v1/captures`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' },
  });
  upload.on('error', () => {});
  await new Promise((resolve) => upload.write('--x\r\n', resolve));

  expect(await server.stop()).toBeLessThan(longestStopMs);
  await server.start();
  await expect.poll(states, { timeout: 90_000, interval: 500 }).toEqual(['read', 'read']);
});
