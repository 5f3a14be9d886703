import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReadoutClient, type ReadoutClient, ReadoutProblem } from '@readout/api-client';
import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { apiKeyScopeNames } from '@readout/domain/api-keys/rules';
import { capture, read, receipt } from '@readout/domain/testing/arrange';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let key: string;
let client: ReadoutClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany();
  ({ key } = await createApiKey(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      apiKey: { name: 'Program', scopes: apiKeyScopeNames, plugins: 'carried', role: 'admin', days: 30 },
    },
  ));
  client = createReadoutClient({ baseUrl: server.url, key });
});

const picture = async (seed: number) =>
  new Blob([(await makeJpeg(seed, `No ${seed}`, 200, 60)) as Uint8Array<ArrayBuffer>]);
const all = <Item>(items: AsyncIterable<Item>) => Array.fromAsync(items);

test('a file is sent, waited for, and its record corrected and confirmed', async () => {
  const { capture: sent } = await client.send(await picture(1), { fileName: 'Beleg „1“.jpg' });
  expect(sent).toMatchObject({ fileName: 'Beleg „1“.jpg', source: 'api', state: 'received' });
  const waited = client.waitUntilRead(sent.id, { everyMs: 5 });
  await read(server, company.companyId, sent.id, { records: [receipt({ total: '12.50' })] });
  expect(await waited).toMatchObject([{ id: sent.id, state: 'read', failureCode: null }]);

  const [record] = await all(client.records({ capture: sent.id }));
  const params = { path: { id: record!.id }, header: { 'if-match': `"${record!.revision}"` } };
  const changed = await client.api.PATCH('/records/{id}', { params, body: { fields: { total: '12.25' } } });
  expect(changed.data!.fields.total).toMatchObject({ kind: 'entered', value: '12.25' });
  const late = client.api.POST('/records/{id}/confirm', { params });
  await expect(late).rejects.toMatchObject({
    name: 'ReadoutProblem',
    code: 'record.revision_differs',
    status: 412,
    values: { revision: record!.revision + 1 },
  });
  const confirmed = await client.api.POST('/records/{id}/confirm', { params: { path: { id: record!.id } } });
  expect(confirmed.data!.state).toBe('confirmed');
});

test('a file sent again under its clientId adds nothing', async () => {
  const options = { fileName: 'a.jpg', clientId: crypto.randomUUID() };
  const first = await client.send(await picture(2), options);
  const again = await client.send(await picture(2), options);
  expect(again.capture.id).toBe(first.capture.id);
  expect(await all(client.captures())).toHaveLength(1);
});

test('lists go on over every page, in order', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push((await capture(server, scopeOf(company))).captureId);
  const captures = await all(client.captures({ limit: 2 }));
  expect(captures.map(({ id }) => id)).toEqual(ids.toReversed());
  const records = await all(client.records({ limit: 2, state: 'needs_review' }));
  expect(records.map(({ captureId }) => captureId)).toEqual(ids.toReversed());
});

test('what is refused says its code, its sentence and what to do', async () => {
  const missing = client.api.GET('/captures/{id}', { params: { path: { id: crypto.randomUUID() } } });
  await expect(missing).rejects.toMatchObject({ code: 'capture.not_found', status: 404 });
  const stranger = createReadoutClient({ baseUrl: `${server.url}/`, key: 'readout_nothing' });
  const refused = await all(stranger.records()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ReadoutProblem);
  expect(refused).toMatchObject({ code: 'api_key.not_valid', action: expect.stringMatching(/\S/) });
  await expect(client.send(new Blob(['text']), { fileName: 'a.jpg' })).rejects.toMatchObject({
    code: expect.stringMatching(/^image\./),
  });
});

test('a connection that breaks and a server that asks to wait are tried again, under the same clientId', async () => {
  const asked: (string | null)[] = [];
  const broken = createServer((request, response) => {
    asked.push(new URL(request.url!, 'http://x').searchParams.get('clientId'));
    request.resume();
    if (asked.length === 1) return void request.socket.destroy();
    if (asked.length === 2)
      return void response.writeHead(503, { 'retry-after': '0' }).end('<html>maintenance</html>');
    response
      .writeHead(asked.length === 3 ? 201 : 502, { 'content-type': 'application/json' })
      .end(asked.length === 3 ? '{"capture":{"id":"c"}}' : 'null');
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const elsewhere = createReadoutClient({
    baseUrl: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`,
    key,
  });
  try {
    const { capture } = await elsewhere.send(new Blob(['x']), { fileName: 'x.jpg' });
    expect([capture.id, asked.length, new Set(asked).size]).toEqual(['c', 3, 1]);
    expect(asked[0]).toMatch(/^[0-9a-f-]{36}$/);
    await expect(all(elsewhere.records())).rejects.toMatchObject({ code: 'http.502', status: 502 });
  } finally {
    broken.closeAllConnections();
    broken.close();
  }
});

test('waiting ends when its signal says so', async () => {
  const { captureId } = await capture(server, scopeOf(company), { unread: true });
  const stop = new AbortController();
  const waiting = client.waitUntilRead(captureId, { everyMs: 60_000, signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
