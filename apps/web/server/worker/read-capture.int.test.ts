import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestCompany } from '@readout/database/testing';
import { retryFailed } from '@readout/domain/captures/retry-failed';
import { getCompanySettings } from '@readout/domain/companies/get-company-settings';
import { updateCompanySettings } from '@readout/domain/companies/update-company-settings';
import { blockPlugin } from '@readout/domain/platform/block-plugin';
import { getPlatformState } from '@readout/domain/platform/platform-state';
import { setReadOnly } from '@readout/domain/platform/set-read-only';
import { unblockPlugin } from '@readout/domain/platform/unblock-plugin';
import { editField } from '@readout/domain/records/edit-field';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePdf } from '../testing/documents.ts';
import { makeJpeg } from '../testing/pictures.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { keepHouse } from './house-keeping.ts';
import { startWorker } from './start-worker.ts';

let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
let company: TestCompany;
let who: Record<string, string>;
const logged: Record<string, unknown>[] = [];
const processId = randomUUID();
// Reading takes a second a page on a free core, several where everything runs at once.
beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker({
    deps: {
      db: server.database.app,
      platform: server.database.platform,
      store: server.store,
      originals: server.originals,
      queue: server.queue,
      plugins: server.plugins,
      versions: server.versions,
    },
    concurrency: 1,
    threads: 2,
    state: server.state,
    log: {
      info: (fields, text) => logged.push({ level: 'info', text, ...fields }),
      warn: (fields, text) => logged.push({ level: 'warn', text, ...fields }),
      error: (fields, text) => logged.push({ level: 'error', text, ...fields }),
    },
  });
  await worker.warm;
});
afterAll(async () => {
  await worker?.stop(2000);
  await server?.close();
});
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator'] });
  who = server.as(company);
  await server.database.asOwner((client) =>
    client.query(
      'insert into app.installations (company_id, plugin_id, version, position) select $1, p, v, 0 from unnest($2::text[], $3::text[]) as t (p, v)',
      [
        company.companyId,
        server.firstParty.map(({ manifest }) => manifest.id),
        server.firstParty.map(({ manifest }) => manifest.version),
      ],
    ),
  );
});

async function send(bytes: Uint8Array, name = 'photo.jpg'): Promise<string> {
  const data = new FormData();
  data.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const response = await server.fetch('/captures', who, { method: 'POST', body: data });
  expect(response.status).toBe(201);
  return (await response.json()).capture.id;
}
const get = async (id: string) => (await server.fetch(`/captures/${id}`, who)).json();
async function done(id: string) {
  await expect.poll(async () => (await get(id)).page.state).toMatch(/^(read|failed)$/);
  return get(id);
}

test('a picture becomes a reading, a record with evidence, a thumbnail, a view and something to search for', async () => {
  const changes: string[] = [];
  const live = await server.fetch('/live', who);
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader();
  const listening = (async () => {
    for (;;) {
      const { value, done: ended } = await reader.read();
      if (ended) return;
      changes.push(value);
    }
  })();
  const id = await send(await makeJpeg(1, 'Hello Readout 4711'));
  const detail = await done(id);
  expect(detail.reading.lines[0].text).toContain('Readout 4711');
  expect(detail.page).toMatchObject({ state: 'read', width: 480, height: 160 });
  expect(detail.records).toHaveLength(1);
  expect(detail.records[0]).toMatchObject({ plugin: 'text', state: 'needs_review' });
  expect(
    Object.values<{ evidence: unknown[] }>(detail.records[0].fields)[0]!.evidence.length,
  ).toBeGreaterThan(0);
  expect(detail.capture).toMatchObject({ recordCount: 1, reviewCount: 1 });
  for (const [kind, side] of [
    ['thumbnail', 320],
    ['view', 480],
  ] as const) {
    const picture = await server.fetch(`/captures/${id}/${kind}`, who);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    const { width, exif } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect([width, exif]).toEqual([side, undefined]);
  }
  for (const q of ['4711', 'read', '"readout 4711"', 'hello -nothing'])
    expect(
      (await (await server.fetch(`/captures?q=${encodeURIComponent(q)}`, who)).json()).items.map(
        (item: { id: string }) => item.id,
      ),
    ).toEqual([id]);
  expect((await (await server.fetch('/captures?q=hello+-readout', who)).json()).items).toEqual([]);
  const csv = await (await server.fetch('/export?format=csv&records=all', who)).text();
  expect(csv).toContain('Hello Readout 4711');
  await reader.cancel();
  await listening;
  expect(changes[0]).toContain('event: hello');
  expect(changes.join('')).toContain(`data: ${JSON.stringify({ captureId: id, documentId: id })}`);
});

