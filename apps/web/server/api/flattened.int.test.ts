import type { TestCompany } from '@readout/database/testing';
import { beginReading } from '@readout/domain/captures/begin-reading';
import { saveReading } from '@readout/domain/captures/save-reading';
import type { Quad, Reading } from '@readout/image-reader';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let who: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.database.createCompany({ members: ['operator', 'reviewer'] });
  who = server.as(company);
});
afterAll(() => server.close());

/** A card twice as wide as high, red in its top left quarter, seen from straight above but turned by 10 degrees. */
const corners: Quad = [
  [160, 80],
  [554, 149],
  [520, 346],
  [126, 277],
];
async function photograph(): Promise<Buffer> {
  const [[x, y], right, bottom, left] = corners;
  const middle = (a: readonly number[], b: readonly number[]) => [(a[0]! + b[0]!) / 2, (a[1]! + b[1]!) / 2];
  const quarter = [[x, y], middle(corners[0], right), middle(corners[0], bottom), middle(corners[0], left)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="680" height="440"><rect width="680" height="440" fill="#31473f"/>
    <polygon points="${corners}" fill="#eee"/><polygon points="${quarter}" fill="#d22"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
}

async function capture(as = who): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([(await photograph()) as Uint8Array<ArrayBuffer>]), 'Card 1.jpg');
  const answer = await server.fetch('/captures', as, { method: 'POST', body: form });
  return (await answer.json()).capture.id;
}
async function read(captureId: string, quad?: Quad): Promise<void> {
  const of = { companyId: company.companyId, captureId };
  await server.database.asOwner((client) =>
    client.query("update app.captures set state = 'received' where id = $1", [captureId]),
  );
  await beginReading({ db: server.database.app }, of);
  const reading: Reading = {
    page: { number: 1, of: 1, width: 680, height: 440, rotation: 0, ...(quad ? { quad } : {}) },
    lines: [],
    barcodes: [],
    quality: { sharpness: 1, brightness: 1, contrast: 1, glare: 0 },
    languages: ['en'],
    engine: { version: '0.1.0', parts: {} },
    timings: { decode: 1, barcodes: 1, text: 1 },
  };
  const result = { reading, records: [], runs: [], pinned: [] };
  await saveReading(
    { db: server.database.app, queue: server.queue, plugins: server.plugins },
    { ...of, result },
  );
}
const flattened = (id: string, as = who, init: RequestInit = {}) =>
  server.fetch(`/captures/${id}/flattened`, as, init);
const kept = async () => {
  const keys: string[] = [];
  for await (const { key } of server.store.list('')) if (key.endsWith('.flattened.webp')) keys.push(key);
  return keys;
};

test('the document comes upright, in its own shape and cut to its corners, made once and kept', async () => {
  const id = await capture();
  await read(id, corners);
  expect(await kept()).toEqual([]);
  // Ten at the same time, as a page with several tabs asks.
  const answers = await Promise.all(Array.from({ length: 10 }, () => flattened(id)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
  const answer = answers[0]!;
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(await kept()).toHaveLength(1);
  const picture = sharp(await answer.arrayBuffer());
  const { width = 0, height = 0 } = await picture.metadata();
  expect(width / height).toBeCloseTo(2, 1);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const at = (u: number, v: number) => {
    const offset = (Math.floor(v * info.height) * info.width + Math.floor(u * info.width)) * info.channels;
    return [...data.subarray(offset, offset + 3)];
  };
  const [red, green] = at(0.2, 0.2);
  expect(red! - green!).toBeGreaterThan(100);
  for (const [u, v] of [
    [0.02, 0.98],
    [0.98, 0.98],
    [0.98, 0.03],
    [0.7, 0.2],
  ] as const)
    expect(Math.min(...at(u, v))).toBeGreaterThan(200);
  const etag = answer.headers.get('etag')!;
  expect((await flattened(id, who, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const download = await server.fetch(`/captures/${id}/flattened?download`, who);
  expect(download.headers.get('content-disposition')).toContain('filename="Card 1 flattened.webp"');
});

test('where no edges were made out it says so, and the original stays as it came', async () => {
  const id = await capture();
  expect(await (await flattened(id)).json()).toMatchObject({ status: 404, code: 'capture.no_document' });
  await read(id);
  expect(await (await flattened(id)).json()).toMatchObject({ status: 404, code: 'capture.no_document' });
  const original = await (await server.fetch(`/captures/${id}/original`, who)).arrayBuffer();
  expect(Buffer.from(original).equals(await photograph())).toBe(true);
});

test('another company, or an operator who did not capture it, learns nothing', async () => {
  const id = await capture();
  await read(id, corners);
  const [operator, reviewer] = company.members;
  const stranger = server.as(await server.database.createCompany());
  for (const as of [stranger, server.as(company, operator)])
    expect(await (await flattened(id, as)).json()).toMatchObject({ status: 404, code: 'capture.not_found' });
  expect((await flattened(id, {})).status).toBe(401);
  expect((await flattened(id, server.as(company, reviewer))).status).toBe(200);
  // Kept by now: still nothing for the others.
  expect((await flattened(id, stranger)).status).toBe(404);
});

test('corners that make no sense are none, and the server goes on', async () => {
  const id = await capture();
  await read(id, [
    [-1e9, -1e9],
    [1e9, -1e9],
    [1e9, 1e9],
    [-1e9, 1e9],
  ]);
  expect(await (await flattened(id)).json()).toMatchObject({ code: 'capture.no_document' });
  await server.database.asOwner((client) =>
    client.query(
      `update app.readings set content = jsonb_set(content, '{page,quad}', '[[1,2],["x",2],[3,4],[5]]') where capture_id = $1`,
      [id],
    ),
  );
  expect(await (await flattened(id)).json()).toMatchObject({ code: 'capture.no_document' });
  expect(server.failures).toEqual([]);
});

test('bytes that are gone are told as such', async () => {
  const id = await capture();
  await read(id, corners);
  for await (const { key } of server.store.list('')) await server.store.delete(key);
  expect(await (await flattened(id)).json()).toMatchObject({ status: 503, code: 'capture.bytes_missing' });
  expect(server.failures).toEqual([]);
});
