import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { TestCompany } from '@readout/database/testing';
import type { StoreLocation } from '@readout/store';
import { type S3Peer, startS3Peer } from '@readout/store/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

// Two servers with nothing in common but a database and a bucket.

let peer: S3Peer;
let [one, other]: TestServer[] = [];
let company: TestCompany;
let who: Record<string, string>;

beforeAll(async () => {
  peer = await startS3Peer();
  const bucket: StoreLocation & { kind: 'bucket' } = { kind: 'bucket', transitFolder: '', ...peer.settings };
  one = await startTestServer({ bucket });
  other = await startTestServer({ bucket, beside: one });
});
afterAll(async () => {
  await other?.close();
  await one?.close();
  await peer.close();
});
beforeEach(async () => {
  company = await one!.database.createCompany();
  who = one!.as(company);
});

const tus = { 'tus-resumable': '1.0.0' };
const begin = async (length: number) => {
  const clientId = Buffer.from(randomUUID()).toString('base64');
  const answer = await one!.fetch('/uploads', who, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(length), 'upload-metadata': `clientId ${clientId}` },
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location')!;
};
const patchHeaders = (offset: number) => ({
  ...who,
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});
const patch = (server: TestServer, location: string, offset: number, bytes: Uint8Array) =>
  fetch(server.url + location, {
    method: 'PATCH',
    headers: patchHeaders(offset),
    body: bytes as Uint8Array<ArrayBuffer>,
  });
const head = (server: TestServer, location: string) =>
  fetch(server.url + location, { method: 'HEAD', headers: { ...who, ...tus } });
const original = async (captureId: string | null) =>
  Buffer.from(await (await other!.fetch(`/captures/${captureId}/original`, who)).arrayBuffer());
const waiting = () => [...peer.objects.keys()].filter((key) => key.includes(`/uploads/${company.companyId}`));

test('an upload begun at one server goes on and ends at another one, and nothing of it stays', async () => {
  const bytes = await makeJpeg(1);
  const location = await begin(bytes.length);
  await patch(one!, location, 0, bytes.subarray(0, 700));
  expect((await head(other!, location)).headers.get('upload-offset')).toBe('700');
  await patch(other!, location, 700, bytes.subarray(700, 900));
  await patch(one!, location, 900, bytes.subarray(900, 1000));
  const last = await patch(other!, location, 1000, bytes.subarray(1000));
  expect(last.status).toBe(204);
  expect(await original(last.headers.get('readout-capture'))).toEqual(bytes);
  expect(waiting()).toEqual([]);
  expect((await head(one!, location)).status).toBe(404);
});

test('a server that still waits for bytes of a lost connection makes way for the one the client came back to', async () => {
  const bytes = await makeJpeg(2);
  const location = await begin(bytes.length);
  const lost = request(one!.url + location, {
    method: 'PATCH',
    headers: { ...patchHeaders(0), 'content-length': String(bytes.length) },
  });
  lost.on('error', () => {});
  await new Promise<void>((resolve) => lost.write(bytes.subarray(0, 500), () => resolve()));
  const locks = () =>
    one!.database.asOwner(
      async (client) => (await client.query('select from platform.upload_locks')).rows.length,
    );
  await expect.poll(locks).toBe(1);
  const offset = Number((await head(other!, location)).headers.get('upload-offset'));
  expect(offset).toBeLessThanOrEqual(500);
  const last = await patch(other!, location, offset, bytes.subarray(offset));
  expect(await original(last.headers.get('readout-capture'))).toEqual(bytes);
  lost.destroy();
});

test('an upload whose end came and could not be kept waits whole, and the other server makes the capture of it', async () => {
  const bytes = await makeJpeg(3);
  const location = await begin(bytes.length);
  await one!.database.asOwner((client) => client.query('alter table app.captures rename to captures_away'));
  const failed = await patch(one!, location, 0, bytes);
  await one!.database.asOwner((client) => client.query('alter table app.captures_away rename to captures'));
  expect(failed.status).toBeGreaterThanOrEqual(500);
  const asked = await head(other!, location);
  expect(asked.headers.get('upload-offset')).toBe(String(bytes.length));
  expect(await original(asked.headers.get('readout-capture'))).toEqual(bytes);
  expect(waiting()).toEqual([]);
  for (const { failures } of [one!, other!]) failures.length = 0;
});

test('a bucket that is away answers so, and the upload goes on once it is back', async () => {
  const bytes = await makeJpeg(4);
  const location = await begin(bytes.length);
  peer.answer = () => ({ status: 503, code: 'SlowDown' });
  const refused = await patch(one!, location, 0, bytes.subarray(0, 500));
  peer.answer = () => undefined;
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'store.away']);
  const last = await patch(other!, location, 0, bytes);
  expect(await original(last.headers.get('readout-capture'))).toEqual(bytes);
});

test('a server that did not take a file in fetches it once, and gives out no other bytes than were captured', async () => {
  const bytes = await makeJpeg(5);
  const location = await begin(bytes.length);
  expect((await patch(one!, location, 0, bytes)).status).toBe(204);
  const file = { companyId: company.companyId, sha256: createHash('sha256').update(bytes).digest('hex') };
  const fetched: string[] = [];
  peer.answer = ({ method, key }) => {
    if (method === 'GET' && key.includes(file.sha256)) fetched.push(key);
    return undefined;
  };
  expect(await other!.originals.read(file)).toEqual(bytes);
  expect(fetched).toHaveLength(1);
  peer.answer = () => undefined;
  const [key] = fetched as [string];
  peer.objects.set(key, { ...peer.objects.get(key)!, bytes: Buffer.from('other bytes'), etag: '"other"' });
  await expect(other!.originals.read(file)).rejects.toMatchObject({ code: 'capture.bytes_altered' });
});
