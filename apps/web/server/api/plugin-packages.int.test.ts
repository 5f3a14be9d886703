import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { revokeApiKey } from '@readout/domain/api-keys/revoke-api-key';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import {
  generateKey,
  openPackage,
  packageLimits,
  signPackage,
  unsignedPackage,
} from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packCarried } from '../testing/carried-plugin.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.database.asOwner((client) => client.query('delete from platform.plugin_blocks'));
  company = await server.database.createCompany({ name: 'Ours', members: ['admin'] });
  key = (await makeKey()).key;
});

const deps = () => ({ db: server.database.app });
const makeKey = (of = company, by = of.owner, scopes = ['plugins:publish', 'plugins:use']) =>
  createApiKey(deps(), {
    scope: scopeOf(of, by),
    apiKey: {
      name: 'Build server',
      scopes,
      plugins: 'carried, carried-away, other, pallet-note, receipt',
      role: 'admin',
      days: 30,
    },
  });
const packageOf = (version: string, { id = 'carried', readme = '' } = {}) =>
  unsignedPackage(packCarried({ id, version, readme }));

const send = async (
  body: Uint8Array,
  { bearer = key, query = '', headers = {} }: { bearer?: string; query?: string; headers?: object } = {},
) => {
  const answer = await server.fetch(
    `/plugin-packages${query}`,
    bearer ? { authorization: `Bearer ${bearer}` } : {},
    { method: 'POST', body: body.slice(), headers: { ...headers } },
  );
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
};
const stored = () =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query(
      'select plugin_id, version, made_by, created_by from app.plugin_versions where company_id = $1 order by version',
      [company.companyId],
    );
    return rows;
  });

/** In everybody's catalogue, from this company, and stopped by who runs the platform. */
async function publishAndBlock(file: Uint8Array): Promise<void> {
  const { content, sha256 } = await openPackage(file);
  const { id, version } = content.manifest;
  await server.database.asOwner(async (client) => {
    await client.query(
      "insert into platform.plugins (id, publisher_company_id, publisher_name) values ($1, $2, 'Ours')",
      [id, company.companyId],
    );
    await client.query(
      "insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256) values ($1, $2, 'published', $3, $4, $5)",
      [id, version, JSON.stringify(content.manifest), Buffer.from(file), sha256],
    );
    await client.query(
      "insert into platform.plugin_blocks (plugin_id, reason, blocked_by) values ($1, 'Harmful', $2)",
      [id, company.owner.userId],
    );
  });
}

test('a package sent with a key is the company’s, in its maker’s name; sent again it is answered alike', async () => {
  const file = packageOf('1.0.0');
  const first = await send(file);
  expect(first.status).toBe(201);
  expect(first.json).toEqual({
    company: 'Ours',
    pluginId: 'carried',
    version: '1.0.0',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    isUsed: false,
  });
  expect(first.headers.get('ratelimit-remaining')).toBe('599');
  expect(await send(file)).toMatchObject({ status: 201, json: first.json });
  expect(await stored()).toEqual([
    { plugin_id: 'carried', version: '1.0.0', made_by: 'package', created_by: company.owner.userId },
  ]);
  expect((await send(packageOf('1.1.0'), { query: '?use=yes' })).json).toMatchObject({ isUsed: true });
  const { events } = await listAuditEvents(deps(), { scope: scopeOf(company) });
  const published = events.filter(({ action }) => action === 'plugin.version_published');
  expect(published.map(({ detail }) => detail)).toMatchObject([
    { version: '1.1.0', apiKey: 'Build server' },
    { version: '1.0.0', apiKey: 'Build server' },
  ]);
});

