import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { TestCompany } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let who: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator', 'operator'] });
  who = server.as(company);
});

function form(bytes: Uint8Array, fields: Record<string, string> = {}, name = 'receipt.jpg'): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  data.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/html' }), name);
  return data;
}
const post = (bytes: Uint8Array, fields?: Record<string, string>, name?: string, as = who) =>
  server.fetch('/captures', as, { method: 'POST', body: form(bytes, fields, name) });
const count = (table: string) =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query(`select count(*)::int as n from app.${table} where company_id = $1`, [
      company.companyId,
    ]);
    return rows[0].n as number;
  });
const jobs = (captureId: string) =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as n from app.reading_queue where capture_id = $1',
      [captureId],
    );
    return rows[0].n as number;
  });
const staged = async () => (await readdir(join(server.storeFolder, 'staged'))).length;

test('a picture that was acknowledged has its bytes, its row and its one job', async () => {
  const bytes = await makeJpeg(1);
  const response = await post(bytes, { source: 'paste' }, '../../etc/Rechnung März.jpg');
  expect(response.status).toBe(201);
  const { capture, duplicateOf } = await response.json();
  expect(duplicateOf).toBeNull();
  expect(capture).toMatchObject({
    state: 'received',
    fileName: 'Rechnung März.jpg',
    mediaType: 'image/jpeg',
    source: 'paste',
    byteSize: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(await jobs(capture.id)).toBe(1);
  const original = await server.fetch(`/captures/${capture.id}/original`, who);
  expect(Buffer.from(await original.arrayBuffer())).toEqual(bytes);
});

test('a picture whose bytes do not get to their place is not acknowledged, and leaves no row', async () => {
  // A file lies where the company's folder would be made.
  const inTheWay = join(server.storeFolder, 'objects', company.companyId);
  await writeFile(inTheWay, '');
  const bytes = await makeJpeg(14);
  expect((await post(bytes)).status).toBeGreaterThanOrEqual(500);
  expect([await count('captures'), await count('objects'), await staged()]).toEqual([0, 0, 0]);
  server.failures.length = 0;
  await rm(inTheWay);
  expect((await post(bytes)).status).toBe(201);
});

test('the same client-made id makes one capture, however often and at once it is sent', async () => {
  const bytes = await makeJpeg(2);
  const clientId = randomUUID();
  const responses = await Promise.all(Array.from({ length: 6 }, () => post(bytes, { clientId })));
  const ids = new Set(
    await Promise.all(responses.map(async (response) => (await response.json()).capture.id)),
  );
  expect(ids.size).toBe(1);
  expect(responses.map((response) => response.status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(await count('captures')).toBe(1);
  expect(await jobs([...ids][0]!)).toBe(1);
});

test('a client-made id that stands for other bytes is a conflict and changes nothing', async () => {
  const clientId = randomUUID();
  await post(await makeJpeg(3), { clientId });
  const response = await post(await makeJpeg(4), { clientId });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'capture.client_id_reused' });
  expect(await count('captures')).toBe(1);
});

test('the same bytes again make a second capture that names the first, and are stored once', async () => {
  const bytes = await makeJpeg(5);
  const first = await (await post(bytes, {}, 'first.jpg')).json();
  const second = await (await post(bytes, {}, 'second.jpg')).json();
  expect(second.capture.id).not.toBe(first.capture.id);
  expect(second.duplicateOf).toEqual({ id: first.capture.id, fileName: 'first.jpg' });
  expect(await count('objects')).toBe(1);
});

test('an operator is not told whose capture their picture is a duplicate of', async () => {
  const bytes = await makeJpeg(6);
  const [one, other] = company.members;
  await post(bytes, {}, 'secret name.jpg', server.as(company, one));
  const answer = await (await post(bytes, {}, 'mine.jpg', server.as(company, other))).json();
  expect(answer.duplicateOf).toBeNull();
});

test.each([
  ['zero bytes', new Uint8Array(0), 422, 'image.empty'],
  ['text named .jpg', Buffer.from('hello, I am a picture'), 415, 'image.unsupported_type'],
  [
    'an SVG with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
    'image.unsupported_type',
  ],
  ['HTML named .png', Buffer.from('<!doctype html><script>1</script>'), 415, 'image.unsupported_type'],
])('%s is refused with its code and leaves no row and no file', async (_, bytes, status, code) => {
  const response = await post(bytes);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toMatchObject({ code, status });
  expect(await count('captures')).toBe(0);
  expect(await count('objects')).toBe(0);
  expect(await staged()).toBe(0);
});

test('a picture over 25 MB is refused with its limit, and the connection serves the next request', async () => {
  const big = Buffer.concat([(await makeJpeg(7)).subarray(0, 1000), Buffer.alloc(26 * 1024 * 1024)]);
  const response = await post(big);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: 'image.too_many_bytes', maxBytes: 25 * 1024 * 1024 });
  expect(await staged()).toBe(0);
  expect((await post(await makeJpeg(7))).status).toBe(201);
});

