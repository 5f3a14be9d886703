import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import type { ApiKeyScope } from '@readout/domain/api-keys/rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['admin', 'operator'] });
});

const keyFor = async (scopes: ApiKeyScope[], role = 'admin', of = company) => {
  const { key } = await createApiKey(
    { db: server.database.app },
    { scope: scopeOf(of), apiKey: { name: 'Plugins', scopes, role, days: 30 } },
  );
  return { authorization: `Bearer ${key}` };
};
const ask = async (
  path: string,
  who: Record<string, string>,
  { method = 'GET', body, ifMatch }: { method?: string; body?: object; ifMatch?: string } = {},
) => {
  const answer = await server.fetch(path, who, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(ifMatch ? { 'if-match': ifMatch } : {}),
    },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    etag: answer.headers.get('etag'),
    json: text === '' ? undefined : JSON.parse(text),
  };
};
const install = (who: Record<string, string>, plugin: string) =>
  ask('/installations', who, { method: 'POST', body: { plugin } });
const change = (who: Record<string, string>, plugin: string, body: object, ifMatch?: string) =>
  ask(`/installations/${plugin}`, who, { method: 'PATCH', body, ...(ifMatch ? { ifMatch } : {}) });

test('a key finds a plugin, installs it, sets it up, moves it and takes it off', async () => {
  const key = await keyFor(['plugins:read', 'plugins:write']);
  const found = await ask('/plugins?search=receipt', key);
  expect(found.json.items[0]).toMatchObject({
    plugin: 'receipt',
    isFirstParty: true,
    installedVersion: null,
  });
  expect(found.json.total).toBe(found.json.items.length);

  const made = await install(key, 'receipt');
  expect([made.status, made.json]).toMatchObject([
    201,
    { plugin: 'receipt', isEnabled: true, position: 1, version: found.json.items[0].version },
  ]);
  expect(made.etag).toBe(`"${made.json.revision}"`);
  expect((await install(key, 'receipt')).json.code).toBe('plugin.installed_already');
  expect((await install(key, 'text')).json.position).toBe(2);

  expect((await change(key, 'receipt', { autoConfirm: 0.9 }, made.etag!)).json.autoConfirm).toBe(0.9);
  expect((await change(key, 'receipt', { enabled: false })).json.isEnabled).toBe(false);
  expect((await change(key, 'text', { move: 'up' })).json.position).toBe(1);
  const { items } = (await ask('/installations', key)).json;
  expect(items.map((each: { plugin: string }) => each.plugin)).toEqual(['text', 'receipt']);

  expect((await ask('/installations/receipt', key, { method: 'DELETE' })).status).toBe(204);
  expect((await ask('/installations/receipt', key)).json.code).toBe('plugin.not_installed');
});

test('what was decided about an older revision changes nothing', async () => {
  const key = await keyFor(['plugins:read', 'plugins:write']);
  const { etag } = await install(key, 'receipt');
  await change(key, 'receipt', { enabled: false });
  const late = await change(key, 'receipt', { autoConfirm: 0.8 }, etag!);
  expect([late.status, late.json.code, late.json.revision]).toEqual([412, 'plugin.revision_differs', 2]);
  const gone = await ask('/installations/receipt', key, { method: 'DELETE', ifMatch: etag! });
  expect(gone.status).toBe(412);
  expect((await ask('/installations/receipt', key)).json).toMatchObject({ autoConfirm: null, revision: 2 });
});

test('what makes no sense is refused with its code', async () => {
  const key = await keyFor(['plugins:read', 'plugins:write']);
  await install(key, 'receipt');
  const cases: [answer: ReturnType<typeof ask>, status: number, code: string][] = [
    [change(key, 'receipt', { autoConfirm: 0.1 }), 422, 'plugin.bad_threshold'],
    [change(key, 'receipt', { settings: { nonsense: 1 } }), 422, 'plugin.bad_settings'],
    [change(key, 'receipt', {}), 422, 'request.invalid'],
    [change(key, 'receipt', { enabled: true, autoConfirm: 0.9 }), 422, 'request.invalid'],
    [change(key, 'receipt', { enabled: true }, '"x"'), 422, 'request.invalid'],
    [change(key, 'receipt', { version: { version: '99.0.0' } }), 404, 'plugin.version_not_found'],
    [change(key, 'barcode', { enabled: true }), 404, 'plugin.not_installed'],
    [install(key, 'no-such-plugin'), 404, 'plugin.not_found'],
    [ask('/installations/receipt/roll-back', key, { method: 'POST' }), 409, 'plugin.no_previous_version'],
  ];
  for (const [answer, status, code] of cases) {
    const { status: got, json } = await answer;
    expect([got, json.code]).toEqual([status, code]);
  }
});

