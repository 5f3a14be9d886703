import { createHash, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { exportRecords } from '../exports/export-records.ts';
import type { ExportFormat } from '../exports/rules.ts';
import type { ReadingJob, ReadingQueue } from '../readings/reading-queue.ts';
import { confirmRecord } from '../records/confirm-record.ts';
import { createJobTable, everything, onPage, plugins, read, receipt, scopeOf } from '../testing/arrange.ts';
import { acceptCapture } from './accept-capture.ts';
import { beginReading } from './begin-reading.ts';
import { getCapture } from './get-capture.ts';
import { listCaptures } from './list-captures.ts';
import { purgeTrash } from './purge-trash.ts';
import { rereadCaptures } from './reread-captures.ts';
import { restoreCaptures } from './restore-captures.ts';
import { runBulkAction } from './run-bulk-action.ts';
import { trashCaptures } from './trash-captures.ts';
import { undoBulkAction } from './undo-bulk-action.ts';

let database: TestDatabase;
let queue: ReadingQueue & { list(): Promise<ReadingJob[]> };
let company: TestCompany;
let scope: Scope;
/** Client-made id of page 1. */
let document: string;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['operator'] });
  scope = scopeOf(company);
  document = randomUUID();
});

const deps = () => ({ db: database.app, platform: database.platform, queue, plugins });

interface Sent {
  as?: Scope;
  clientId?: string;
  of?: string;
  mediaType?: string;
  content?: string;
}
const send = async (
  page: number,
  {
    as = scope,
    of = document,
    clientId = page === 1 ? of : randomUUID(),
    mediaType = 'image/jpeg',
    content = clientId,
  }: Sent = {},
) => {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { sha256, byteSize: 100, mediaType, fileName: `page ${page}.jpg`, place: async () => {} };
  return acceptCapture(deps(), {
    scope: as,
    file,
    source: 'camera',
    clientId,
    document: { clientId: of, page },
  });
};
const list = async (place: 'inbox' | 'trash' = 'inbox') =>
  (await listCaptures(deps(), { scope, filter: { place } })).items;
const pagesOf = async (captureId: string) =>
  (await getCapture(deps(), { scope, captureId })).pages.map((page) => page.pageNumber);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => error.code as string,
  );

test('pages that come in any order are one row of the list and one document, by page number', async () => {
  expect(await code(send(2))).toBe('capture.document_missing');
  const { capture: first } = await send(1);
  const third = await send(3);
  const second = await send(2);
  expect([second, third].map(({ capture }) => [capture.documentId, capture.pageNumber])).toEqual([
    [first.id, 2],
    [first.id, 3],
  ]);
  expect(await list()).toMatchObject([{ id: first.id, fileName: 'page 1.jpg', pageCount: 3 }]);
  for (const { id } of [first, second.capture, third.capture]) expect(await pagesOf(id)).toEqual([1, 2, 3]);
  // Each is the first page of its own file, whatever its place in the document.
  const task = await beginReading(deps(), { companyId: scope.companyId, captureId: third.capture.id });
  expect(task).toMatchObject({ pageNumber: 1, sha256: third.capture.sha256 });
});

