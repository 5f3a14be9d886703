import { readFileSync } from 'node:fs';
import type { Gauges } from '@readout/domain/platform/read-gauges';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { answerMetrics } from './metrics-app.ts';
import { createPageRoutes } from './page-routes.ts';

const gauges: Gauges = {
  companies: 1000,
  suspendedCompanies: 1,
  users: 3000,
  storage: { objects: 86, bytes: 1e9, countedAt: null },
  queue: { waiting: 7, reading: 2, oldestSeconds: 40 },
  database: {
    bytes: 1e9,
    version: '18',
    connections: 20,
    maxConnections: 57,
    startedAt: '2026-01-01T00:00:00Z',
  },
  mails: { waiting: 0, withoutSmtp: 0, failed: 0, oldestWaitingAt: null },
  deliveries: { targets: 3, paused: 1, failing: 1, waiting: 4, oldestWaitingAt: null, failed: 2 },
  workers: { alive: 2, held: 1 },
};
const make = (readGauges: () => Promise<Gauges> = async () => gauges) =>
  createMetrics({ version: '1.0.0', role: 'all', readGauges, disk: { look: async () => [] } });
const linesOf = async (metrics: ReturnType<typeof make>) => (await metrics.read()).text.split('\n');

test('requests are counted by what is bounded: a known method, a pattern and the class of the status', async () => {
  const metrics = make();
  for (let index = 0; index < 50; index++)
    metrics.request({
      method: `M${index}`,
      route: '/api/v1/captures/:id',
      status: 200 + index,
      seconds: 0.02,
    });
  const counts = (await linesOf(metrics)).filter((line) =>
    line.startsWith('readout_http_request_duration_seconds_count'),
  );
  expect(counts).toEqual([
    'readout_http_request_duration_seconds_count{method="other",route="/api/v1/captures/:id",status="2xx"} 50',
  ]);
});

test('queue, deliveries, store, database and readers are numbers, and nothing in them names a company', async () => {
  const metrics = make();
  metrics.readersAre({ memoryBytes: async () => 700e6 });
  metrics.reading('read');
  const lines = await linesOf(metrics);
  expect(lines).toEqual(
    expect.arrayContaining([
      'readout_queue_waiting 7',
      'readout_queue_oldest_seconds 40',
      'readout_deliveries_failed 2',
      'readout_store_bytes 1000000000',
      'readout_database_up 1',
      'readout_workers_held 1',
      'readout_reader_memory_bytes 700000000',
      'readout_readings_total{outcome="read"} 1',
      'readout_readings_total{outcome="failed"} 0',
    ]),
  );
  expect(lines.filter((line) => /company_id|email/.test(line))).toEqual([]);
});

test('without its database a process still says how it is, and that the database is away', async () => {
  const lines = await linesOf(make(() => Promise.reject(new Error('refused'))));
  expect(lines).toContain('readout_database_up 0');
  expect(lines.filter((line) => line.startsWith('readout_queue_waiting '))).toEqual([]);
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
});

test('metrics are for those with the token alone', async () => {
  const token = 'a-token-of-more-than-thirty-two-characters';
  const app = new Hono().get('/metrics', answerMetrics(make(), token));
  const ask = async (authorization?: string) =>
    (await app.request('/metrics', authorization ? { headers: { authorization } } : {})).status;
  expect(await ask()).toBe(401);
  expect(await ask('Bearer guessed')).toBe(401);
  expect(await ask(`Bearer ${token} `)).toBe(200);
  expect(await ask(`Bearer ${token}x`)).toBe(401);
});

test('the dashboard asks for nothing that is not measured', async () => {
  const metrics = make();
  metrics.request({ method: 'GET', route: '/app', status: 200, seconds: 0.1 });
  const { text } = await metrics.read();
  const dashboard = readFileSync(
    new URL('../../../../docs/deploy/grafana-dashboard.json', import.meta.url),
    'utf8',
  );
  const asked = new Set(dashboard.match(/\b(readout|process|nodejs)_[a-z_]+/g));
  expect([...asked].filter((name) => !text.includes(name))).toEqual([]);
  expect(asked.size).toBeGreaterThan(15);
});

test('the address of a page is told by its pattern', () => {
  const routes = {
    root: { id: 'root', path: '', module: undefined as never },
    admin: { id: 'admin', parentId: 'root', path: 'admin', module: undefined as never },
    health: { id: 'health', parentId: 'admin', index: true, module: undefined as never },
    company: { id: 'company', parentId: 'admin', path: 'company/:id', module: undefined as never },
  };
  const of = createPageRoutes(routes);
  expect(of('/admin')).toBe('/admin');
  expect(of('/admin/company/0a')).toBe('/admin/company/:id');
  expect(of('/wp-login.php')).toBeUndefined();
});