test('each address wants its scope, and installing the role for it', async () => {
  const calls: [path: string, method: string, scope: ApiKeyScope, body?: object][] = [
    ['/plugins', 'GET', 'plugins:read'],
    ['/installations', 'GET', 'plugins:read'],
    ['/installations/receipt', 'GET', 'plugins:read'],
    ['/installations', 'POST', 'plugins:write', { plugin: 'receipt' }],
    ['/installations/receipt', 'PATCH', 'plugins:write', { enabled: true }],
    ['/installations/receipt/roll-back', 'POST', 'plugins:write'],
    ['/installations/receipt', 'DELETE', 'plugins:write'],
    ['/usage', 'GET', 'usage:read'],
    ['/views', 'GET', 'captures:read'],
    ['/views', 'POST', 'captures:write', { name: 'Mine', query: '' }],
    ['/views/00000000-0000-4000-8000-000000000000', 'DELETE', 'captures:write'],
  ];
  const scopes = ['plugins:read', 'plugins:write', 'usage:read', 'captures:read', 'captures:write'] as const;
  for (const [path, method, scope, body] of calls) {
    const refused = await ask(path, await keyFor(scopes.filter((each) => each !== scope)), {
      method,
      ...(body ? { body } : {}),
    });
    expect([path, method, refused.status, refused.json.needed]).toEqual([path, method, 403, scope]);
  }
  const [, operator] = company.members;
  const asOperator = server.as(company, operator);
  expect((await ask('/installations', asOperator)).status).toBe(200);
  expect((await install(asOperator, 'receipt')).json.code).toBe('role.not_allowed');
});

test('nothing of another company is seen or changed', async () => {
  const other = await server.database.createCompany();
  await install(server.as(other), 'receipt');
  const key = await keyFor(['plugins:read', 'plugins:write']);
  expect((await ask('/installations', key)).json.items).toEqual([]);
  expect((await change(key, 'receipt', { enabled: false })).json.code).toBe('plugin.not_installed');
  expect((await ask('/installations/receipt', server.as(other))).json.isEnabled).toBe(true);
});

test('what is used of the limits is told, and grows', async () => {
  const key = await keyFor(['usage:read']);
  const before = (await ask('/usage', key)).json;
  expect(before).toMatchObject({
    used: { members: 3, invitations: 0 },
    limits: { members: expect.any(Number) },
  });
  await ask('/invitations', server.as(company), {
    method: 'POST',
    body: { email: 'ada@example.com', role: 'operator' },
  });
  expect((await ask('/usage', key)).json.used.invitations).toBe(1);
});

test('views are kept, listed and deleted; one’s own are nobody else’s', async () => {
  const key = await keyFor(['captures:read', 'captures:write']);
  const save = (who: Record<string, string>, body: object) => ask('/views', who, { method: 'POST', body });
  const mine = await save(key, { name: 'Failed', query: 'state=failed' });
  const shared = await save(key, { name: 'For all', query: 'q=acme', isCompanyWide: true });
  expect([mine.status, shared.status]).toEqual([201, 201]);
  expect((await save(key, { name: '', query: '' })).json.code).toBe('view.bad_name');
  const [, operator] = company.members;
  const theirs = await ask('/views', server.as(company, operator));
  expect(theirs.json.items).toMatchObject([{ id: shared.json.id, name: 'For all', isOwn: false }]);
  const remove = (id: string, who: Record<string, string>) => ask(`/views/${id}`, who, { method: 'DELETE' });
  expect((await remove(shared.json.id, server.as(company, operator))).json.code).toBe('view.not_found');
  expect((await remove(mine.json.id, server.as(await server.database.createCompany()))).status).toBe(404);
  expect((await remove(mine.json.id, key)).status).toBe(204);
  expect((await ask('/views', key)).json.items).toMatchObject([{ id: shared.json.id }]);
});