test('a damaged picture fails with its code, and the next is read as if nothing had happened', async () => {
  const whole = await makeJpeg(2);
  const damaged = await send(whole.subarray(0, whole.length / 2));
  const bomb = await send(
    await readFile(fileURLToPath(new URL('./fixtures/bomb-60000.png', import.meta.url))),
    'bomb.png',
  );
  const pixel = await send(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
    'pixel.png',
  );
  const long = await send(makePdf(Array.from({ length: 300 }, (_, n) => `Page ${n}`)), 'long.pdf');
  const noPdf = await send(makePdf(['x']).subarray(0, 200), 'cut.pdf');
  const good = await send(await makeJpeg(3));
  expect((await done(damaged)).page).toMatchObject({ state: 'failed', failureCode: 'image.damaged' });
  expect((await done(bomb)).page.failureCode).toMatch(/^image\.(too_many_pixels|side_too_long)$/);
  expect((await done(pixel)).page).toMatchObject({ state: 'read' });
  expect((await done(long)).page).toMatchObject({ state: 'failed', failureCode: 'pdf.too_many_pages' });
  expect((await get(long)).pages).toHaveLength(1);
  expect((await done(noPdf)).page).toMatchObject({ state: 'failed', failureCode: 'pdf.damaged' });
  expect((await done(good)).page.state).toBe('read');
  expect((await server.fetch(`/captures/${damaged}/view`, who)).status).toBe(404);
  expect((await server.fetch(`/captures/${damaged}/original`, who)).status).toBe(200);
  // What was read and what was not are told apart in the log.
  await expect
    .poll(() => logged.find(({ captureId }) => captureId === good))
    .toMatchObject({ level: 'info', text: 'page read', cpuMs: expect.any(Number) });
  expect(logged.filter(({ captureId }) => captureId === damaged)).toMatchObject([
    { level: 'info', text: 'page cannot be read', code: 'image.damaged' },
  ]);
});

test('a page that would cost more than the company may spend is not begun, and is read once more is allowed', async () => {
  const perPage = (seconds: number) =>
    server.database.asOwner((client) =>
      client.query(
        'update app.company_settings set max_reading_seconds_per_page = $2 where company_id = $1',
        [company.companyId, seconds],
      ),
    );
  await perPage(1);
  // Hardly more than takes a second though it is blank.
  const { width, height } = { width: 4600, height: 4400 };
  const blank = sharp({ create: { width, height, channels: 3, background: 'white' } });
  const id = await send(await blank.jpeg().toBuffer(), 'large.jpg');
  const { page } = await done(id);
  expect(page).toMatchObject({ state: 'failed', failureCode: 'reader.too_costly' });
  expect(page.failureDetail).toContain('4,600 × 4,400 pixels');
  await perPage(60);
  expect((await server.fetch(`/captures/${id}/reread`, who, { method: 'POST' })).status).toBe(202);
  expect((await done(id)).page).toMatchObject({ state: 'read', width, height });
});

