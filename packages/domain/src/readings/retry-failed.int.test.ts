import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failReading } from '../captures/fail-reading.ts';
import type { ReadingJob, ReadingQueue } from '../captures/reading-queue.ts';
import { trashCaptures } from '../captures/trash-captures.ts';
import { capture, createJobTable, scopeOf } from '../testing/arrange.ts';
import { listFailureCauses, retryFailed } from './retry-failed.ts';

let database: TestDatabase;
let queue: ReadingQueue & { list(): Promise<ReadingJob[]> };
let company: TestCompany;

beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['reviewer', 'operator'] });
});

const deps = () => ({ db: database.app, queue });

async function failed(code: string, of = company): Promise<string> {
  const { captureId } = await capture({ database, queue }, scopeOf(of), { unread: true });
  await failReading(deps(), { companyId: of.companyId, captureId, code, detail: '' });
  await database.asOwner((client) =>
    client.query('delete from app.reading_queue where capture_id = $1', [captureId]),
  );
  return captureId;
}
const waiting = async () =>
  (await queue.list()).filter(({ companyId }) => companyId === company.companyId).map((job) => job.captureId);

test('all that failed for one reason are read again, what failed for another or was thrown away is not', async () => {
  const [first, second] = [await failed('capture.bytes_missing'), await failed('capture.bytes_missing')];
  await failed('image.damaged');
  const trashed = await failed('capture.bytes_missing');
  await trashCaptures(deps(), { scope: scopeOf(company), ids: [trashed] });
  const elsewhere = await database.createCompany();
  await failed('capture.bytes_missing', elsewhere);
  const scope = scopeOf(company, company.members[0]);
  expect(await listFailureCauses(deps(), { scope })).toEqual([
    { code: 'capture.bytes_missing', pages: 2 },
    { code: 'image.damaged', pages: 1 },
  ]);
  expect(await retryFailed(deps(), { scope, code: 'capture.bytes_missing' })).toEqual({ pages: 2 });
  expect((await waiting()).toSorted()).toEqual([first, second].toSorted());
  expect(await listFailureCauses(deps(), { scope })).toEqual([{ code: 'image.damaged', pages: 1 }]);
  // Once more changes nothing.
  expect(await retryFailed(deps(), { scope, code: 'capture.bytes_missing' })).toEqual({ pages: 0 });
  expect(await waiting()).toHaveLength(2);
});

test('an operator neither sees the reasons of all nor reads all again', async () => {
  await failed('image.damaged');
  const scope = scopeOf(company, company.members[1]);
  await expect(listFailureCauses(deps(), { scope })).rejects.toMatchObject({ code: 'role.not_allowed' });
  await expect(retryFailed(deps(), { scope, code: 'image.damaged' })).rejects.toMatchObject({
    code: 'role.not_allowed',
  });
});
