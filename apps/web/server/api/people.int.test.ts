import { randomUUID } from 'node:crypto';
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
    { scope: scopeOf(of), apiKey: { name: 'People', scopes, role, days: 30 } },
  );
  return { authorization: `Bearer ${key}` };
};
const ask = async (path: string, who: Record<string, string>, method = 'GET', body?: object) => {
  const answer = await server.fetch(path, who, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
};

test('a key lists members, invites, sees the invitation and withdraws it; the audit list says so', async () => {
  const key = await keyFor(['members:read', 'members:write', 'audit:read']);
  const { items } = (await ask('/members', key)).json;
  expect(items.map(({ role }: { role: string }) => role).toSorted()).toEqual(['admin', 'operator', 'owner']);

  const invited = await ask('/invitations', key, 'POST', { email: 'ada@example.com', role: 'reviewer' });
  expect([invited.status, Object.keys(invited.json).toSorted()]).toEqual([201, ['expiresAt', 'id']]);
  const listed = async () => (await ask('/invitations', key)).json.items;
  expect(await listed()).toMatchObject([{ id: invited.json.id, email: 'ada@example.com', state: 'open' }]);
  expect((await ask(`/invitations/${invited.json.id}`, key, 'DELETE')).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect((await ask(`/invitations/${invited.json.id}`, key, 'DELETE')).json.code).toBe(
    'invitation.not_found',
  );

  const first = await ask('/audit-events?group=invitation&limit=1', key);
  expect(first.json.items).toMatchObject([{ action: 'invitation.withdrawn', subjectId: invited.json.id }]);
  const second = await ask(`/audit-events?group=invitation&limit=1&cursor=${first.json.nextCursor}`, key);
  expect(second.json).toMatchObject({ items: [{ action: 'invitation.made' }] });
  expect(second.json.nextCursor).toBeUndefined();
});

test('a key invites nobody to its own role or above, and what makes no sense is refused', async () => {
  const key = await keyFor(['members:write']);
  const invite = (body: object) => ask('/invitations', key, 'POST', body);
  for (const role of ['admin', 'owner'])
    expect((await invite({ email: 'eve@example.com', role })).status).toBe(403);
  expect((await invite({ email: 'eve', role: 'operator' })).json.code).toBe('invitation.bad_input');
  expect((await invite({ email: 'eve@example.com', role: 'emperor' })).json.code).toBe('request.invalid');
  expect((await invite({ email: 'eve@example.com', role: 'operator', days: 400 })).json.code).toBe(
    'request.invalid',
  );
});

test('each address wants its scope and its role', async () => {
  const addresses: [path: string, method: string, scope: ApiKeyScope][] = [
    ['/members', 'GET', 'members:read'],
    ['/invitations', 'GET', 'members:read'],
    ['/invitations', 'POST', 'members:write'],
    [`/invitations/${randomUUID()}`, 'DELETE', 'members:write'],
    ['/audit-events', 'GET', 'audit:read'],
  ];
  for (const [path, method, scope] of addresses) {
    const others = (['members:read', 'members:write', 'audit:read'] as const).filter(
      (each) => each !== scope,
    );
    const refused = await ask(path, await keyFor([...others]), method);
    expect([path, method, refused.status, refused.json.needed]).toEqual([path, method, 403, scope]);
  }
  const [, operator] = company.members;
  const asOperator = server.as(company, operator);
  expect((await ask('/members', asOperator)).json.items).toMatchObject([{ userId: operator!.userId }]);
  for (const path of ['/invitations', '/audit-events'])
    expect((await ask(path, asOperator)).json.code).toBe('role.not_allowed');
});

test('nothing of another company is seen or withdrawn', async () => {
  const other = await server.database.createCompany();
  const theirs = await ask('/invitations', server.as(other), 'POST', {
    email: 'bob@example.com',
    role: 'operator',
  });
  expect(theirs.status).toBe(201);
  const key = await keyFor(['members:read', 'members:write', 'audit:read']);
  expect((await ask(`/invitations/${theirs.json.id}`, key, 'DELETE')).status).toBe(404);
  expect((await ask('/invitations', key)).json.items).toEqual([]);
  expect((await ask(`/audit-events?subject=${theirs.json.id}`, key)).json.items).toEqual([]);
  expect((await ask('/invitations', server.as(other))).json.items).toHaveLength(1);
});
