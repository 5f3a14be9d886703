import { randomUUID } from 'node:crypto';
import type { TestCompany } from '@readout/database/testing';
import { requestExport } from '@readout/domain/exports/request-export';
import { capture, everything } from '@readout/domain/testing/arrange';
import { createWatch } from '@readout/domain/watches/create-watch';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import type { ApiDeps } from './api-deps.ts';
import { createApi, describeApi } from './app.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

let server: TestServer;
let company: TestCompany;
let captureId: string;
let watchId: string;
let exportId: string;
let paths: Record<string, Record<string, Operation>>;
let components: object;
const sampleId = randomUUID();
beforeAll(async () => {
  server = await startTestServer();
  company = await server.database.createCompany();
  ({ captureId } = await capture(server, scopeOf(company)));
  await capture(server, scopeOf(company), { unread: true });
  ({ id: watchId } = await createWatch(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      settings: {
        name: 'Boiler',
        sourceKind: 'screen',
        regionProfileId: null,
        place: { frame: { width: 640, height: 480 }, region: { x: 0, y: 0, width: 90, height: 30 } },
        reads: { kind: 'number', unit: '°C', max: 200 },
        intervalMs: 1000,
        low: null,
        high: 90,
        maxRate: null,
        ratePerMs: null,
        direction: 'any',
        lostAfter: 5,
        keepDays: null,
      },
    },
  ));
  const takenAt = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
  const sample = { takenAt: takenAt(3), value: 80, text: '80', confidence: 0.9 };
  const sent = await server.fetch(`/watches/${watchId}/samples`, server.as(company), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sentAt: takenAt(0),
      run: { id: randomUUID(), device: 'Test', state: 'running' },
      samples: [
        { ...sample, id: sampleId },
        { ...sample, id: randomUUID(), takenAt: takenAt(2), value: 500 },
        { ...sample, id: randomUUID(), takenAt: takenAt(1), value: 95 },
      ],
    }),
  });
  expect(sent.status).toBe(200);
  ({ id: exportId } = await requestExport(
    { db: server.database.app },
    { scope: scopeOf(company), filter: {}, format: 'json', shape: everything },
  ));
  const post = (path: string, body: object) =>
    server.fetch(path, server.as(company), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/webhooks', { url: 'https://example.com/', events: ['record.confirmed'] });
  const { items } = await (await server.fetch(`/records?capture=${captureId}`, server.as(company))).json();
  await post(`/records/${items[0].id}/confirm`, {});
  const description = await (await server.fetch('/openapi.json', {})).json();
  ({ paths, components } = description);
});
afterAll(() => server?.close());

const operations = () =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('every address is described: its name, what it is about, and who may ask', () => {
  const { uploadsFolder } = server;
  const api = createApi({ uploadsFolder, stopping: AbortSignal.abort() } as ApiDeps);
  const described = Object.keys(describeApi(api).paths ?? {});
  expect(described).toEqual(Object.keys(paths));
  const addresses = api.routes
    // What takes a second argument passes on, and answers nothing itself; the last one answers what is not there.
    .filter(({ handler, path }) => handler.length < 2 && path !== '/*' && path !== '*')
    .map(({ method, path }) => ({ method: method.toLowerCase(), path: path.replaceAll(/:(\w+)/g, '{$1}') }));
  expect(addresses.length).toBeGreaterThan(35);
  const missing = addresses.filter(({ method, path }) =>
    method === 'all'
      ? !described.some((known) => known.replace(/\{\w+\}$/, '*') === path)
      : !paths[path]?.[method],
  );
  expect(missing).toEqual([]);

  for (const { path, method, operation } of operations()) {
    const where = `${method} ${path}`;
    expect([where, operation.operationId]).toEqual([where, expect.stringMatching(/^[a-z][A-Za-z]+$/)]);
    expect([where, operation.summary, operation.description]).toEqual([
      where,
      expect.stringMatching(/\S/),
      expect.stringMatching(/\.$/),
    ]);
    expect([where, operation.tags?.length, operation.security]).toEqual([where, 1, expect.any(Array)]);
    if (path !== '/openapi.json')
      expect([where, Object.keys(operation.responses.default?.content ?? {})]).toEqual([
        where,
        ['application/problem+json'],
      ]);
  }
  // Not everywhere it is used because it is somewhere.
  const { schemas } = components as { schemas: Record<string, { type?: unknown }> };
  expect(Object.keys(schemas).filter((name) => [schemas[name]?.type].flat().includes('null'))).toEqual([]);
  const names = operations().map(({ operation }) => operation.operationId);
  expect(names.length).toBe(new Set(names).size);
});

test('answers are what is described, no member more and none less', async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(closed({ components }) as object, 'api');
  const [record] = (await (await server.fetch('/records', server.as(company))).json()).items;
  const deliveries = await (await server.fetch('/deliveries', server.as(company))).json();
  const ids: Record<string, string> = {
    deliveries: deliveries.items[0].id,
    captures: captureId,
    records: record.id,
    watches: watchId,
    exports: exportId,
  };
  await server.fetch('/installations', server.as(company), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plugin: 'receipt' }),
  });
  const now = Date.now();
  const period = `?from=${new Date(now - 60_000).toISOString()}&to=${new Date(now + 60_000).toISOString()}`;
  const asked = operations().filter(
    ({ method, path, operation }) =>
      method === 'get' && path !== '/openapi.json' && operation.responses[200]?.content?.['application/json'],
  );
  expect(asked.length).toBeGreaterThan(10);
  for (const { path, operation } of asked) {
    if (operation.responses[200]!.content!['text/csv']) continue;
    const address = path
      .replace(/^\/(\w+)\/\{id\}/, (_, kind: string) => `/${kind}/${ids[kind]}`)
      .replace('{plugin}', 'receipt');
    const response = await server.fetch(
      `${address}${path.endsWith('/series') ? period : path === '/events' ? '?after=0' : ''}`,
      server.as(company),
    );
    const body = await response.json();
    expect([path, response.status, body.code]).toEqual([path, 200, undefined]);
    const validate = ajv.compile(
      closed(operation.responses[200]!.content!['application/json']!.schema) as object,
    );
    validate(body);
    expect([path, validate.errors ?? []]).toEqual([path, []]);
  }
  const refused = await server.fetch(`/captures/${randomUUID()}`, server.as(company));
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
  const isProblem = ajv.compile({ $ref: 'api#/components/schemas/Problem' });
  isProblem(await refused.json());
  expect(isProblem.errors ?? []).toEqual([]);
  expect(server.failures).toEqual([]);
});

/** Members that are not described are errors, but where any may be. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'api#') : closed(value),
    ]),
  );
  return inner.type === 'object' && inner.properties && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}
