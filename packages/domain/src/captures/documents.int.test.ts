import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { JsonValue } from '@readout/plugin-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import type { ReadingJob, ReadingQueue } from '../readings/reading-queue.ts';
import { applyProposal } from '../records/apply-proposal.ts';
import { confirmRecord } from '../records/confirm-record.ts';
import { editField } from '../records/edit-field.ts';
import type { ProposedRecord } from '../records/proposal-rows.ts';
import { capture, createJobTable, field, plugins, reading, receipt, scopeOf } from '../testing/arrange.ts';
import { beginReading } from './begin-reading.ts';
import type { WantedRecords } from './document-pages.ts';
import { failReading } from './fail-reading.ts';
import { getCapture } from './get-capture.ts';
import type { DocumentResult } from './keep-records.ts';
import { rereadCaptures } from './reread-captures.ts';
import { saveReading } from './save-reading.ts';

let database: TestDatabase;
let queue: ReadingQueue & { list(): Promise<ReadingJob[]> };
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany();
  scope = scopeOf(company);
});

const deps = () => ({ db: database.app, queue, plugins });
const get = (captureId: string) => getCapture(deps(), { scope, captureId });

/** What readers would make: a value for each page that has a text, seen there. */
type Made = (wanted: WantedRecords) => ProposedRecord[];
/** One record over all pages: `total` is what the last of them says, `merchant` the first. */
const asOne: Made = ({ pages }) => {
  const texts = pages.map(({ page, lines }) => ({ page: page.number, text: lines[0]!.text }));
  const at = ({ page, text }: (typeof texts)[number]) =>
    field(text, { evidence: [{ box: reading(['x']).lines[0]!.box, line: 'l0', page }] });
  return [{ ...receipt({}), fields: { merchant: at(texts[0]!), total: at(texts.at(-1)!) } }];
};
/** A record for each page. */
const asMany: Made = ({ pages }) => pages.flatMap((page) => asOne({ pages: [page], readingIds: [] }));

/** Reads a page as the worker does: the readers are run once they are asked for. */
async function read(captureId: string, text: string, make: Made = asOne, of = 1): Promise<string> {
  const of_ = { companyId: company.companyId, captureId };
  const task = await beginReading({ db: database.app }, of_);
  if (!task) return 'nothing to read';
  return keepRead(captureId, reading([text], of, task.pageNumber), make);
}
async function keepRead(
  captureId: string,
  own: ReturnType<typeof reading>,
  make: Made,
  given?: DocumentResult,
): Promise<string> {
  const made = given ?? { records: make({ pages: [own], readingIds: [] }), runs: [], pinned: [] };
  const answer = await saveReading(deps(), {
    companyId: company.companyId,
    captureId,
    result: { ...made, reading: own },
  });
  if (typeof answer === 'string') return answer;
  const { readingIds } = answer;
  return keepRead(captureId, own, make, { records: make(answer), runs: [], pinned: [], readingIds });
}
async function fail(captureId: string, make: Made = asOne): Promise<void> {
  const failure = { companyId: company.companyId, captureId, code: 'image.damaged', message: '' };
  const wanted = await failReading(deps(), failure);
  if (!wanted) return;
  const made = { records: make(wanted), runs: [], pinned: [], readingIds: wanted.readingIds };
  await failReading(deps(), { ...failure, made });
}

/** A document of so many pages, of which the first was read. */
async function document(pages: number, make: Made = asOne): Promise<string[]> {
  const { captureId } = await capture({ database, queue }, scope, { unread: true });
  await read(captureId, 'ACME', make, pages);
  return (await get(captureId)).pages.map(({ id }) => id);
}
const again = (ids: string[]) => rereadCaptures(deps(), { scope, ids });
const values = async (captureId: string) =>
  (await get(captureId)).records.map(({ fields }) => [fields.merchant?.value, fields.total?.value]);

test('a document of two pages is one record, made with its last page; each page that has a value of it shows it', async () => {
  const [first, second] = await document(2);
  expect((await get(first!)).records).toEqual([]);
  expect((await get(first!)).page.state).toBe('read');
  expect(await read(second!, '480.00')).toBe('kept');
  const detail = await get(first!);
  expect(detail.capture).toMatchObject({ recordCount: 1, reviewCount: 1, title: 'ACME' });
  expect(await values(first!)).toEqual([['ACME', '480.00']]);
  expect((await get(second!)).records.map(({ id }) => id)).toEqual(detail.records.map(({ id }) => id));
  expect(detail.records[0]).toMatchObject({ captureId: first });
});

test('a scan of three receipts is three records, each with its own page', async () => {
  const [first, second, third] = await document(3, asMany);
  await read(third!, 'C', asMany);
  await read(second!, 'B', asMany);
  expect(await values(first!)).toEqual([['ACME', 'ACME']]);
  expect(await values(second!)).toEqual([['B', 'B']]);
  expect(await values(third!)).toEqual([['C', 'C']]);
});

test('whichever of two pages is kept last has the record made, though both were begun before either was kept', async () => {
  const [first, second, third] = await document(3);
  const own = [];
  for (const [id, text, number] of [
    [second!, 'B', 2],
    [third!, '480.00', 3],
  ] as const) {
    await beginReading({ db: database.app }, { companyId: company.companyId, captureId: id });
    own.push([id, reading([text], 3, number)] as const);
  }
  await Promise.all(own.map(([id, page]) => keepRead(id, page, asOne)));
  expect((await get(first!)).capture.recordCount).toBe(1);
  expect(await values(first!)).toEqual([['ACME', '480.00']]);
});

