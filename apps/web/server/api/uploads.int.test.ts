import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { TestCompany } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { type Answer, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let who: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator'] });
  who = server.as(company);
});

const tus = { 'tus-resumable': '1.0.0' };
const metadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const create = (length: number, values: Record<string, string> = {}, as = who) =>
  server.fetch('/uploads', as, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(length),
      ...(Object.keys(values).length > 0 ? { 'upload-metadata': metadata(values) } : {}),
    },
  });
const patch = (location: string, offset: number, bytes: Uint8Array, as = who): Promise<Answer> =>
  fetch(server.url + location, {
    method: 'PATCH',
    headers: {
      ...as,
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
const head = (location: string, as = who) =>
  fetch(server.url + location, { method: 'HEAD', headers: { ...as, ...tus } });
const captures = async () =>
  (await (await server.fetch('/captures', who)).json()).items as {
    id: string;
    fileName: string;
    source: string;
  }[];

test('an upload in parts, taken up where it stopped, becomes one capture named in the last answer', async () => {
  const bytes = await makeJpeg(1);
  const clientId = randomUUID();
  const created = await create(bytes.length, { filename: 'Ä photo.jpg', source: 'paste', clientId });
  expect(created.status).toBe(201);
  const location = created.headers.get('location')!;
  expect(location).toMatch(/^\/api\/v1\/uploads\//);
  expect((await patch(location, 0, bytes.subarray(0, 1000))).headers.get('upload-offset')).toBe('1000');
  expect((await head(location)).headers.get('upload-offset')).toBe('1000');
  expect(await captures()).toEqual([]);
  const last = await patch(location, 1000, bytes.subarray(1000));
  expect(last.status).toBe(204);
  const captureId = last.headers.get('readout-capture');
  expect(await captures()).toMatchObject([{ id: captureId, fileName: 'Ä photo.jpg', source: 'paste' }]);
  expect(await readdir(server.uploadsFolder)).toEqual([]);
  // Sent once more, as a client does that never saw the answer: the same capture.
  const again = await create(bytes.length, { clientId });
  expect((await patch(again.headers.get('location')!, 0, bytes)).headers.get('readout-capture')).toBe(
    captureId,
  );
  expect(await captures()).toHaveLength(1);
});

test('an upload that comes whole with its first request is a capture with that answer', async () => {
  const bytes = await makeJpeg(5);
  const answer = await server.fetch('/uploads', who, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': metadata({ filename: 'whole.jpg' }),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('upload-offset')).toBe(String(bytes.length));
  expect(await captures()).toMatchObject([
    { id: answer.headers.get('readout-capture'), fileName: 'whole.jpg' },
  ]);
});

test('an upload whose last byte came but was never answered is completed when the client asks for it', async () => {
  const bytes = await makeJpeg(2);
  const at = (await create(bytes.length, { filename: 'x.jpg' })).headers.get('location')!;
  await patch(at, 0, bytes.subarray(0, -1));
  await server.database.asOwner((client) => client.query('alter table app.captures rename to captures_away'));
  expect((await patch(at, bytes.length - 1, bytes.subarray(-1))).status).toBeGreaterThanOrEqual(500);
  await server.database.asOwner((client) => client.query('alter table app.captures_away rename to captures'));
  const asked = await head(at);
  expect(asked.headers.get('upload-offset')).toBe(String(bytes.length));
  expect(await captures()).toMatchObject([{ id: asked.headers.get('readout-capture'), fileName: 'x.jpg' }]);
  server.failures.length = 0;
});

test('nobody else, of this company or another, can look at, continue or end an upload', async () => {
  const bytes = await makeJpeg(3);
  const location = (await create(bytes.length)).headers.get('location')!;
  const stranger = server.as(await server.database.createCompany());
  const colleague = server.as(company, company.members[0]);
  for (const as of [stranger, colleague]) {
    expect((await head(location, as)).status).toBe(404);
    expect((await patch(location, 0, bytes, as)).status).toBe(404);
    expect(
      (await fetch(server.url + location, { method: 'DELETE', headers: { ...as, ...tus } })).status,
    ).toBe(404);
  }
  expect((await patch(location, 0, bytes)).status).toBe(204);
});

test('a cancelled upload is gone', async () => {
  const location = (await create(1000)).headers.get('location')!;
  expect((await fetch(server.url + location, { method: 'DELETE', headers: { ...who, ...tus } })).status).toBe(
    204,
  );
  expect([404, 410]).toContain((await head(location)).status);
  expect(await readdir(server.uploadsFolder)).toEqual([]);
});

test('what can be refused before the bytes travel is, with its code', async () => {
  const code = async (response: Answer) => [response.status, (await response.json()).code];
  expect(await code(await create(101 * 1024 * 1024))).toEqual([413, 'pdf.too_many_bytes']);
  expect(await code(await create(0))).toEqual([422, 'image.empty']);
  expect(await code(await create(10, { clientId: 'x' }))).toEqual([422, 'capture.bad_client_id']);
  await server.database.asOwner((client) =>
    client.query("update app.company_settings set status = 'suspended' where company_id = $1", [
      company.companyId,
    ]),
  );
  expect(await code(await create(10))).toEqual([403, 'company.suspended']);
  expect(await readdir(server.uploadsFolder)).toEqual([]);
});

test('what the library refuses has a code, a sentence and the version of tus like everything else', async () => {
  const bytes = await makeJpeg(6);
  const location = (await create(bytes.length)).headers.get('location')!;
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const send = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(server.url + path, {
      method,
      headers: { ...who, ...headers },
      ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
    });
  const begin = (headers: Record<string, string>) => send('/api/v1/uploads', 'POST', headers);
  const elsewhere = location.slice(0, -36) + randomUUID();
  const cases: [answer: Promise<Response>, status: number, code: string][] = [
    [begin({ 'upload-length': '5' }), 412, 'upload.not_tus'],
    [begin({ 'tus-resumable': '0.2.2', 'upload-length': '5' }), 412, 'upload.not_tus'],
    [begin(tus), 422, 'upload.length_needed'],
    [begin({ ...tus, 'upload-defer-length': '1' }), 422, 'upload.length_needed'],
    [begin({ ...tus, 'upload-length': '-5' }), 422, 'upload.bad_header'],
    [begin({ ...tus, 'upload-length': '5', 'upload-metadata': 'a b c' }), 422, 'upload.bad_header'],
    [begin({ ...tus, 'upload-length': '5', 'upload-concat': 'partial' }), 422, 'upload.no_concatenation'],
    [send(location, 'PATCH', { ...tus, ...piece, 'upload-offset': 'x' }, bytes), 422, 'upload.bad_header'],
    [
      send(location, 'PATCH', { ...tus, 'content-type': piece['content-type'] }, bytes),
      422,
      'upload.bad_header',
    ],
    [
      send(location, 'PATCH', { ...tus, ...piece, 'content-type': 'image/jpeg' }, bytes),
      415,
      'upload.wrong_type',
    ],
    [
      send(location, 'PATCH', { ...tus, ...piece, 'upload-offset': '7' }, bytes),
      409,
      'upload.offset_differs',
    ],
    [send(elsewhere, 'PATCH', { ...tus, ...piece }, bytes), 404, 'upload.not_found'],
    [
      send(location, 'PATCH', { ...tus, ...piece }, Buffer.concat([bytes, bytes])),
      413,
      'upload.longer_than_said',
    ],
    [send(elsewhere, 'DELETE', tus), 204, ''],
    [send(location, 'GET', tus), 405, 'request.wrong_method'],
    [send('/api/v1/uploads', 'PUT', tus), 405, 'request.wrong_method'],
  ];
  for (const [index, [asked, status, code]] of cases.entries()) {
    const answer = await asked;
    const text = await answer.text();
    expect([index, answer.status, answer.headers.get('tus-resumable')]).toEqual([index, status, '1.0.0']);
    if (code === '') continue;
    expect([index, answer.headers.get('content-type')]).toEqual([
      index,
      expect.stringContaining('application/problem+json'),
    ]);
    expect([index, JSON.parse(text).code]).toEqual([index, code]);
  }
  expect((await begin({ 'upload-length': '5' })).headers.get('tus-version')).toBe('1.0.0');
  const named = await begin({ ...tus, 'upload-length': '-5', 'upload-metadata': 'a b c' });
  expect(((await named.json()) as { detail: string }).detail).toContain('Upload-Length, Upload-Metadata');
  // It goes on all the same.
  expect((await patch(location, 0, bytes)).headers.get('readout-capture')).toBeTruthy();
});

test('text named .jpg is refused at its end and leaves nothing behind', async () => {
  const bytes = Buffer.from('this is no picture');
  const location = (await create(bytes.length, { filename: 'x.jpg', filetype: 'image/jpeg' })).headers.get(
    'location',
  )!;
  const answer = await patch(location, 0, bytes);
  expect([answer.status, (await answer.json()).code]).toEqual([415, 'image.unsupported_type']);
  expect(await readdir(server.uploadsFolder)).toEqual([]);
  expect(await captures()).toEqual([]);
});

test('ids with paths in them reach no other file', async () => {
  for (const id of ['..%2F..%2Fsecret', `${company.companyId}_${company.owner.userId}_..%2F..%2Fx`, '%00'])
    expect((await head(`/api/v1/uploads/${id}`)).status).toBe(404);
});

test('what waited on a device goes to the company it was taken for, and never to another user or company', async () => {
  const bytes = await makeJpeg(4);
  const other = await server.database.createCompany();
  const third = await server.database.createCompany();
  const { userId } = company.owner;
  await server.database.asOwner((client) =>
    client.query(
      'insert into auth.membership (id, company_id, user_id, role, created_at) values (gen_random_uuid(), $1, $2, $3, now())',
      [other.companyId, userId, 'operator'],
    ),
  );
  const session = JSON.parse(decodeURIComponent(who['x-test-session']!));
  const as = (companies: object[]) => ({
    'x-test-session': encodeURIComponent(JSON.stringify({ ...session, companies })),
  });
  const there = { id: other.companyId, name: 'Other', role: 'operator', requiresTwoFactor: false };
  const both = as([there]);

  const made = await create(bytes.length, { user: userId, company: other.companyId }, both);
  expect(made.status).toBe(201);
  const location = made.headers.get('location')!;
  expect((await head(location, both)).headers.get('upload-offset')).toBe('0');
  expect((await patch(location, 0, bytes, both)).headers.get('readout-capture')).toBeTruthy();
  expect(await captures()).toEqual([]);
  const seen = await (await server.fetch('/captures', server.as(other))).json();
  expect(seen.items).toHaveLength(1);

  const code = async (response: Answer) => [response.status, (await response.json()).code];
  const refused = (values: Record<string, string>, headers: Record<string, string>) =>
    create(10, values, headers).then(code);
  expect(await refused({ company: third.companyId }, both)).toEqual([403, 'company.not_a_member']);
  expect(await refused({ user: third.owner.userId }, both)).toEqual([401, 'upload.other_user']);
  expect(await refused({ company: other.companyId }, as([{ ...there, requiresTwoFactor: true }]))).toEqual([
    403,
    'two_factor.needed',
  ]);
});

test('the key of a queue is its user’s alone, the same each time, and not for who acts as them', async () => {
  const key = async (as: Record<string, string>) => (await server.fetch('/device/queue-key', as)).json();
  const mine = await key(who);
  expect(Buffer.from(mine.key, 'base64')).toHaveLength(32);
  expect(await key(who)).toEqual(mine);
  const colleague = await key(server.as(company, company.members[0]));
  expect(colleague.key).not.toBe(mine.key);
  expect(colleague.id).not.toBe(mine.id);
  const session = JSON.parse(decodeURIComponent(who['x-test-session']!));
  const acting = {
    'x-test-session': encodeURIComponent(JSON.stringify({ ...session, impersonatedBy: 'x' })),
  };
  expect(await key(acting)).toMatchObject({ status: 403, code: 'support.not_while_acting' });
  expect(await key({})).toMatchObject({ status: 401 });
});
