import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCompany } from '@readout/database/testing';
import { changeInstallation } from '@readout/domain/plugins/change-installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer();
  company = await server.database.createCompany({ members: ['operator'] });
});
afterAll(() => server.close());

const operator = () => server.as(company, company.members[1] ?? company.members[0]);
const readers = (who = operator(), headers = {}) => server.fetch('/device/readers', { ...who, ...headers });

async function change(pluginId: string, changes: Parameters<typeof changeInstallation>[1]['change']) {
  const revision = await server.database.asOwner(async (client) => {
    const { rows } = await client.query(
      'select revision from app.installations where company_id = $1 and plugin_id = $2',
      [company.companyId, pluginId],
    );
    return rows[0]?.revision ?? 0;
  });
  const { userId, name, role } = company.owner;
  await changeInstallation(
    { db: server.database.app },
    {
      scope: { companyId: company.companyId, actor: { userId, name, role } },
      pluginId,
      revision,
      change: changes,
    },
  );
}

test("a device gets its company's readers in their order, with the code its hash is of, languages and locale", async () => {
  await change('text', { enabled: true });
  await change('receipt', { enabled: true });
  await change('receipt', { move: 'up' });
  await server.database.asOwner((client) =>
    client.query(
      "update app.company_settings set languages = '{en,de}', locale = 'en-GB' where company_id = $1",
      [company.companyId],
    ),
  );
  const body = await (await readers()).json();
  expect(body).toMatchObject({ companyId: company.companyId, languages: ['en-GB', 'de'], locale: 'en-GB' });
  expect(body.readers.map((each: { manifest: { id: string } }) => each.manifest.id)).toEqual([
    'receipt',
    'text',
  ]);
  for (const { code, sha256 } of body.readers)
    expect(createHash('sha256').update(code).digest('hex')).toBe(sha256);
});

test('asked again nothing is sent until something changed', async () => {
  const first = await readers();
  const etag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect((await readers(operator(), { 'if-none-match': `W/${etag}` })).status).toBe(304);
  await change('text', { enabled: false });
  const changed = await readers(operator(), { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect((await changed.json()).readers).toHaveLength(1);
});

test('what is blocked is left out, for members and on the start page', async () => {
  const idsOf = async (path: string) =>
    (await (await server.fetch(path, path.startsWith('/demo') ? {} : operator())).json()).readers.map(
      (each: { manifest: { id: string } }) => each.manifest.id,
    );
  expect(await idsOf('/demo/readers')).toEqual(['barcode', 'receipt', 'text']);
  await server.database.asOwner((client) =>
    client.query(
      "insert into platform.plugin_blocks (plugin_id, version, reason, blocked_by) values ('receipt', '*', 'Reads nonsense.', gen_random_uuid())",
    ),
  );
  expect(await idsOf('/device/readers')).toEqual([]);
  expect(await idsOf('/demo/readers')).toEqual(['barcode', 'text']);
});

test('another company gets its own, nobody in particular only what comes with every installation', async () => {
  const other = await server.database.createCompany();
  const theirs = await (await readers(server.as(other))).json();
  expect(theirs).toMatchObject({ companyId: other.companyId, readers: [] });
  expect((await server.fetch('/device/readers', {})).status).toBe(401);
  const demo = await (await server.fetch('/demo/readers', {})).json();
  expect(Object.keys(demo)).toEqual(['readers']);
});

test('files of the text models in use go to members alone, under the hash they were added with', async () => {
  const [network, characters] = ['a network', 'a\nb\n'];
  const described = (file: string, text: string) => ({
    file,
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  });
  const manifest = {
    ...{ name: 'stand-in', role: 'latin', about: 'a test', source: 'this test', licence: 'Apache-2.0' },
    model: described('rec.onnx', network),
    characters: described('dict.txt', characters),
  };
  const folder = join(server.modelsFolder, 'stand-in');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'model.onnx'), network);
  writeFileSync(join(folder, 'characters.txt'), characters);
  const choose = (chosen: object) =>
    writeFileSync(join(server.modelsFolder, 'chosen.json'), JSON.stringify(chosen));
  const file = (sha256: string, who = operator(), headers = {}) =>
    server.fetch(`/device/models/${sha256}`, { ...who, ...headers });
  const { sha256 } = manifest.model;

  expect((await file(sha256)).status).toBe(404);
  expect((await (await readers()).json()).models).toEqual([]);
  choose({ latin: 'stand-in' });
  const [listed] = (await (await readers()).json()).models;
  expect(listed).toEqual({
    name: 'stand-in',
    role: 'latin',
    model: { bytes: 9, sha256 },
    characters: { bytes: 4, sha256: manifest.characters.sha256 },
  });
  const served = await file(sha256);
  expect(await served.text()).toBe(network);
  expect(served.headers.get('content-type')).toBe('application/octet-stream');
  expect(served.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  const etag = served.headers.get('etag') ?? '';
  expect((await file(sha256, operator(), { 'if-none-match': etag })).status).toBe(304);
  const text = await file(manifest.characters.sha256);
  expect([await text.text(), text.headers.get('content-type')]).toEqual([
    characters,
    'text/plain; charset=utf-8',
  ]);

  const signedOut = await server.fetch(`/device/models/${sha256}`, {});
  expect(signedOut.status).toBe(401);
  expect((await file('0'.repeat(64))).status).toBe(404);
  expect((await file(encodeURIComponent('../models.json'))).status).toBe(422);
  writeFileSync(join(folder, 'model.onnx'), `${network}, and more than was described`);
  expect(await (await file(sha256)).text()).toBe(network);
  choose({});
  expect((await file(sha256)).status).toBe(404);
});
