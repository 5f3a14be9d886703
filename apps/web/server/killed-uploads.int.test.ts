import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJpeg } from './testing/pictures.ts';
import { createSpawnedServer, type SpawnedServer } from './testing/spawned-server.ts';

/** As many as one person may have under way. */
const underWay = 100;

let server: SpawnedServer;
beforeAll(async () => {
  // What is taken in is what counts here, not what is read.
  server = await createSpawnedServer({ READOUT_ROLE: 'web' });
  await server.start();
});
afterAll(() => server.close());

test('who had as many uploads under way as may be when the server was killed sends on once it is back', async () => {
  const headers = { cookie: await server.signUp() };
  const picture = (await makeJpeg(0, 'No 1', 200, 60)) as Uint8Array<ArrayBuffer>;
  const send = async () => {
    const body = new FormData();
    body.set('clientId', randomUUID());
    body.set('file', new Blob([picture]), 'picture.jpg');
    const answer = await fetch(`${server.url}/api/v1/captures`, { method: 'POST', headers, body });
    return answer.json() as Promise<{ code?: string }>;
  };
  const begin = () =>
    request(`${server.url}/api/v1/captures`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 },
    })
      .on('error', () => {})
      .flushHeaders();
  for (let index = 0; index < underWay; index++) begin();
  await expect
    .poll(async () => {
      // What is sent here takes a place for a moment, in which one of the others may have been refused.
      begin();
      return (await send()).code;
    })
    .toBe('upload.too_many_unfinished');
  await server.kill();
  await server.start();
  expect(await send()).toMatchObject({ capture: {} });
});
