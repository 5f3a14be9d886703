import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat, utimes } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestCompany } from '@readout/database/testing';
import { recountLedgers, releaseDead } from '@readout/domain/ledger/keep-ledger';
import { unfinishedHours } from '@readout/domain/ledger/ledger-limits';
import { release } from '@readout/domain/ledger/reserve';
import { createWatch } from '@readout/domain/watches/create-watch';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { type Answer, scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { UnfinishedUploads } from './unfinished-uploads.ts';

let server: TestServer;
let company: TestCompany;
let who: Record<string, string>;
let bytes: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  bytes = await makeJpeg(1);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator'] });
  who = server.as(company);
});

const owner = <T>(text: string, ...values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows as T[]);
const limit = (settings: string, of = company) =>
  owner(`update app.company_settings set ${settings} where company_id = $1`, of.companyId);
/** What counts as used and as promised. */
const ledger = async (of = company) =>
  (
    await owner<{ bytes: number; captures: number; promises: number }>(
      `select l.bytes::int, l.captures, (select count(*)::int from app.reservations r where r.company_id = l.company_id) as promises
       from app.company_ledger l where l.company_id = $1`,
      of.companyId,
    )
  )[0] ?? { bytes: 0, captures: 0, promises: 0 };
/** Every byte of a company below the store and the uploads, staged ones of everybody included. */
async function bytesOnDisk(of = company): Promise<number> {
  let sum = 0;
  for (const folder of [
    join(server.storeFolder, 'objects', of.companyId),
    join(server.storeFolder, 'staged'),
  ])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
      if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size;
  for (const name of await readdir(server.uploadsFolder))
    if (name.startsWith(of.companyId)) sum += (await stat(join(server.uploadsFolder, name))).size;
  return sum;
}
const form = (content: Uint8Array, fields: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  data.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'a.jpg');
  return data;
};
const post = (content: Uint8Array, as = who, path = '/captures', fields: Record<string, string> = {}) =>
  server.fetch(path, as, { method: 'POST', body: form(content, fields) });
const tus = { 'tus-resumable': '1.0.0' };
const create = (length: number, as = who, metadata = '') =>
  server.fetch('/uploads', as, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(length),
      ...(metadata ? { 'upload-metadata': metadata } : {}),
    },
  });
