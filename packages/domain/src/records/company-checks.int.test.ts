import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { JsonValue } from '@readout/plugin-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { getCapture } from '../captures/get-capture.ts';
import { nextForReview } from '../captures/next-for-review.ts';
import { previewBulkAction } from '../captures/preview-bulk-action.ts';
import { runBulkAction } from '../captures/run-bulk-action.ts';
import { undoBulkAction } from '../captures/undo-bulk-action.ts';
import { getCompanySettings } from '../companies/get-company-settings.ts';
import { updateCompanySettings } from '../companies/update-company-settings.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, plugins, receipt, scopeOf } from '../testing/arrange.ts';
import { confirmRecord } from './confirm-record.ts';
import { editField } from './edit-field.ts';
import { getRecordHistory } from './get-record-history.ts';
import { reopenRecord } from './reopen-record.ts';
import type { CompanyCheckName } from './rules.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;
let scope: Scope;
let reviewer: Scope;
let operator: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['reviewer', 'operator'] });
  scope = scopeOf(company);
  [reviewer, operator] = company.members.map((member) => scopeOf(company, member)) as [Scope, Scope];
});

const deps = () => ({ db: database.app, queue, plugins });
type Values = Record<string, JsonValue>;
const bill: Values = { merchant: 'Müller GmbH', number: 'RE-2026/17', date: '2026-03-05', total: '119.00' };
const add = async (values: Values, as = scope) =>
  (await capture({ database, queue }, as, { records: [receipt(values)] })).captureId;
const recordOf = async (captureId: string, as = scope) =>
  (await getCapture(deps(), { scope: as, captureId })).records[0]!;
const confirm = async (captureId: string, { as = scope, despite = [] as CompanyCheckName[] } = {}) => {
  const { id, revision } = await recordOf(captureId, as);
  return confirmRecord(deps(), { scope: as, recordId: id, revision, despite });
};
const confirmed = async (values: Values, as = scope) => {
  const captureId = await add(values, as);
  await confirm(captureId, { as });
  return captureId;
};
const failing = async (captureId: string, as = scope) =>
  (await recordOf(captureId, as)).companyChecks.map(({ check }) => check);
const byRule = (threshold: number | null) =>
  database.asOwner((client) =>
    client.query(
      `insert into app.installations (company_id, plugin_id, version, auto_confirm_confidence) values ($1, 'receipt', '1.0.0', $2)
       on conflict (company_id, plugin_id) do update set auto_confirm_confidence = excluded.auto_confirm_confidence`,
      [company.companyId, threshold],
    ),
  );
const twoAbove = async (secondPersonAbove: number | null) => {
  const { languages, locale, operatorsMayConfirm, keepLocation, revision } = await getCompanySettings(
    deps(),
    {
      scope,
    },
  );
  const settings = { languages, locale, operatorsMayConfirm, keepLocation, secondPersonAbove };
  await updateCompanySettings(deps(), { scope, settings, revision });
};
const sent = () =>
  database.asOwner(async (client) => {
    const { rows } = await client.query(
      'select type from app.outbox where company_id = $1 order by sequence',
      [company.companyId],
    );
    return rows.map(({ type }) => type);
  });

test('a document that came twice is told by its number, however number and supplier are written, with the way to the other', async () => {
  const first = await confirmed(bill);
  const again = await add({ ...bill, merchant: 'MUELLER GMBH', number: 're 2026 17', total: '120.00' });
  const record = await recordOf(again);
  expect(record.companyChecks).toEqual([
    {
      check: 'same_number',
      field: 'number',
      other: { recordId: (await recordOf(first)).id, captureId: first },
    },
  ]);
  // Neither of another supplier nor of one that nobody confirmed.
  expect(await failing(await add({ ...bill, merchant: 'Painter', date: null }))).toEqual([]);
  const waiting = await add({ merchant: 'Painter', number: '5' });
  expect(await failing(await add({ merchant: 'Painter', number: '5' }))).toEqual([]);
  expect(await failing(waiting)).toEqual([]);
});