test('every page of a PDF is a capture of one document, read by a job of its own', async () => {
  const id = await send(makePdf(['Page one', 'Page two', 'Page three']), 'three.pdf');
  await done(id);
  await expect
    .poll(async () => (await get(id)).pages.map((page: { state: string }) => page.state))
    .toEqual(['read', 'read', 'read']);
  const detail = await get(id);
  expect(detail.capture).toMatchObject({ pageCount: 3, recordCount: 3 });
  expect((await (await server.fetch('/captures', who)).json()).items).toHaveLength(1);
  const third = await get(detail.pages[2].id);
  expect(third.reading.page).toMatchObject({ number: 3, of: 3 });
  expect(third.reading.lines[0].text).toMatch(/three/i);
  expect(third.capture.id).toBe(id);
  expect(
    (await (await server.fetch('/captures?q=three', who)).json()).items.map(
      (item: { id: string }) => item.id,
    ),
  ).toEqual([id]);
});

test('a bill that goes on over two pages is one record, and each value says on which page it was seen', async () => {
  const head = `HARBOUR CAFE
5 Quay Road, Bristol BS1 4QA
Receipt
3 November 2026 18:05
Espresso   3.50
Almond cake   5.00
Flat white   3.50`;
  const sums = `Subtotal   12.00
VAT 20%   2.00
Total GBP   12.00
VISA   12.00
Thank you`;
  const id = await send(makePdf([head, sums]), 'bill.pdf');
  const ids = async () => (await get(id)).pages.map((page: { id: string }) => page.id);
  await expect.poll(ids).toHaveLength(2);
  const [, second] = await ids();
  await done(second);
  const { capture, records } = await get(id);
  expect(capture).toMatchObject({ recordCount: 1, pageCount: 2 });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ plugin: 'receipt', captureId: id });
  const { date, total } = records[0].fields;
  expect([date.value, total.value]).toEqual(['2026-11-03', '12.00']);
  expect([date.evidence[0].page, total.evidence[0].page]).toEqual([1, 2]);
  expect((await get(second)).records.map((record: { id: string }) => record.id)).toEqual([records[0].id]);

  // Page 2 alone is read again: the record is made of both, as it was.
  await server.database.asOwner((client) =>
    client.query(
      "update app.captures set state = 'failed', failure_code = 'capture.bytes_missing' where id = $1",
      [second],
    ),
  );
  await retryFailed(
    { db: server.database.app, queue: server.queue },
    { scope: scopeOf(company), code: 'capture.bytes_missing' },
  );
  await done(second);
  expect((await get(id)).records.map((record: { id: string }) => record.id)).toEqual([records[0].id]);
});

test('reading again replaces what nobody touched and proposes where somebody did', async () => {
  const id = await send(await makeJpeg(4, 'First title'));
  const before = await done(id);
  const again = async () => {
    expect((await server.fetch(`/captures/${id}/reread`, who, { method: 'POST' })).status).toBe(202);
    await expect.poll(async () => (await get(id)).page.state).toBe('read');
    return get(id);
  };
  const untouched = await again();
  expect(untouched.records).toHaveLength(1);
  expect(untouched.records[0].id).toBe(before.records[0].id);
  expect(untouched.proposal).toBeNull();
  const [field] = Object.keys(untouched.records[0].fields);
  await editField(
    { db: server.database.app, plugins: server.plugins },
    {
      scope: scopeOf(company),
      recordId: untouched.records[0].id,
      revision: 1,
      field: field!,
      value: field === 'paragraphs' ? ['Mine'] : 'Mine',
    },
  );
  const touched = await again();
  expect(touched.records[0]).toMatchObject({ id: untouched.records[0].id, revision: 2 });
  expect(JSON.stringify(touched.records[0].fields[field!].value)).toContain('Mine');
  expect(touched.proposal.changes).toHaveLength(1);
  expect(touched.proposal.changes[0]).toMatchObject({ field });
});