test('a request that is no form, has no file, or has a bad id says so', async () => {
  const codes = [];
  for (const init of [
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } },
    {
      method: 'POST',
      body: '--b\r\nnonsense',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    },
    { method: 'POST', body: new FormData() },
  ])
    codes.push((await (await server.fetch('/captures', who, init)).json()).code);
  codes.push((await (await post(await makeJpeg(8), { clientId: 'not-a-uuid' })).json()).code);
  expect(codes).toEqual([
    'upload.not_multipart',
    'upload.bad_form',
    'upload.bad_form',
    'upload.bad_form',
    'capture.bad_client_id',
  ]);
  expect(await staged()).toBe(0);
  expect(server.failures).toEqual([]);
});

test('a connection cut half-way leaves no row and no file, and the next picture is taken in', async () => {
  const bytes = await makeJpeg(9);
  await new Promise<void>((resolve) => {
    const request = httpRequest(`${server.url}/api/v1/captures`, {
      method: 'POST',
      headers: {
        ...who,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(bytes.length * 2),
      },
    });
    request.on('error', () => resolve());
    request.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="x.jpg"\r\n\r\n`);
    request.write(bytes.subarray(0, bytes.length / 2), () => request.destroy());
    request.on('close', resolve);
  });
  await expect.poll(staged).toBe(0);
  expect(await count('captures')).toBe(0);
  expect((await post(bytes)).status).toBe(201);
  expect(server.failures).toEqual([]);
});

test('a suspended company takes nothing new in, but still lists and exports', async () => {
  const kept = await (await post(await makeJpeg(10))).json();
  await server.database.asOwner((client) =>
    client.query("update app.company_settings set status = 'suspended' where company_id = $1", [
      company.companyId,
    ]),
  );
  const refused = await post(await makeJpeg(11));
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'company.suspended' });
  expect(
    (await (await server.fetch('/captures', who)).json()).items.map((item: { id: string }) => item.id),
  ).toEqual([kept.capture.id]);
  expect((await server.fetch('/export?format=csv', who)).status).toBe(200);
});

test('captures of the month and bytes are limited, and what was accepted stays', async () => {
  await post(await makeJpeg(12));
  await server.database.asOwner((client) =>
    client.query('update app.company_settings set max_captures_per_month = 1 where company_id = $1', [
      company.companyId,
    ]),
  );
  expect(await (await post(await makeJpeg(13))).json()).toMatchObject({
    code: 'company.captures_used_up',
    max: 1,
  });
  await server.database.asOwner((client) =>
    client.query(
      'update app.company_settings set max_captures_per_month = 100, max_bytes = 2000 where company_id = $1',
      [company.companyId],
    ),
  );
  expect(await (await post(await makeJpeg(13))).json()).toMatchObject({ code: 'company.storage_full' });
  expect(await count('captures')).toBe(1);
});

test('nobody who is not signed in gets in', async () => {
  for (const path of [
    '/captures',
    `/captures/${randomUUID()}`,
    `/captures/${randomUUID()}/original`,
    '/export',
    '/live',
  ])
    expect((await server.fetch(path, {})).status).toBe(401);
  expect(
    (await server.fetch('/captures', {}, { method: 'POST', body: form(await makeJpeg(1)) })).status,
  ).toBe(401);
});
