import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { apiKeyScopeNames } from '@readout/domain/api-keys/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

interface Operation {
  path: string;
  method: string;
  /** Ways in; empty where everybody may. */
  ways: string[];
}

let server: TestServer;
let company: TestCompany;
let withKey: Record<string, string>;
let operations: Operation[];
beforeAll(async () => {
  server = await startTestServer();
  company = await server.database.createCompany();
  const { key } = await createApiKey(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      apiKey: { name: 'All', scopes: apiKeyScopeNames, plugins: 'carried', role: 'admin', days: 30 },
    },
  );
  withKey = { authorization: `Bearer ${key}` };
  const { paths } = await (await server.fetch('/openapi.json', {})).json();
  operations = Object.entries<Record<string, { security: Record<string, unknown>[] }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({
        path,
        method: method.toUpperCase(),
        ways: security.flatMap((way) => Object.keys(way)),
      })),
  );
});
afterAll(() => server?.close());

const ask = async (
  { path, method }: Pick<Operation, 'path' | 'method'>,
  query: string,
  who: Record<string, string>,
) => {
  const hasBody = method === 'POST' || method === 'PATCH';
  const answer = await server.fetch(`${path.replaceAll(/\{\w+\}/g, 'no-such-id')}${query}`, who, {
    method,
    // Of another media type, no JSON, and more than any JSON may have.
    ...(hasBody ? { headers: { 'content-type': 'text/x-other' }, body: '{'.repeat(300 * 1024) } : {}),
  });
  const text = await answer.text();
  const { code, detail } = text === '' ? {} : JSON.parse(text);
  return { status: answer.status, code, detail, signIn: answer.headers.get('www-authenticate') };
};

test('a stranger is told to sign in by every operation, whatever else is wrong with the request', async () => {
  const closed = operations.filter(({ ways }) => ways.length > 0);
  expect(closed.length).toBeGreaterThan(50);
  for (const operation of closed) {
    for (const query of ['?nonsense=1', '?limit=%00', '?limit=-1&from=x&place=nowhere']) {
      const { status, code, signIn } = await ask(operation, query, {});
      const where = `${operation.method} ${operation.path}${query}`;
      expect([where, status, signIn]).toEqual([where, 401, expect.stringContaining('Bearer')]);
      if (operation.method !== 'HEAD')
        expect([where, code]).toEqual([
          where,
          operation.ways.includes('session') ? 'sign_in.needed' : 'api_key.needed',
        ]);
    }
  }
  expect(await ask({ method: 'GET', path: '/records/%00' }, '', {})).toMatchObject({ status: 401 });
  expect(await ask({ method: 'GET', path: '/no-such-address' }, '', {})).toMatchObject({ status: 404 });
});

test('a parameter that an operation does not know is refused by its name, on every operation', async () => {
  for (const operation of operations) {
    const who =
      operation.ways.includes('session') || operation.ways.length === 0 ? server.as(company) : withKey;
    const { status, code } = await ask(operation, '?nonsense=1', who);
    const where = `${operation.method} ${operation.path}`;
    expect([where, status]).toEqual([where, 422]);
    if (operation.method !== 'HEAD') expect([where, code]).toEqual([where, 'request.unknown_parameter']);
  }
});

test('the parameter that was probably meant is named', async () => {
  const refused = (query: string) => ask({ method: 'GET', path: '/export' }, query, withKey);
  expect((await refused('?tpye=invoice')).detail).toBe(
    'There is no parameter “tpye” here: did you mean “type”?',
  );
  expect((await refused('?created_by=me')).detail).toContain('“createdBy”');
  expect((await refused('?format=csv&colour=')).detail).toBe('There is no parameter “colour” here.');
});

test('what every operation may be told is no parameter of its own: the company of the page', async () => {
  const asked = `?limit=1&readout-company=${company.companyId}`;
  expect((await ask({ method: 'GET', path: '/captures' }, asked, server.as(company))).status).toBe(200);
});

test('a key is told to sign in where only people may, before its request is looked at', async () => {
  const forPeople = operations.filter(({ ways }) => ways.length > 0 && !ways.includes('apiKey'));
  expect(forPeople.length).toBeGreaterThan(3);
  for (const operation of forPeople)
    expect(await ask(operation, '?nonsense=1', withKey)).toMatchObject({
      status: 403,
      code: 'api_key.sign_in_instead',
    });
});