test('without a key of the company nothing is taken in, no matter who is signed in in the same browser', async () => {
  const file = packageOf('1.0.0');
  const { id, key: revoked } = await makeKey();
  await revokeApiKey(deps(), { scope: scopeOf(company), apiKeyId: id });
  const { id: expiredId, key: expired } = await makeKey();
  await server.database.asOwner((client) =>
    client.query(
      "update app.api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1",
      [expiredId],
    ),
  );
  const { key: demoted } = await makeKey(company, company.members[0]);
  await server.database.asOwner((client) =>
    client.query("update auth.membership set role = 'reviewer' where company_id = $1 and user_id = $2", [
      company.companyId,
      company.members[0]!.userId,
    ]),
  );
  const cases: [bearer: string, status: number, code: string][] = [
    ['', 401, 'api_key.needed'],
    ['nonsense', 401, 'api_key.not_valid'],
    [`${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`, 401, 'api_key.not_valid'],
    [revoked, 401, 'api_key.revoked'],
    [expired, 401, 'api_key.expired'],
    [demoted, 403, 'role.not_allowed'],
  ];
  for (const [bearer, status, code] of cases) {
    const answer = await send(file, { bearer, headers: server.as(company) });
    expect([bearer, answer.status, answer.json.code]).toEqual([bearer, status, code]);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect(await stored()).toEqual([]);
  expect(server.failures).toEqual([]);
});

test('what the page refuses is refused here: other bytes, strangers, other companies, broken and large files, blocked plugins', async () => {
  await send(packageOf('1.0.0'));
  const blocked = packageOf('1.0.0', { id: 'carried-away' });
  await publishAndBlock(blocked);
  const next = packageOf('2.0.0');
  const [{ key_id: keyId }] = await server.database.asOwner(
    async (client) =>
      (await client.query('select key_id from app.signing_keys where company_id = $1', [company.companyId]))
        .rows,
  );
  const forged = await signPackage(packCarried({ version: '2.0.0' }), { ...(await generateKey()), keyId });
  const tooLarge = new Uint8Array(packageLimits.maxFileBytes + 1);
  const cases: [Promise<Awaited<ReturnType<typeof send>>>, status: number, code: string][] = [
    [send(packageOf('1.0.0', { readme: 'changed' })), 409, 'plugin.version_taken'],
    [send(forged), 422, 'package.tampered'],
    [send(new Uint8Array()), 422, 'package.malformed'],
    [send(new TextEncoder().encode('{"payload":')), 422, 'package.malformed'],
    [send(next.slice(0, -20)), 422, 'package.malformed'],
    [send(next, { query: '?use=perhaps' }), 422, 'request.invalid'],
    [send(packageOf('1.0.0', { id: 'receipt' })), 409, 'plugin.id_taken'],
    [send(blocked, { query: '?use=yes' }), 409, 'plugin.blocked'],
    [send(tooLarge), 413, 'package.too_large'],
    [send(tooLarge, { bearer: 'nonsense' }), 401, 'api_key.not_valid'],
  ];
  for (const [sent, status, code] of cases) {
    const answer = await sent;
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.json.detail).toMatch(/\S/);
  }
  expect(await stored()).toMatchObject([{ plugin_id: 'carried', version: '1.0.0' }]);
  expect(server.failures).toEqual([]);
});

test('a suspended company takes nothing in', async () => {
  await server.database.asOwner((client) =>
    client.query("update app.company_settings set status = 'suspended' where company_id = $1", [
      company.companyId,
    ]),
  );
  expect(await send(packageOf('1.0.0'))).toMatchObject({
    status: 403,
    json: { code: 'company.suspended' },
  });
});

test('the command line publishes a plugin made with it, and says why where it cannot', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readout-publishing-'));
  const command = fileURLToPath(new URL('../../../../packages/cli/bin/readout.js', import.meta.url));
  const readout = (...args: string[]) => {
    const child = spawn(process.execPath, [command, 'plugin', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, READOUT_API_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    return new Promise<{ text: string; status: number | null }>((resolve) =>
      child.on('close', (status) => resolve({ text, status })),
    );
  };
  try {
    expect(await readout('new', 'pallet-note')).toMatchObject({ status: 0 });
    const publish = () => readout('publish', 'pallet-note', '--use', '--to', server.url);
    expect(await publish()).toMatchObject({
      status: 0,
      text: expect.stringContaining('Ours has pallet-note 0.1.0 now and uses it.'),
    });
    expect(await stored()).toMatchObject([{ plugin_id: 'pallet-note', version: '0.1.0' }]);
    await server.database.asOwner((client) =>
      client.query('delete from auth.membership where company_id = $1', [company.companyId]),
    );
    const refused = await publish();
    expect([refused.status, refused.text]).toEqual([1, expect.stringContaining('api_key.maker_gone')]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a key publishes the plugins it names and no others, and switches on only where it is for that, too', async () => {
  expect(await send(packageOf('1.0.0', { id: 'another' }))).toMatchObject({
    status: 403,
    json: { code: 'api_key.not_for_plugin' },
  });
  const { key: publishing } = await makeKey(company, company.owner, ['plugins:publish']);
  const file = packageOf('1.0.0');
  expect(await send(file, { bearer: publishing, query: '?use=yes' })).toMatchObject({
    status: 403,
    json: { code: 'api_key.not_for_this' },
  });
  expect(await stored()).toEqual([]);
  expect((await send(file, { bearer: publishing })).json).toMatchObject({ isUsed: false });
});

test('a reader that has the name of another one that is installed is not switched on', async () => {
  expect((await send(packageOf('1.0.0'), { query: '?use=yes' })).status).toBe(201);
  const imitation = packageOf('1.0.0', { id: 'other' });
  expect(await send(imitation, { query: '?use=yes' })).toMatchObject({
    status: 409,
    json: { code: 'plugin.name_imitates' },
  });
  expect((await stored()).map((row) => row.plugin_id)).toEqual(['carried']);
  expect((await send(imitation)).json).toMatchObject({ isUsed: false });
});