test('the view of a photo carries its place only where the company keeps it, its thumbnail never', async () => {
  const bytes = await sharp(await makeJpeg(8))
    .withExif({
      IFD3: {
        GPSLatitude: '51/1 30/1 0/1',
        GPSLatitudeRef: 'N',
        GPSLongitude: '0/1 7/1 30/1',
        GPSLongitudeRef: 'W',
      },
    })
    .toBuffer();
  const keep = async (keepLocation: boolean) => {
    const [deps, scope] = [{ db: server.database.app }, scopeOf(company)];
    const { revision } = await getCompanySettings(deps, { scope });
    return updateCompanySettings(deps, {
      scope,
      settings: {
        languages: ['en'],
        locale: 'en-GB',
        operatorsMayConfirm: true,
        keepLocation,
        secondPersonAbove: null,
      },
      revision,
    });
  };
  const exifOf = async (id: string, kind: 'view' | 'thumbnail') => {
    const picture = Buffer.from(await (await server.fetch(`/captures/${id}/${kind}`, who)).arrayBuffer());
    return (await sharp(picture).metadata()).exif;
  };
  // 51/1 and 30/1, as EXIF holds degrees and minutes.
  const degrees = Buffer.from(Uint32Array.of(51, 1, 30, 1).buffer);
  const place = { latitude: 51.5, longitude: expect.closeTo(-0.125, 6) };

  const id = await send(bytes);
  expect((await done(id)).page).not.toHaveProperty('location');
  expect(await exifOf(id, 'view')).toBeUndefined();
  const again = async () => {
    expect((await server.fetch(`/captures/${id}/reread`, who, { method: 'POST' })).status).toBe(202);
    return done(id);
  };
  await keep(true);
  expect((await again()).page.location).toEqual(place);
  expect((await exifOf(id, 'view'))?.includes(degrees)).toBe(true);
  expect(await exifOf(id, 'thumbnail')).toBeUndefined();
  await keep(false);
  expect((await again()).page).not.toHaveProperty('location');
  expect(await exifOf(id, 'view')).toBeUndefined();
});

