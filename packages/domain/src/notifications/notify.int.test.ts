import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assignCaptures } from '../captures/assign-captures.ts';
import { failReading } from '../captures/fail-reading.ts';
import { runBulkAction } from '../captures/run-bulk-action.ts';
import { undoBulkAction } from '../captures/undo-bulk-action.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, plugins, scopeOf } from '../testing/arrange.ts';
import { notify } from './notify.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;

beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['reviewer', 'operator'] });
});

const told = () =>
  database.asOwner(async (client) => {
    const { rows } = await client.query(
      'select user_id, kind, subject_type, subject_id, detail from app.notifications where company_id = $1 order by id',
      [company.companyId],
    );
    return rows;
  });

test('one bulk action is one notification for its assignee, and its undo takes it back', async () => {
  const scope = scopeOf(company);
  const reviewer = company.members[0]!;
  const ids = [];
  for (const text of ['A', 'B', 'C'])
    ids.push((await capture({ database, queue }, scope, { text: [text] })).captureId);
  const { bulkActionId } = await runBulkAction(
    { db: database.app, queue },
    { scope, action: 'assign', ids, payload: { userId: reviewer.userId } },
  );
  expect(await told()).toEqual([
    {
      user_id: reviewer.userId,
      kind: 'capture.assigned',
      subject_type: 'bulk_action',
      subject_id: bulkActionId,
      detail: { actorName: company.owner.name, count: 3 },
    },
  ]);
  await undoBulkAction({ db: database.app }, { scope, bulkActionId: bulkActionId! });
  expect(await told()).toEqual([]);
});

test('who assigns to themself, or assigns again what is assigned so, tells nobody', async () => {
  const scope = scopeOf(company);
  const { captureId } = await capture({ database, queue }, scope);
  const give = (userId: string) => assignCaptures({ db: database.app }, { scope, ids: [captureId], userId });
  await give(company.owner.userId);
  expect(await told()).toEqual([]);
  await give(company.members[0]!.userId);
  await give(company.members[0]!.userId);
  expect(await told()).toMatchObject([
    { subject_type: 'capture', subject_id: captureId, detail: { count: 1 } },
  ]);
});

test('failures of an hour are one notification to the person who captured, however many pages and files', async () => {
  const operator = company.members[1]!;
  const scope = scopeOf(company, operator);
  const first = await capture({ database, queue }, scope, { unread: true, fileName: 'scan.pdf' });
  const second = await capture({ database, queue }, scope, { unread: true, fileName: 'other.jpg' });
  const deps = { db: database.app, queue, plugins };
  const fail = (captureId: string, pages?: number) =>
    failReading(deps, {
      companyId: company.companyId,
      captureId,
      code: 'reader.crashed',
      message: '',
      pages,
    });
  await fail(first.captureId, 5);
  const pages = await database.asOwner(
    async (client) =>
      (
        await client.query(
          'select id from app.captures where document_id = $1 and page_number > 1 order by page_number',
          [first.captureId],
        )
      ).rows,
  );
  await Promise.all([...pages.map((row) => fail(row.id)), fail(second.captureId)]);
  expect(await told()).toMatchObject([
    {
      user_id: operator.userId,
      kind: 'capture.failed',
      subject_id: first.captureId,
      detail: { fileName: 'scan.pdf', count: 2, pages: 6 },
    },
  ]);
});

test('every role of the server that acts on members can tell them, each company its own', async () => {
  const { companyId, owner } = company;
  const input = {
    companyId,
    userIds: [owner.userId, owner.userId, null],
    kind: 'role.changed',
    subjectType: 'member',
    subjectId: owner.userId,
  } as const;
  await database.auth.transaction().execute((trx) => notify(trx, input));
  await database.platform.transaction().execute((trx) => notify(trx, input));
  await database.platform.transaction().execute((trx) => notify(trx, { ...input, actorId: owner.userId }));
  expect(await told()).toHaveLength(2);
  await expect(notify(database.app, input)).rejects.toThrow(/row-level security/);
});
