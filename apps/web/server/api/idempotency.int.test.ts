import { randomUUID } from 'node:crypto';
import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { purgeIdempotencyKeys } from '@readout/domain/idempotency/idempotency-keys';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let key: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany();
  key = await keyFor();
});

const owner = (text: string, ...values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows);
const keyFor = async () => {
  const { key } = await createApiKey(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      apiKey: { name: 'Program', scopes: ['exports:read', 'captures:write'], role: 'admin', days: 30 },
    },
  );
  return { authorization: `Bearer ${key}` };
};
const send = async (
  idempotencyKey: string,
  { who = key, body = { format: 'csv' } as unknown, path = '/exports' } = {},
) => {
  const answer = await server.fetch(path, who, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
};
const made = async () =>
  Number(
    (await owner('select count(*) from app.exports where company_id = $1', company.companyId))[0]?.count,
  );

test('what is sent again under the same key is answered as before and done once', async () => {
  const first = await send('"a-key"');
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null]);
  // With and without the quotation marks of structured fields.
  for (const again of [await send('"a-key"'), await send('a-key')]) {
    expect([again.status, again.json]).toEqual([202, first.json]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('ratelimit-remaining')).not.toBe(first.headers.get('ratelimit-remaining'));
  }
  expect(await made()).toBe(1);
  expect((await send('another')).json.id).not.toBe(first.json.id);
});

test('the same key with another request is refused, and a key that is none', async () => {
  await send('k');
  for (const other of [
    { body: { format: 'json' } },
    { body: '{"format": "csv"}' },
    { path: '/exports?readout-company=' },
    { path: `/captures/${randomUUID()}/reread` },
  ])
    expect(await send('k', other)).toMatchObject({ status: 422, json: { code: 'idempotency.key_reused' } });
  for (const bad of ['""', '"a b"', 'x'.repeat(256), 'a\tb'])
    expect(await send(bad)).toMatchObject({ status: 422, json: { code: 'idempotency.key_invalid' } });
  expect(await made()).toBe(1);
});

test('of many that are sent at once one is carried out; the others wait or get its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('k')));
  expect(await made()).toBe(1);
  const ids = new Set(answers.filter(({ status }) => status === 202).map(({ json }) => json.id));
  expect(ids.size).toBe(1);
  for (const { status, json, headers } of answers)
    if (status !== 202)
      expect([status, json.code, headers.get('retry-after')]).toEqual([
        409,
        'idempotency.still_running',
        '1',
      ]);
});

test('while the first runs it is 409; one whose process died is carried out again', async () => {
  await send('k');
  await owner(
    "update app.idempotency_keys set lease = gen_random_uuid(), leased_until = now() + interval '1 minute', status = null, headers = null, body = null",
  );
  expect(await send('k')).toMatchObject({ status: 409, json: { code: 'idempotency.still_running' } });
  await owner("update app.idempotency_keys set leased_until = now() - interval '1 second'");
  expect((await send('k', { body: { format: 'json' } })).json.code).toBe('idempotency.key_reused');
  expect((await send('k')).status).toBe(202);
  expect(await made()).toBe(2);
});

test('what was refused did nothing and is tried again, with another body too', async () => {
  expect((await send('k', { body: { format: 'pdf' } })).json.code).toBe('request.invalid');
  expect((await send('k', { body: '{' })).json.code).toBe('request.not_json');
  expect((await send('k')).status).toBe(202);
  expect(server.failures).toEqual([]);
});

test('a key is its holder’s: other keys, people and companies have their own', async () => {
  const ids = [(await send('k')).json.id, (await send('k', { who: await keyFor() })).json.id];
  ids.push((await send('k', { who: server.as(company) })).json.id);
  expect((await send('k', { who: server.as(company) })).json.id).toBe(ids[2]);
  company = await server.database.createCompany();
  ids.push((await send('k', { who: server.as(company) })).json.id);
  expect(new Set(ids).size).toBe(4);
});

test('a file sent again makes one capture, with and without a clientId', async () => {
  const bytes = (await makeJpeg(700, 'Twice')) as Uint8Array<ArrayBuffer>;
  const upload = async (idempotencyKey: string, query = '') => {
    const body = new FormData();
    body.set('file', new Blob([bytes]), 'photo.jpg');
    const answer = await server.fetch(`/captures${query}`, key, {
      method: 'POST',
      headers: { 'idempotency-key': idempotencyKey },
      body,
    });
    return { status: answer.status, headers: answer.headers, json: await answer.json() };
  };
  const first = await upload('k');
  const again = await upload('k');
  expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
  expect(again.headers.get('readout-capture')).toBe(first.json.capture.id);
  const query = `?clientId=${randomUUID()}`;
  const [own, ownAgain, anew] = [
    await upload('c', query),
    await upload('c', query),
    await upload('d', query),
  ];
  expect([own.status, ownAgain.status, anew.status]).toEqual([201, 201, 200]);
  expect(new Set([own, ownAgain, anew].map(({ json }) => json.capture.id)).size).toBe(1);
});

test('after a day a key is forgotten', async () => {
  await send('k');
  const deps = { platform: server.database.platform };
  await purgeIdempotencyKeys(deps, { now: new Date(Date.now() + 23 * 3600_000) });
  expect((await send('k')).headers.get('idempotency-replayed')).toBe('true');
  await purgeIdempotencyKeys(deps, { now: new Date(Date.now() + 25 * 3600_000) });
  expect((await send('k')).headers.get('idempotency-replayed')).toBeNull();
  await owner("update app.idempotency_keys set created_at = now() - interval '25 hours'");
  expect((await send('k', { body: { format: 'json' } })).status).toBe(202);
});

test('every answer to a key says what it has left, refusals too', async () => {
  const look = async (path: string, init: RequestInit = {}) => {
    const { status, headers } = await server.fetch(path, key, init);
    return [
      status,
      headers.get('ratelimit-policy'),
      headers
        .get('ratelimit')
        ?.replace(/(59\d);t=\d+$/, 'N;t=N')
        .replace(/t=\d+$/, 't=N'),
    ];
  };
  const policy = '"key";q=600;w=60';
  expect(await look('/captures')).toEqual([403, policy, '"key";r=N;t=N']);
  expect(await look('/recipes')).toEqual([404, policy, '"key";r=N;t=N']);
  expect(await look('/exports', { method: 'POST', body: '{' })).toEqual([422, policy, '"key";r=N;t=N']);
  await owner(
    "update app.api_keys set minute_requests = 600, minute = date_trunc('minute', now()) where company_id = $1",
    company.companyId,
  );
  expect(await look('/captures')).toEqual([429, policy, '"key";r=0;t=N']);
});