test('originals are handed out as what they are, as a download unless browsers show them, in ranges, to their company alone', async () => {
  const bytes = await makeJpeg(5);
  const jpeg = await send(bytes);
  const pdf = await send(makePdf(['x']), 'Angebot "ä".pdf');
  const shown = await server.fetch(`/captures/${jpeg}/original`, who);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'accept-ranges': 'bytes',
  });
  expect(shown.headers.get('cache-control')).toContain('private');
  const etag = shown.headers.get('etag')!;
  expect(
    (await server.fetch(`/captures/${jpeg}/original`, who, { headers: { 'if-none-match': etag } })).status,
  ).toBe(304);
  const part = await server.fetch(`/captures/${jpeg}/original`, who, { headers: { range: 'bytes=2-5' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
  expect(
    (await server.fetch(`/captures/${jpeg}/original`, who, { headers: { range: `bytes=${bytes.length}-` } }))
      .status,
  ).toBe(416);
  const offered = await server.fetch(`/captures/${pdf}/original`, who);
  expect(offered.headers.get('content-disposition')).toBe(
    `attachment; filename="Angebot ___.pdf"; filename*=UTF-8''Angebot%20%22%C3%A4%22.pdf`,
  );
  await done(jpeg);
  const stranger = server.as(await server.database.createCompany());
  const colleague = server.as(company, company.members[0]);
  for (const as of [stranger, colleague])
    for (const what of ['', '/original', '/view', '/thumbnail']) {
      const foreign = await server.fetch(`/captures/${jpeg}${what}`, as);
      const unknown = await server.fetch(`/captures/00000000-0000-4000-8000-000000000000${what}`, as);
      const nonsense = await server.fetch(`/captures/x${what}`, as);
      expect([foreign.status, unknown.status, nonsense.status]).toEqual([404, 404, 404]);
      expect(await foreign.text()).toBe(await unknown.text());
    }
});

test('house-keeping purges old trash with its bytes, keeps what another capture still holds, and leaves the rest alone', async () => {
  const [shared, own] = [await makeJpeg(6), await makeJpeg(7)];
  const kept = await send(shared);
  const trashed = [await send(shared), await send(own)];
  for (const id of [kept, ...trashed]) await done(id);
  await server.database.asOwner((client) =>
    client.query("update app.captures set trashed_at = now() - interval '31 days' where id = any($1)", [
      trashed,
    ]),
  );
  const sha = (await get(trashed[1]!)).page.sha256;
  const deps = {
    db: server.database.app,
    platform: server.database.platform,
    store: server.store,
    queue: server.queue,
    log: { warn: () => {} },
  };
  const result = await keepHouse(deps, { processId, olderThanMs: -1 });
  expect(result).toMatchObject({ purged: 2, removed: 3, quarantined: 0 });
  expect((await server.fetch(`/captures/${trashed[1]}`, who)).status).toBe(404);
  expect((await server.fetch(`/captures/${kept}/original`, who)).status).toBe(200);
  expect((await server.fetch(`/captures/${kept}/thumbnail`, who)).status).toBe(200);
  expect(await server.store.find(`${company.companyId}/originals/${sha.slice(0, 2)}/${sha}`)).toBeUndefined();
  expect(await keepHouse(deps, { processId, olderThanMs: -1 })).toMatchObject({
    purged: 0,
    removed: 0,
    quarantined: 0,
    resumed: 0,
  });
});

test('when the grace of a closed company is over, house-keeping removes its rows and its files, originals and derived', async () => {
  const id = await send(await makeJpeg(8));
  await done(id);
  const files = () => Array.fromAsync(server.store.list(`${company.companyId}/`));
  expect((await files()).length).toBeGreaterThan(1);
  await server.database.asOwner((client) =>
    client.query(
      "update app.company_settings set status = 'closing', closing_at = now() - interval '30 days' where company_id = $1",
      [company.companyId],
    ),
  );
  const deps = {
    db: server.database.app,
    platform: server.database.platform,
    store: server.store,
    queue: server.queue,
    log: { warn: () => {} },
  };
  expect(await keepHouse(deps, { processId, olderThanMs: -1 })).toMatchObject({ erased: 1 });
  expect(await files()).toEqual([]);
  const left = await server.database.asOwner(
    async (client) =>
      (await client.query('select id from auth.company where id = $1', [company.companyId])).rows,
  );
  expect(left).toEqual([]);
});

test('during maintenance no page is taken, and what waited is read afterwards', async () => {
  const actor = { userId: company.owner.userId, name: 'Ada', platformRole: 'admin' as const };
  const set = async (on: boolean) => {
    const { revision } = await getPlatformState({ db: server.database.platform });
    await setReadOnly({ platform: server.database.platform }, { actor, on, revision });
    await expect.poll(() => server.state.current().readOnlySince !== null).toBe(on);
  };
  await set(true);
  // The server refuses uploads then; this one is as from a process that has not heard of it yet.
  const during = await send(await makeJpeg(802));
  // The worker has heard of it, and looked several times by itself, before it says once more that it is there.
  const saidAt = () =>
    server.database.asOwner(
      async (client) =>
        (await client.query('select max(seen_at)::text as at from platform.reading_workers')).rows[0].at,
    );
  const before = await saidAt();
  await expect.poll(saidAt).not.toBe(before);
  expect((await get(during)).page.state).toBe('received');
  await set(false);
  expect((await done(during)).page.state).toBe('read');
});

test('a blocked reader does not run, and runs again once it is unblocked', async () => {
  const actor = { userId: company.owner.userId, name: 'Ada', platformRole: 'admin' as const };
  const deps = { platform: server.database.platform };
  const runsOf = (captureId: string) =>
    server.database.asOwner(
      async (client) =>
        (
          await client.query('select plugin_id from app.plugin_runs where capture_id = $1', [captureId])
        ).rows.map((row) => row.plugin_id) as string[],
    );
  await blockPlugin(deps, {
    actor,
    pluginId: 'receipt',
    version: '*',
    reason: 'Misreads',
    confirmation: 'receipt',
  });
  const blocked = await send(await makeJpeg(803));
  await done(blocked);
  await unblockPlugin(deps, { actor, pluginId: 'receipt', version: '*' });
  const free = await send(await makeJpeg(804));
  await done(free);
  expect(await runsOf(blocked)).not.toContain('receipt');
  expect(await runsOf(free)).toContain('receipt');
});
