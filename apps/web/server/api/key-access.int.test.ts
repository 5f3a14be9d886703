import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { type ApiKeyScope, apiKeyScopeNames } from '@readout/domain/api-keys/rules';
import { capture, receipt } from '@readout/domain/testing/arrange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let captureId: string;
beforeAll(async () => {
  server = await startTestServer();
  company = await server.database.createCompany({ members: ['admin'] });
  ({ captureId } = await capture(server, scopeOf(company), { records: [receipt({ total: '12.50' })] }));
});
afterAll(() => server?.close());

const keyFor = async (
  scopes: readonly ApiKeyScope[],
  more: { role?: string; addressRanges?: string } = {},
) => {
  const plugins = scopes.includes('plugins:publish') ? 'carried' : '';
  const { key } = await createApiKey(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      apiKey: { name: 'Program', scopes, plugins, role: 'admin', days: 30, ...more },
    },
  );
  return { authorization: `Bearer ${key}` };
};
const ask = async (path: string, who: Record<string, string>, init?: RequestInit) => {
  const answer = await server.fetch(path, who, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, code: /"code":"([^"]+)"/.exec(text)?.[1], text };
};

test('a key reaches what it is for and nothing else, no matter who is signed in beside it', async () => {
  const opens: [path: string, method: string, scope: ApiKeyScope][] = [
    ['/captures', 'GET', 'captures:read'],
    [`/captures/${captureId}`, 'GET', 'captures:read'],
    [`/captures/${captureId}/thumbnail`, 'GET', 'captures:read'],
    [`/captures/${captureId}/reread`, 'POST', 'captures:write'],
    ['/uploads', 'POST', 'captures:write'],
    ['/export', 'GET', 'exports:read'],
    ['/exports', 'POST', 'exports:read'],
    [`/exports/${captureId}`, 'GET', 'exports:read'],
    [`/exports/${captureId}/file`, 'GET', 'exports:read'],
    ['/watches', 'GET', 'watches:read'],
    [`/watches/${captureId}/alarms`, 'GET', 'watches:read'],
    [`/watches/${captureId}/samples`, 'POST', 'watches:write'],
    ['/plugin-packages', 'POST', 'plugins:publish'],
  ];
  for (const [path, method, scope] of opens) {
    const others = await keyFor(apiKeyScopeNames.filter((name) => name !== scope));
    const refused = await ask(path, { ...others, ...server.as(company) }, { method });
    expect([path, refused.status, refused.code, refused.text]).toEqual([
      path,
      403,
      'api_key.not_for_this',
      expect.stringContaining(`"needed":"${scope}"`),
    ]);
    const reached = await ask(path, await keyFor([scope]), { method });
    expect([path, reached.status < 500 && reached.code !== 'api_key.not_for_this', reached.code]).toEqual([
      path,
      true,
      reached.code,
    ]);
    expect(reached.headers.get('ratelimit-remaining')).toBe('599');
  }
  expect(server.failures).toEqual([]);
});

test('what is for people alone is refused to every key', async () => {
  const all = await keyFor(apiKeyScopeNames);
  for (const [path, method] of [
    ['/live', 'GET'],
    ['/device/queue-key', 'GET'],
    ['/device/readers', 'GET'],
    ['/plugins', 'POST'],
  ] as const) {
    const { status, code } = await ask(path, { ...all, ...server.as(company) }, { method });
    expect([path, status === 403 || status === 401, code]).toEqual([
      path,
      true,
      expect.stringMatching(/^(api_key\.sign_in_instead|sign_in\.needed)$/),
    ]);
  }
});

test('a key has the role it was made with, and is another company’s nowhere', async () => {
  const operator = await keyFor(['captures:read'], { role: 'operator' });
  expect((await ask(`/captures/${captureId}`, operator)).status).toBe(200);
  const other = await server.database.createCompany();
  const { captureId: theirs } = await capture(server, scopeOf(other), { records: [] });
  const mine = await keyFor(['captures:read']);
  expect(await ask(`/captures/${theirs}`, mine)).toMatchObject({ status: 404, code: 'capture.not_found' });
  expect(
    await ask('/captures', { ...mine, 'readout-company': other.companyId, ...server.as(other) }),
  ).toMatchObject({ status: 409, code: 'company.other' });
});

test('a key for other addresses is refused, one that is none is not helped by a cookie', async () => {
  const elsewhere = await keyFor(['captures:read'], { addressRanges: '192.0.2.0/24' });
  expect(await ask('/captures', elsewhere)).toMatchObject({ status: 403, code: 'api_key.other_address' });
  const here = await keyFor(['captures:read'], { addressRanges: '127.0.0.0/8' });
  expect((await ask('/captures', here)).status).toBe(200);
  expect(await ask('/captures', { ...server.as(company), authorization: 'Bearer nonsense' })).toMatchObject({
    status: 401,
    code: 'api_key.not_valid',
  });
  // Another scheme is a proxy's business.
  expect((await ask('/captures', { ...server.as(company), authorization: 'Basic eDp5' })).status).toBe(200);
});