test('the same amount of one day, another account, an amount far outside the usual and an unknown rate are told', async () => {
  await confirmed({ ...bill, number: null });
  expect(await failing(await add({ ...bill, number: null }))).toEqual(['same_amount']);
  expect(await failing(await add({ ...bill, number: null, date: '2026-03-06' }))).toEqual([]);
  for (let day = 10; day < 15; day++)
    await confirmed({
      merchant: 'Strom AG',
      date: `2026-01-${day}`,
      total: `${day * 10}.00`,
      iban: 'DE89370400440532013000',
    });
  const odd = await add({ merchant: 'Strom AG', total: '420.10', iban: 'DE02120300000000202051' });
  expect((await recordOf(odd)).companyChecks).toMatchObject([
    { check: 'other_iban', field: 'iban', before: 'DE89370400440532013000' },
    { check: 'unusual_total', field: 'total', usual: { from: 100, to: 140, count: 5 } },
  ]);
  const usual = { merchant: 'Strom AG', total: '419.90', iban: 'DE89 3704 0044 0532 0130 00' };
  expect(await failing(await add(usual))).toEqual([]);
  const taxes = [{ rate: '16' }];
  expect(
    await failing(await add({ merchant: 'X', date: '2026-03-05', iban: 'DE89370400440532013000', taxes })),
  ).toEqual(['unknown_tax_rate']);
});

test('companies are not compared with each other, and operators are told nothing of records of others', async () => {
  const other = scopeOf(await database.createCompany());
  await confirmed(bill, other);
  expect(await failing(await add(bill))).toEqual([]);
  const mine = await add(bill, operator);
  await confirmed(bill);
  expect((await recordOf(mine, operator)).companyChecks).toEqual([{ check: 'same_number', field: 'number' }]);
});

test('what fails is confirmed by nobody who has not seen it, by no rule, and leaves nothing', async () => {
  const [first, second] = [await add(bill), await add(bill)];
  const seen = await recordOf(second);
  await confirm(first);
  // It waited already, and is told of it as it is confirmed.
  expect(await failing(second)).toEqual(['same_number']);
  const stale = confirmRecord(deps(), { scope, recordId: seen.id, revision: seen.revision });
  await expect(stale).rejects.toMatchObject({
    code: 'record.checks_fail',
    detail: { current: { companyChecks: [{ check: 'same_number' }] } },
  });
  await byRule(0.5);
  const third = await add(bill);
  expect((await recordOf(third)).state).toBe('needs_review');
  expect((await recordOf(await add({ ...bill, number: '18', date: '2026-03-06' }))).state).toBe('confirmed');
  expect(await sent()).toEqual(['record.confirmed', 'record.confirmed']);
  expect(await confirm(second, { despite: ['same_number'] })).toMatchObject({
    state: 'confirmed',
    confirmations: 1,
  });
  const { decisions } = await getRecordHistory(deps(), { scope, recordId: seen.id });
  expect(decisions[0]?.failedChecks).toEqual(['number: same_number']);
});

test('a check goes where its reason goes: the value was put right, the other was reopened or thrown away', async () => {
  const first = await confirmed(bill);
  const [edited, waiting] = [await add(bill), await add(bill)];
  const record = await recordOf(edited);
  const now = await editField(deps(), {
    scope,
    recordId: record.id,
    revision: record.revision,
    field: 'number',
    value: 'RE-2026/71',
  });
  expect(now.companyChecks.map(({ check }) => check)).toEqual(['same_amount']);
  const { id, revision } = await recordOf(first);
  await reopenRecord(deps(), { scope, recordId: id, revision });
  expect(await failing(edited)).toEqual([]);
  expect(await failing(waiting)).toEqual([]);
});

test('of two that came twice and are confirmed at once, one is', async () => {
  const both = [await recordOf(await add(bill)), await recordOf(await add(bill))];
  const outcomes = await Promise.allSettled(
    both.map(({ id, revision }, index) =>
      confirmRecord(deps(), { scope: index ? reviewer : scope, recordId: id, revision }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'record.checks_fail' },
  });
});

test('of many confirmed at once what came twice is confirmed once, and named as doubtful afterwards', async () => {
  for (let n = 0; n < 3; n++) await add(bill);
  await add({ ...bill, number: '18', total: '20.00' });
  const bulk = { scope, action: 'confirm' as const, filter: {} };
  const { records, bulkActionId } = await runBulkAction(deps(), bulk);
  expect(records).toBe(2);
  expect((await previewBulkAction(deps(), bulk)).records).toMatchObject({
    changing: 0,
    doubtful: { records: 2, failedChecks: 2, named: [{ fields: ['Number'] }, { fields: ['Number'] }] },
  });
  await undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! });
  expect((await previewBulkAction(deps(), bulk)).records).toMatchObject({
    changing: 4,
    doubtful: { records: 0 },
  });
});