const patch = (location: string, offset: number, content: Uint8Array, as = who): Promise<Answer> =>
  fetch(server.url + location, {
    method: 'PATCH',
    headers: {
      ...as,
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: content as Uint8Array<ArrayBuffer>,
  });
const codeOf = async (answer: Answer) => [answer.status, (await answer.json()).code];
const nothing = { bytes: 0, captures: 0, promises: 0 };

test('of twelve pictures posted at once with one capture left exactly one is taken, and of the others nothing stays', async () => {
  await limit('max_captures_per_month = 1');
  const pictures = await Promise.all(Array.from({ length: 12 }, (_, n) => makeJpeg(100 + n)));
  const answers = await Promise.all(pictures.map((picture) => post(picture)));
  const taken = answers.filter(({ status }) => status === 201);
  expect(taken).toHaveLength(1);
  for (const answer of answers)
    if (answer.status !== 201) expect(await codeOf(answer)).toEqual([403, 'company.captures_used_up']);
  const { byteSize } = (await taken[0]!.json()).capture;
  expect(await ledger()).toEqual({ bytes: byteSize, captures: 1, promises: 0 });
  expect(await bytesOnDisk()).toBe(byteSize);
});

test('unfinished uploads count with what they were promised: those begun at once cannot take more than there is', async () => {
  await limit('max_bytes = 10000000');
  const answers = await Promise.all(Array.from({ length: 12 }, () => create(3_000_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await codeOf(answers.find(({ status }) => status !== 201)!)).toEqual([403, 'company.storage_full']);
  expect(await ledger()).toEqual({ bytes: 9_000_000, captures: 3, promises: 3 });
  for (const answer of answers)
    if (answer.status === 201)
      await fetch(server.url + answer.headers.get('location')!, {
        method: 'DELETE',
        headers: { ...who, ...tus },
      });
  expect(await ledger()).toEqual(nothing);
  expect(await bytesOnDisk()).toBe(0);
});

test('what is refused leaves no byte: storage full, captures used up, suspended, closing, no picture, broken off', async () => {
  const large = Buffer.concat([bytes, Buffer.alloc(4_000_000)]);
  const document = { document: randomUUID(), page: '2' };
  for (const [settings, send, code] of [
    ['max_bytes = 30000', () => post(large), 'company.storage_full'],
    ['max_captures_per_month = 0', () => post(large), 'company.captures_used_up'],
    ["status = 'suspended'", () => post(large), 'company.suspended'],
    ["status = 'closing'", () => post(large), 'company.closing'],
    ["status = 'active'", () => post(Buffer.alloc(2_000_000, 'x')), 'image.unsupported_type'],
    ["status = 'active'", () => post(bytes, who, '/captures', document), 'capture.document_missing'],
  ] as const) {
    await limit(
      "max_bytes = 100000000, max_captures_per_month = 100, status = 'active'".replace(
        new RegExp(`${settings.split(' ')[0]} = [^,]+`),
        settings,
      ),
    );
    expect((await codeOf(await send()))[1]).toBe(code);
    expect({ code, onDisk: await bytesOnDisk(), ...(await ledger()) }).toEqual({
      code,
      onDisk: 0,
      ...nothing,
    });
  }
  await limit("status = 'active'");
  await brokenOff(large);
  await settled(async () => (await ledger()).promises === 0 && (await bytesOnDisk()) === 0);
  expect(await ledger()).toEqual(nothing);
});

test('a refusal that the headers decide is answered before the body, and the connection ends', async () => {
  await limit("status = 'suspended'");
  const { answer, sent } = await startPost(50_000_000);
  expect(answer.statusCode).toBe(403);
  expect(sent()).toBeLessThan(5_000_000);
  expect(await bytesOnDisk()).toBe(0);
});

test('who reads the answer only after they have sent all gets it', async () => {
  await limit("status = 'suspended'");
  const length = 90_000_000;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.pause();
  const headers = Object.entries(who).map(([name, value]) => `${name}: ${value}\r\n`);
  const write = (chunk: string | Buffer) =>
    new Promise<void>((resolve, reject) =>
      socket.write(chunk, (error) => (error ? reject(error) : resolve())),
    );
  await write(
    `POST /api/v1/captures HTTP/1.1\r\nHost: x\r\n${headers.join('')}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const chunk = Buffer.alloc(1_000_000);
  for (let sent = 0; sent < length; sent += chunk.length) await write(chunk);
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString('latin1')));
    socket.once('error', reject);
    socket.resume();
  });
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1.1 403 /);
  expect(answer).toContain('company.suspended');
});

test('with the disk down to its floor every way in says so before anything is written, and goes on once there is room', async () => {
  const begun = (await create(bytes.length)).headers.get('location')!;
  const before = await bytesOnDisk();
  const used = await ledger();
  const watchId = await makeWatch();
  const sample = (picture?: string) => ({
    id: randomUUID(),
    takenAt: new Date().toISOString(),
    value: 1,
    confidence: 1,
    ...(picture ? { picture } : {}),
  });
  const samples = (...all: object[]) =>
    server.fetch(`/watches/${watchId}/samples`, who, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        sentAt: new Date().toISOString(),
        run: { id: randomUUID(), device: 'x', state: 'running' },
        samples: all,
      }),
    });
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(200)]).toString('base64');
  const packaged = (path: string, as = who) =>
    server.fetch(path, as, { method: 'POST', body: Buffer.alloc(1000) as never });
  server.room.freeBytes = 1e9 - 1;
  try {
    for (const send of [
      () => post(bytes),
      () => create(bytes.length),
      () => patch(begun, 0, bytes),
      () => samples(sample(picture)),
      () => packaged('/plugins'),
    ])
      expect(await codeOf(await send())).toEqual([503, 'store.full']);
    // What fits into no disk is refused as well where there would be room for less.
    server.room.freeBytes = 1e9 + bytes.length - 1;
    expect(await codeOf(await create(bytes.length))).toEqual([503, 'store.full']);
    expect((await samples(sample())).status).toBe(200);
    expect(await bytesOnDisk()).toBe(before);
    expect(await ledger()).toEqual(used);
  } finally {
    server.room.freeBytes = 1e12;
  }
  expect((await patch(begun, 0, bytes)).status).toBe(204);
  expect((await samples(sample(picture))).status).toBe(200);
  expect((await ledger()).bytes).toBe(bytes.length + 203);
});

test('what plugins keep counts, is refused where there is no room, and gives it back when it is deleted', async () => {
  await limit('max_bytes = 100000');
  let draftCount = 0;
  const draft = (source: string) =>
    owner(
      `insert into app.plugin_drafts (company_id, plugin_id, kind, manifest, source, created_by, updated_by)
       values ($1, $4, 'studio', '{}', $2, $3, $3)`,
      company.companyId,
      source,
      company.owner.userId,
      `x${draftCount++}`,
    );
  await draft(randomBytes(30_000).toString('hex'));
  const { bytes: used } = await ledger();
  expect(used).toBeGreaterThan(30_000);
  await expect(draft(randomBytes(100_000).toString('hex'))).rejects.toMatchObject({
    code: 'RD036',
    message: 'company.storage_full',
  });
  expect(await codeOf(await post(Buffer.concat([bytes, Buffer.alloc(80_000)])))).toEqual([
    403,
    'company.storage_full',
  ]);
  await recountLedgers(server.database, { companyIds: [company.companyId] });
  // What a row takes is told with a few bytes of its own, more or less.
  expect(Math.abs((await ledger()).bytes - used)).toBeLessThan(100);
  await owner('delete from app.plugin_drafts where company_id = $1', company.companyId);
  expect((await ledger()).bytes).toBeLessThan(100);
});

test('an upload of a company that was suspended meanwhile ends with all its bytes', async () => {
  const location = (await create(bytes.length)).headers.get('location')!;
  expect((await patch(location, 0, bytes.subarray(0, 1000))).status).toBe(204);
  expect(await bytesOnDisk()).toBeGreaterThanOrEqual(1000);
  await limit("status = 'suspended'");
  expect(await codeOf(await patch(location, 1000, bytes.subarray(1000)))).toEqual([403, 'company.suspended']);
  expect(await bytesOnDisk()).toBe(0);
  expect(await ledger()).toEqual(nothing);
});

test('what was acknowledged is answered again when nothing new is taken in any more', async () => {
  const clientId = randomUUID();
  const made = (await (await post(bytes, who, '/captures', { clientId })).json()).capture.id;
  const before = await ledger();
  await limit(`max_bytes = ${bytes.length}, max_captures_per_month = 1`);
  const again = await post(bytes, who, `/captures?clientId=${clientId}`, { clientId });
  expect([again.status, (await again.json()).capture.id]).toEqual([200, made]);
  await limit("status = 'suspended'");
  const metadata = `clientId ${Buffer.from(clientId).toString('base64')}`;
  const location = (await create(bytes.length, who, metadata)).headers.get('location')!;
  const last = await patch(location, 0, bytes);
  expect([last.status, last.headers.get('readout-capture')]).toEqual([204, made]);
  expect(await ledger()).toEqual(before);
  expect(await bytesOnDisk()).toBe(bytes.length);
  const other = await makeJpeg(9);
  expect(await codeOf(await post(other, who, `/captures?clientId=${clientId}`, { clientId }))).toEqual([
    409,
    'capture.client_id_reused',
  ]);
  expect(await bytesOnDisk()).toBe(bytes.length);
});

test('the same bytes once more cost a capture and no room, and a refused repeat does not touch them', async () => {
  await post(bytes);
  await post(bytes);
  expect(await ledger()).toEqual({ bytes: bytes.length, captures: 2, promises: 0 });
  await limit('max_captures_per_month = 2');
  expect((await post(bytes)).status).toBe(403);
  expect(await bytesOnDisk()).toBe(bytes.length);
});

test('a request that does not say how long it is is promised room as it comes', async () => {
  await limit('max_bytes = 10000000');
  const { answer } = await startPost(undefined, Buffer.concat([bytes, Buffer.alloc(12_000_000)]));
  expect(answer.statusCode).toBe(403);
  await settled(async () => (await bytesOnDisk()) === 0);
  expect(await ledger()).toEqual(nothing);
  await limit('max_bytes = 100000000');
  const { answer: taken } = await startPost(undefined, Buffer.concat([bytes, Buffer.alloc(12_000_000)]));
  expect(taken.statusCode).toBe(201);
  expect(await ledger()).toEqual({ bytes: bytes.length + 12_000_000, captures: 1, promises: 0 });
});

test('one person cannot begin uploads without end, in however many companies, and others are not kept out by it', async () => {
  const second = await server.database.createCompany({});
  await owner(
    "insert into auth.membership (company_id, user_id, role) values ($1, $2, 'admin')",
    second.companyId,
    company.owner.userId,
  );
  const there = server.as(second, company.owner);
  const begin = (as: Record<string, string>, count: number) =>
    Promise.all(Array.from({ length: count }, () => create(1000, as)));
  const answers = [...(await begin(who, 60)), ...(await begin(there, 60))];
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(await codeOf(await create(1000, there))).toEqual([429, 'upload.too_many_unfinished']);
  expect((await create(1000, server.as(company, company.members[0]))).status).toBe(201);
  const stranger = await server.database.createCompany({});
  expect((await create(1000, server.as(stranger))).status).toBe(201);
  // However much room the company has, one person does not promise themself all of it.
  const greedy = server.as(stranger);
  const much = await Promise.all(Array.from({ length: 21 }, () => create(100_000_000, greedy)));
  expect(much.filter(({ status }) => status === 201)).toHaveLength(19);
});

test('nothing is used or given back in the ledger of another company', async () => {
  const other = await server.database.createCompany({});
  await post(bytes, server.as(other));
  const before = await ledger(other);
  await post(bytes);
  await limit("status = 'suspended'");
  await post(bytes);
  expect(await ledger(other)).toEqual(before);
});

test('what nobody finishes within a day is gone, file and promise; a promise of a process that died goes back', async () => {
  const location = (await create(bytes.length)).headers.get('location')!;
  await patch(location, 0, bytes.subarray(0, 1000));
  const id = location.split('/').at(-1)!;
  const files = [id, `${id}.json`].map((name) => join(server.uploadsFolder, name));
  for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(server.uploadsFolder)).mode & 0o777).toBe(0o700);
  await releaseDead(server.database);
  expect((await ledger()).promises).toBe(1);
  const yesterday = (Date.now() - 25 * 3_600_000) / 1000;
  for (const file of files) await utimes(file, yesterday, yesterday);
  const uploads = new UnfinishedUploads({
    directory: server.uploadsFolder,
    expiryMs: unfinishedHours * 3_600_000,
    release: (upload) =>
      release(
        { db: server.database.app },
        { reservation: { companyId: company.companyId, id: upload.slice(-36) } },
      ),
  });
  expect(await uploads.deleteExpired()).toBe(1);
  expect(await bytesOnDisk()).toBe(0);
  expect(await ledger()).toEqual(nothing);

  // Killed in the middle: the promise names a process that nobody hears of any more.
  await owner(
    `select app.reserve($1, $2, gen_random_uuid(), 'request', 5000, 1, gen_random_uuid(), 2400, 100, 1000000, 1000)`,
    company.companyId,
    company.owner.userId,
  );
  expect(await ledger()).toEqual({ bytes: 5000, captures: 1, promises: 1 });
  expect(await releaseDead(server.database)).toBe(1);
  expect(await ledger()).toEqual(nothing);
});

test('a capture whose promise was lost is accepted within the limits all the same', async () => {
  const location = (await create(bytes.length)).headers.get('location')!;
  await owner('delete from app.reservations where company_id = $1', company.companyId);
  await recountLedgers(server.database, { companyIds: [company.companyId] });
  expect(await ledger()).toEqual(nothing);
  expect((await patch(location, 0, bytes)).status).toBe(204);
  expect(await ledger()).toEqual({ bytes: bytes.length, captures: 1, promises: 0 });
  await recountLedgers(server.database, { companyIds: [company.companyId] });
  expect(await ledger()).toEqual({ bytes: bytes.length, captures: 1, promises: 0 });
});

test('the whole installation has limits over all its companies', async () => {
  const set = (text: string) => owner(`update platform.limits set ${text}`);
  const [whole] = await owner<{ bytes: number; captures: number }>(
    'select bytes::bigint, captures from platform.ledger',
  );
  try {
    await set(`max_captures_per_month = ${whole!.captures + 1}`);
    const others = await Promise.all(Array.from({ length: 4 }, () => server.database.createCompany({})));
    const pictures = await Promise.all(others.map((_, n) => makeJpeg(300 + n)));
    const answers = await Promise.all(others.map((each, n) => post(pictures[n]!, server.as(each))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await codeOf(answers.find(({ status }) => status !== 201)!)).toEqual([
      403,
      'installation.captures_used_up',
    ]);
    await set(`max_captures_per_month = null, max_bytes = ${Number(whole!.bytes)}`);
    expect(await codeOf(await post(await makeJpeg(310)))).toEqual([403, 'installation.storage_full']);
    expect(await bytesOnDisk()).toBe(0);
  } finally {
    await set('max_captures_per_month = null, max_bytes = null');
  }
});

async function makeWatch(): Promise<string> {
  const { id } = await createWatch(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      settings: {
        name: 'Boiler',
        sourceKind: 'screen',
        regionProfileId: null,
        place: { frame: { width: 640, height: 480 }, region: { x: 0, y: 0, width: 100, height: 40 } },
        reads: { kind: 'number', unit: '°C', decimals: 1 },
        intervalMs: 1000,
        low: null,
        high: null,
        maxRate: null,
        ratePerMs: null,
        direction: 'any',
        lostAfter: 5,
        keepDays: null,
      },
    },
  );
  return id;
}

/** Until what happens after the answer has happened. */
async function settled(isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 30_000;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error('It did not come to that.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const head = Buffer.from(
  '--b\r\nContent-Disposition: form-data; name="file"; filename="p.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
);
const tail = Buffer.from('\r\n--b--\r\n');

/** A post as a raw request: `length` bytes of nothing, or the content in chunks without a length. */
function startPost(length: number | undefined, content?: Buffer) {
  return new Promise<{ answer: { statusCode?: number | undefined }; sent: () => number }>(
    (resolve, reject) => {
      const request: ClientRequest = httpRequest(
        `${server.url}/api/v1/captures`,
        {
          method: 'POST',
          headers: {
            ...who,
            'content-type': 'multipart/form-data; boundary=b',
            ...(length === undefined ? {} : { 'content-length': length }),
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => {
            const sent = request.socket?.bytesWritten ?? 0;
            request.destroy();
            resolve({ answer, sent: () => sent });
          });
        },
      );
      request.on('error', reject);
      if (content) {
        request.write(head);
        request.write(content);
        request.end(tail);
      } else request.flushHeaders();
    },
  );
}

/** Half a form, and then the cable is pulled, once the server has begun to write what came. */
async function brokenOff(content: Buffer): Promise<void> {
  const request = httpRequest(`${server.url}/api/v1/captures`, {
    method: 'POST',
    headers: {
      ...who,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + content.length * 2,
    },
  });
  const closed = new Promise<void>((resolve) => request.on('close', () => resolve()));
  request.on('error', () => {});
  request.write(head);
  request.write(content);
  await settled(async () => (await ledger()).promises === 1 && (await bytesOnDisk()) > 0);
  request.destroy();
  await closed;
}
