import type { TestCompany } from '@readout/database/testing';
import { beginReading } from '@readout/domain/captures/begin-reading';
import { getCapture } from '@readout/domain/captures/get-capture';
import { saveReading } from '@readout/domain/captures/save-reading';
import { editField } from '@readout/domain/records/edit-field';
import { getRecordHistory } from '@readout/domain/records/get-record-history';
import { type RegionReader, readRegion } from '@readout/domain/records/read-region';
import type { Picked, Region } from '@readout/domain/records/rules';
import { reading, receipt, scopeOf } from '@readout/domain/testing/arrange';
import type { Line } from '@readout/image-reader';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createRegionReader } from './region-reader.ts';

let server: TestServer;
let company: TestCompany;
let regions: RegionReader & { close(): Promise<void> };
const size = { width: 3000, height: 2000 };

beforeAll(async () => {
  server = await startTestServer();
  company = await server.database.createCompany();
  const { originals, database } = server;
  const models = { chosen: async () => ({}), load: async () => ({ models: [], damaged: [] }) };
  regions = createRegionReader({ originals, models, platform: database.platform });
});
afterAll(async () => {
  await regions?.close();
  await server?.close();
});

/** A page with small print that was not read with the page, or in these words. */
async function capturePage(of: TestCompany, words: Line['words'] = []): Promise<string> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" ${`width="${size.width}" height="${size.height}"`}>
    <rect width="100%" height="100%" fill="#fff"/>
    <text x="300" y="700" font-family="DejaVu Sans Mono" font-size="9">Total 12.25</text></svg>`;
  const form = new FormData();
  const file = new Uint8Array(await sharp(Buffer.from(drawn)).png().toBuffer());
  form.set('file', new Blob([file]), 'page.png');
  const answer = await server.fetch('/captures', server.as(of), { method: 'POST', body: form });
  const captureId: string = (await answer.json()).capture.id;
  const page = { companyId: of.companyId, captureId };
  await beginReading({ db: server.database.app }, page);
  const read = reading([words.map(({ text }) => text).join(' ') || 'ACME']);
  const lines = read.lines.map((line) => ({ ...line, words }));
  const result = {
    reading: { ...read, lines, page: { ...read.page, ...size } },
    records: [receipt({ total: '12.50' })],
    runs: [],
    pinned: [],
  };
  await saveReading(
    { db: server.database.app, queue: server.queue, plugins: server.plugins },
    { ...page, result },
  );
  return captureId;
}

const deps = () => ({ db: server.database.app, plugins: server.plugins, regions });
const printed: Region = { x: 298, y: 690, width: 70, height: 13 };
const readAt = (captureId: string, region: Region, of = company) =>
  readRegion(deps(), { scope: scopeOf(of), captureId, region });

test('pixels that were not read with the page are read by themselves, and are evidence for what is put in', async () => {
  const captureId = await capturePage(company);
  const scope = scopeOf(company);
  const found = await readAt(captureId, printed);
  expect(found?.lines).toMatchObject([{ id: 'l0', text: 'Total 12.25' }]);
  const { reading: kept, readingId, records } = await getCapture(deps(), { scope, captureId });
  expect(kept?.lines.map(({ text }) => text)).toEqual(['ACME']);

  const recordId = records[0]!.id;
  const fill = (region: string, revision: number) =>
    editField(deps(), {
      scope,
      recordId,
      revision,
      field: 'total',
      value: '12.25',
      picked: { readingId: readingId!, parts: [{ line: 'l0', words: [1], region }] },
    });
  // What was read there is the host's word: neither what was not read, nor what was read of another page.
  const elsewhere = await readAt(await capturePage(company), printed);
  for (const region of [captureId, 'nothing', elsewhere!.id])
    await expect(fill(region, 1)).rejects.toMatchObject({ code: 'record.place_gone' });
  const { fields } = await fill(found!.id, 1);
  expect(fields.total).toMatchObject({
    value: '12.25',
    raw: '12.25',
    edited: true,
    evidence: [{ box: expect.any(Array) }],
  });
  expect(fields.total?.evidence[0]).not.toHaveProperty('line');
  const [[x, y]] = fields.total!.evidence[0]!.box!;
  expect([Math.abs(x - 333) < 6, Math.abs(y - 692) < 6]).toEqual([true, true]);
  const { edits } = await getRecordHistory(deps(), { scope, recordId });
  expect(edits[0]).toMatchObject({ field: 'total', picked: '12.25', enlarged: expect.any(Number) });
  const days = await server.database.asOwner((client) =>
    client.query('select readings, cpu_ms from app.reading_days where company_id = $1', [company.companyId]),
  );
  expect(days.rows).toEqual([{ readings: 2, cpu_ms: expect.anything() }]);
});

test('words that were read wrongly are read again where they are, and the reading of the page keeps its own', async () => {
  const word = (text: string, left: number, right: number): Line['words'][number] => ({
    text,
    box: [
      [left, 693],
      [right, 693],
      [right, 701],
      [left, 701],
    ],
    confidence: 0.6,
  });
  const captureId = await capturePage(company, [word('T0ta1', 300, 327), word('1Z.25', 332, 360)]);
  const scope = scopeOf(company);
  const { readingId, records } = await getCapture(deps(), { scope, captureId });
  const line = 'l0';
  const again = await readAt(captureId, { x: 331, y: 692, width: 30, height: 10 });
  expect(again?.lines.map(({ text }) => text)).toEqual(['12.25']);
  const fill = async (revision: number, part: Picked['parts'][number]) =>
    (
      await editField(deps(), {
        scope,
        recordId: records[0]!.id,
        revision,
        field: 'total',
        value: '12.25',
        picked: { readingId: readingId!, parts: [part] },
      })
    ).fields.total;
  // By the words of the page, the host says what it read there; by those that were read again, that.
  expect(await fill(1, { line, words: [1] })).toMatchObject({ value: '12.25', raw: '1Z.25' });
  expect(await fill(2, { line, words: [0], region: again!.id })).toMatchObject({
    value: '12.25',
    raw: '12.25',
  });
  const { edits } = await getRecordHistory(deps(), { scope, recordId: records[0]!.id });
  expect(edits.map(({ picked }) => picked).toSorted()).toEqual(['12.25', '1Z.25']);
  expect((await getCapture(deps(), { scope, captureId })).reading?.lines.map(({ text }) => text)).toEqual([
    'T0ta1 1Z.25',
  ]);
});

test('where nothing can be read, beside the page and on too much of it nothing is kept; a person has one region read at a time', async () => {
  const captureId = await capturePage(company);
  expect(await readAt(captureId, { x: -50, y: -50, width: 40, height: 40 })).toBeNull();
  await expect(readAt(captureId, { x: 0, y: 0, width: 2900, height: 1900 })).rejects.toMatchObject({
    code: 'capture.region_too_large',
  });
  // Either may come first.
  const both = await Promise.allSettled([
    readAt(captureId, { x: 2000, y: 1000, width: 300, height: 60 }),
    readAt(captureId, printed),
  ]);
  expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'reader.busy' } },
  ]);

  const strangers = await server.database.createCompany();
  await expect(readAt(captureId, printed, strangers)).rejects.toMatchObject({ code: 'capture.not_found' });
  for await (const { key } of server.store.list('')) await server.store.delete(key);
  await expect(readAt(captureId, printed)).rejects.toMatchObject({ code: 'capture.bytes_missing' });
});