test('ten pages that arrive at the same time, each twice, are ten pages', async () => {
  await send(1);
  const ids = Array.from({ length: 9 }, () => randomUUID());
  const sent = await Promise.all(
    [...ids, ...ids].map((clientId, index) => send((index % 9) + 2, { clientId })),
  );
  expect(sent.filter(({ created }) => created)).toHaveLength(9);
  expect(new Set(sent.map(({ capture }) => capture.id)).size).toBe(9);
  const [row] = await list();
  expect(row?.pageCount).toBe(10);
  expect(await pagesOf(row!.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const jobs = (await queue.list()).filter((job) => job.companyId === scope.companyId);
  expect(new Set(jobs.map((job) => job.captureId)).size).toBe(10);
  expect(jobs).toHaveLength(10);
});

test('two different pictures for the same page: one is taken, the other refused, no matter who is first', async () => {
  await send(1);
  const answers = await Promise.all([code(send(2)), code(send(2))]);
  expect(answers.toSorted()).toEqual(['accepted', 'capture.page_taken']);
  expect((await list())[0]?.pageCount).toBe(2);
});

test('nobody adds a page to what another captured, nor to a file that brings its own pages', async () => {
  await send(1);
  const colleague = scopeOf(company, company.members[0]);
  expect(await code(send(2, { as: colleague }))).toBe('capture.document_other');
  const stranger = scopeOf(await database.createCompany());
  expect(await code(send(2, { as: stranger }))).toBe('capture.document_missing');
  expect(await code(send(2, { mediaType: 'application/pdf' }))).toBe('capture.page_not_single');
  const pdf = randomUUID();
  await acceptCapture(deps(), {
    scope,
    file: {
      sha256: 'a'.repeat(64),
      byteSize: 9,
      mediaType: 'application/pdf',
      fileName: 'x.pdf',
      place: async () => {},
    },
    source: 'upload',
    clientId: pdf,
  });
  expect(await code(send(2, { of: pdf }))).toBe('capture.document_other');
  // A further page is no document either.
  const page = randomUUID();
  await send(2, { clientId: page });
  expect(await code(send(3, { of: page }))).toBe('capture.document_other');
  expect(await list()).toHaveLength(2);
});

test('every page counts towards the month', async () => {
  await database.asOwner((client) =>
    client.query('update app.company_settings set max_captures_per_month = 3 where company_id = $1', [
      scope.companyId,
    ]),
  );
  for (const page of [1, 2, 3]) await send(page);
  expect(await code(send(4))).toBe('company.captures_used_up');
  expect((await list())[0]?.pageCount).toBe(3);
});

test('a page that comes after the document was confirmed waits for review, and the document with it', async () => {
  const { capture } = await send(1);
  await read(arranged(), scope.companyId, capture.id, { records: [receipt({ merchant: 'ACME' })] });
  const [record] = (await getCapture(deps(), { scope, captureId: capture.id })).records;
  await confirmRecord(deps(), { scope, recordId: record!.id, revision: 1 });
  expect((await list())[0]).toMatchObject({ recordCount: 1, reviewCount: 0 });
  const late = await send(2);
  const records = [onPage(receipt({ merchant: 'ACME' }), 1), onPage(receipt({ merchant: 'BETA' }), 2)];
  expect(await read(arranged(), scope.companyId, late.capture.id, { records })).toBe(true);
  expect((await list())[0]).toMatchObject({ pageCount: 2, recordCount: 2, reviewCount: 1 });
  const seen = await getCapture(deps(), { scope, captureId: capture.id });
  expect(seen.records).toMatchObject([{ state: 'confirmed' }]);
});

test('trash, undo, reread and export take the document with all its pages; purging removes them', async () => {
  const { capture: first } = await send(1);
  const { capture: second } = await send(2);
  const records = [first, second].map(({ id }, index) => onPage(receipt({ merchant: id }), index + 1));
  for (const { id } of [first, second]) await read(arranged(), scope.companyId, id, { text: [id], records });
  // Named by its second page: the document is what changes.
  await trashCaptures(deps(), { scope, ids: [second.id] });
  expect(await list()).toEqual([]);
  // A page that waited on the device meanwhile joins it where it is.
  await send(3);
  expect(await list('trash')).toMatchObject([{ id: first.id, pageCount: 3 }]);
  await restoreCaptures(deps(), { scope, ids: [first.id] });
  expect(await list()).toMatchObject([{ id: first.id, pageCount: 3 }]);

  const { bulkActionId } = await runBulkAction(deps(), { scope, action: 'trash', ids: [first.id] });
  await undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! });
  expect(await list()).toMatchObject([{ id: first.id, reviewCount: 2 }]);

  await rereadCaptures(deps(), { scope, ids: [first.id] });
  const states = (await getCapture(deps(), { scope, captureId: first.id })).pages.map((page) => page.state);
  expect(states).toEqual(['received', 'received', 'received']);
  const format: ExportFormat = 'csv';
  let csv = '';
  for await (const part of await exportRecords(deps(), { scope, filter: {}, format, shape: everything }))
    csv += Buffer.from(part);
  expect(
    csv.split('\r\n').filter((line) => line.includes(first.id) || line.includes(second.id)).length,
  ).toBeGreaterThanOrEqual(2);

  await trashCaptures(deps(), { scope, ids: [first.id] });
  const purged = await purgeTrash(deps(), { now: new Date(Date.now() + 31 * 86_400_000) });
  expect(purged).toHaveLength(3);
  expect(await code(send(4))).toBe('capture.document_missing');
});

const arranged = () => ({ database, queue });
