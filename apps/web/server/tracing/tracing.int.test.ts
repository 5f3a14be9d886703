import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWholeServer, type WholeServer } from '../testing/whole-server.ts';
import { failed, inSpan } from './in-span.ts';
import { startTracing } from './start-tracing.ts';

interface SentSpan {
  name: string;
  traceId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}

const sent: { resource: string; spans: SentSpan[] }[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { resource: unknown; scopeSpans: { spans: SentSpan[] }[] }[];
    };
    for (const { resource, scopeSpans } of resourceSpans)
      sent.push({ resource: JSON.stringify(resource), spans: scopeSpans.flatMap(({ spans }) => spans) });
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
  });
});
let server: WholeServer;

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  server = await startWholeServer();
});
afterAll(async () => {
  await server.close();
  collector.close();
});

const tracing = () =>
  startTracing({
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    share: 1,
    serviceName: 'readout',
    version: '1.2.3',
    processId: 'p',
    role: 'web',
  });

test('a request is a span of its caller’s trace, by its pattern, and says nothing about who asked for what', async () => {
  const { stop } = tracing();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await fetch(`${server.origin}/api/v1/captures/0192aaaa-0000-7000-8000-000000000001?q=secret`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, authorization: 'Bearer secret' },
  });
  await inSpan('read page', { kind: 'job' }, async (span) => failed(span, 'image.damaged'));
  await expect(
    inSpan('deliver', { kind: 'client' }, () => Promise.reject(new TypeError('secret'))),
  ).rejects.toThrow('secret');
  await stop();
  const spans = sent.flatMap((each) => each.spans);
  const request = spans.find(({ traceId: id }) => id === traceId);
  expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7' });
  expect(request?.name).toMatch(/^GET \/api\/v1\/captures\/:/);
  expect(request?.attributes.map(({ key }) => key).toSorted()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'readout.request_id',
  ]);
  expect(spans.find(({ name }) => name === 'read page')).toMatchObject({
    status: { code: 2 },
    attributes: [{ key: 'error.type', value: { stringValue: 'image.damaged' } }],
  });
  expect(JSON.stringify(sent)).not.toMatch(/secret|0192aaaa/);
  expect(sent[0]?.resource).toContain('1.2.3');
});

test('where no traces are sent everything works as before, and a collector that is away holds up nobody', async () => {
  expect(await inSpan('read page', { kind: 'job' }, async () => 'read')).toBe('read');
  const { stop } = startTracing({
    endpoint: 'http://127.0.0.1:9',
    share: 1,
    serviceName: 'readout',
    version: '1',
    processId: 'p',
    role: 'web',
  });
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.origin}/`)).status).toBe(200);
  await stop();
});