test('above the amount of the company two people confirm, and only then it is confirmed and sent', async () => {
  await twoAbove(100);
  await byRule(0.5);
  const [large, small] = [await add(bill), await add({ ...bill, number: '2', total: '100.00' })];
  expect((await recordOf(small)).state).toBe('confirmed');
  expect(await recordOf(large)).toMatchObject({
    state: 'needs_review',
    confirmations: 0,
    needsSecondPerson: true,
  });
  expect(await confirm(large)).toMatchObject({
    state: 'needs_review',
    confirmations: 1,
    firstConfirmedBy: { id: scope.actor.userId },
    confirmedBy: null,
  });
  expect(await sent()).toEqual(['record.confirmed']);
  await expect(confirm(large)).rejects.toMatchObject({ code: 'record.second_person_needed' });
  const next = { afterCaptureId: small, filter: {} };
  expect(await nextForReview(deps(), { scope, ...next })).toBeNull();
  expect(await nextForReview(deps(), { scope: reviewer, ...next })).toMatchObject({ captureId: large });
  expect(await confirm(large, { as: reviewer })).toMatchObject({
    state: 'confirmed',
    confirmations: 2,
    confirmedBy: { id: reviewer.actor.userId },
  });
  expect(await sent()).toEqual(['record.confirmed', 'record.confirmed']);
  const { decisions } = await getRecordHistory(deps(), { scope, recordId: (await recordOf(large)).id });
  expect(decisions.map(({ decision }) => decision)).toEqual(['confirmed', 'confirmed_first']);
});

test('of two people who confirm a large amount at once the second is told, and it waits for one of them still', async () => {
  await twoAbove(100);
  const { id, revision } = await recordOf(await add({ ...bill, total: '-500.00' }));
  const outcomes = await Promise.allSettled(
    [scope, reviewer].map((each) => confirmRecord(deps(), { scope: each, recordId: id, revision })),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'record.changed_meanwhile',
      detail: { current: { state: 'needs_review', confirmations: 1 } },
    },
  });
});

test('a first confirmation ends with a changed value, is taken back by its undo, and counts in bulk', async () => {
  await twoAbove(100);
  const captureId = await add(bill);
  const first = await confirm(captureId);
  const changed = await editField(deps(), {
    scope: reviewer,
    recordId: first.id,
    revision: first.revision,
    field: 'total',
    value: '118.00',
  });
  expect(changed.confirmations).toBe(0);
  const again = await confirm(captureId);
  await reopenRecord(deps(), { scope, recordId: again.id, revision: again.revision });
  expect(await recordOf(captureId)).toMatchObject({ state: 'needs_review', confirmations: 0 });

  const bulk = { scope, action: 'confirm' as const, filter: {}, payload: { includeDoubtful: true } };
  expect((await previewBulkAction(deps(), bulk)).records).toMatchObject({ changing: 1, first: 1 });
  const { bulkActionId } = await runBulkAction(deps(), bulk);
  expect(await recordOf(captureId)).toMatchObject({ state: 'needs_review', confirmations: 1 });
  expect((await previewBulkAction(deps(), bulk)).reasons).toEqual([{ reason: 'second_person', count: 1 }]);
  await undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! });
  expect((await recordOf(captureId)).confirmations).toBe(0);
  await runBulkAction(deps(), bulk);
  await runBulkAction(deps(), { ...bulk, scope: reviewer });
  expect(await recordOf(captureId)).toMatchObject({ state: 'confirmed', confirmations: 2 });
});

test('a gap in numbers that came one after the other is told, until what is missing is there', async () => {
  const bar = (number: string, as = scope) => add({ merchant: 'Bar', number }, as);
  for (const number of ['B-2026/0041', 'B-2026/0042', 'B-2026/0043'])
    await confirmed({ merchant: 'Bar', number });
  // Three are no series yet.
  expect(await failing(await bar('B-2026/0046'))).toEqual([]);
  await confirmed({ merchant: 'Bar', number: 'B-2026/0044' });
  const late = await bar('B-2026/0049');
  expect((await recordOf(late)).companyChecks).toEqual([
    { check: 'missing_number', field: 'number', missing: { count: 2, after: 'B-2026/0046' } },
  ]);
});
