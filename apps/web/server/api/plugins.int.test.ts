import type { TestCompany } from '@readout/database/testing';
import { generateKey, type SigningKey, signPackage } from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packCarried } from '../testing/carried-plugin.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let key: SigningKey;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['admin', 'reviewer'] });
  key = await generateKey();
});

const packageOf = (version: string, readme = '') => packCarried({ version, readme });

const send = (body: Uint8Array, query = '', who = server.as(company)) =>
  server.fetch(`/plugins${query}`, who, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: body.slice(),
  });
const stored = () =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query(
      'select version, made_by from app.plugin_versions where company_id = $1 order by version',
      [company.companyId],
    );
    return rows;
  });
const installed = () =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query(
      "select version, source from app.installations where company_id = $1 and plugin_id = 'carried'",
      [company.companyId],
    );
    return rows;
  });

test('a package becomes the company’s, no matter who signed it, twice is once, and is used when one says so', async () => {
  const file = await signPackage(packageOf('1.0.0'), key);
  const answer = await send(file);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ source: 'company', pluginId: 'carried', version: '1.0.0' });
  expect((await send(file)).status).toBe(201);
  expect([await stored(), await installed()]).toEqual([[{ version: '1.0.0', made_by: 'package' }], []]);
  expect((await send(await signPackage(packageOf('1.1.0'), key), '?use=yes')).status).toBe(201);
  expect(await installed()).toEqual([{ version: '1.1.0', source: 'company' }]);
});

test('other bytes under a version, broken files and reviewers are refused, and nothing is kept', async () => {
  await send(await signPackage(packageOf('1.0.0'), key));
  const next = await signPackage(packageOf('2.0.0'), key);
  const cases: [file: Uint8Array, who: Record<string, string>, status: number, code: string][] = [
    [await signPackage(packageOf('1.0.0', 'changed'), key), server.as(company), 409, 'plugin.version_taken'],
    [new TextEncoder().encode('{}'), server.as(company), 422, 'package.malformed'],
    [next, server.as(company, company.members[1]), 403, 'role.not_allowed'],
  ];
  for (const [file, who, status, code] of cases) {
    const answer = await send(file, '', who);
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
  }
  expect(await stored()).toEqual([{ version: '1.0.0', made_by: 'package' }]);
  expect(server.failures).toEqual([]);
});