test('records made of other pages than those that are there now are not kept', async () => {
  const [first, second] = await document(2);
  await beginReading({ db: database.app }, { companyId: company.companyId, captureId: second! });
  const own = reading(['480.00'], 2, 2);
  const stale = {
    records: [receipt({ merchant: 'STALE' })],
    runs: [],
    pinned: [],
    readingIds: [randomUUID()],
  };
  expect(await keepRead(second!, own, asOne, stale)).toBe('kept');
  expect(await values(first!)).toEqual([['ACME', '480.00']]);
});

test('a server that goes away between pages, or before the last is kept, loses and doubles nothing', async () => {
  const [first, second] = await document(2);
  const of = { companyId: company.companyId, captureId: second! };
  await beginReading({ db: database.app }, of);
  // Read, asked what is wanted, and gone.
  const asked = await saveReading(deps(), {
    ...of,
    result: { reading: reading(['480.00'], 2, 2), records: [], runs: [], pinned: [] },
  });
  expect(asked).toMatchObject({ readingIds: [expect.any(String)] });
  expect((await get(second!)).page.state).toBe('reading');
  expect((await get(first!)).records).toEqual([]);
  // Another worker takes it from the queue.
  expect(await read(second!, '480.00')).toBe('kept');
  expect(await read(second!, '480.00')).toBe('nothing to read');
  expect((await get(first!)).capture.recordCount).toBe(1);
});

test('a page that fails in the middle, or last, does not take the record of the others with it', async () => {
  const [first, second, third] = await document(3);
  await fail(second!);
  await read(third!, '480.00');
  expect(await values(first!)).toEqual([['ACME', '480.00']]);

  const [one, two, three] = await document(3);
  await read(two!, '119.00');
  await fail(three!);
  expect(await values(one!)).toEqual([['ACME', '119.00']]);
  expect((await get(one!)).capture.recordCount).toBe(1);
  // Nothing could be made: the page has failed all the same, and what was made stays.
  await again([one!]);
  await read(one!, 'ACME');
  await read(two!, '119.00');
  await failReading(deps(), {
    companyId: company.companyId,
    captureId: three!,
    code: 'reader.never_ended',
    message: '',
    made: null,
  });
  expect((await get(three!)).page.failureCode).toBe('reader.never_ended');
  expect(await values(one!)).toEqual([['ACME', '119.00']]);
});

test('a document that is read again keeps its record under its id and raises its revision where it says something else', async () => {
  const [first, second] = await document(2);
  await read(second!, '480.00');
  const [before] = (await get(first!)).records;
  const readAll = async (total: string) => {
    await again([first!]);
    // Meanwhile what was read stays.
    expect((await get(first!)).records).toHaveLength(1);
    await read(first!, 'ACME');
    await read(second!, total);
    return (await get(first!)).records;
  };
  expect(await readAll('480.00')).toMatchObject([{ id: before!.id, revision: before!.revision }]);
  expect(await readAll('490.00')).toMatchObject([
    { id: before!.id, revision: before!.revision + 1, fields: { total: { value: '490.00' } } },
  ]);
  // Only a reader changed it: it is put right once more, not proposed.
  expect(await readAll('500.00')).toMatchObject([{ id: before!.id, fields: { total: { value: '500.00' } } }]);
  expect((await get(first!)).proposal).toBeNull();
});

test('one page read again proposes what would change in a record a person corrected; the records of other pages follow', async () => {
  const [first, second] = await document(2, asMany);
  await read(second!, 'B', asMany);
  const [record] = (await get(first!)).records;
  await editField(deps(), {
    scope,
    recordId: record!.id,
    field: 'merchant',
    value: 'Acme Ltd' satisfies JsonValue,
    revision: record!.revision,
  });
  await again([first!]);
  await read(first!, 'ACME 2', asMany);
  await read(second!, 'B 2', asMany);
  expect(await values(first!)).toEqual([['Acme Ltd', 'ACME']]);
  expect(await values(second!)).toEqual([['B 2', 'B 2']]);
  const { proposal } = await get(first!);
  expect(proposal?.changes.map(({ field: name, to }) => [name, to]).toSorted()).toEqual([
    ['merchant', 'ACME 2'],
    ['total', 'ACME 2'],
  ]);
  await applyProposal(deps(), { scope, proposalId: proposal!.id });
  expect(await values(first!)).toEqual([['ACME 2', 'ACME 2']]);
});

test('a page that is read again alone proposes where the record of its document was confirmed', async () => {
  const [first, second] = await document(2);
  await read(second!, '480.00');
  const [record] = (await get(first!)).records;
  await confirmRecord(deps(), { scope, recordId: record!.id, revision: record!.revision });
  await database.asOwner((client) =>
    client.query("update app.captures set state = 'received' where id = $1", [second!]),
  );
  await read(second!, '490.00');
  expect((await get(first!)).records).toMatchObject([
    { id: record!.id, state: 'confirmed', fields: { total: { value: '480.00' } } },
  ]);
  expect((await get(first!)).proposal?.changes).toMatchObject([{ field: 'total', to: '490.00' }]);
});

test('pages of another company are never among those the readers are run over', async () => {
  const other = await database.createCompany();
  const [, second] = await document(2);
  await beginReading({ db: database.app }, { companyId: company.companyId, captureId: second! });
  const answer = await saveReading(deps(), {
    companyId: other.companyId,
    captureId: second!,
    result: { reading: reading(['480.00'], 2, 2), records: [], runs: [], pinned: [] },
  });
  expect(answer).toBe('gone');
});
