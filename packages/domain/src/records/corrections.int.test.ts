import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { getCapture } from '../captures/get-capture.ts';
import { rereadCaptures } from '../captures/reread-captures.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, field, plugins, read, receipt, scopeOf } from '../testing/arrange.ts';
import { confirmRecord } from './confirm-record.ts';
import { mostSure } from './corrections.ts';
import { editField } from './edit-field.ts';
import type { ProposedRecord } from './proposal-rows.ts';

let database: TestDatabase;
let queue: ReadingQueue;
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
const recordOf = async (captureId: string, as = scope) =>
  (await getCapture(deps(), { scope: as, captureId })).records[0]!;
let count = 0;
/** A receipt unlike the others, sure of everything. */
const sure = (more: Partial<ProposedRecord> = {}): ProposedRecord => ({
  ...receipt({ merchant: `ACME ${++count}`, total: '12.50' }, 0.99),
  fields: {
    merchant: field(`ACME ${count}`, { confidence: 0.99 }),
    total: field(`${count}.50`, { confidence: 0.99 }),
  },
  ...more,
});
const add = async (record = sure(), as = scope) =>
  (await capture({ database, queue }, as, { records: [record] })).captureId;
const looked = async ({ record = sure(), corrects = undefined as string | undefined, as = scope } = {}) => {
  const { id, revision } = await recordOf(await add(record, as), as);
  const changed = corrects
    ? await editField(deps(), { scope: as, recordId: id, revision, field: corrects, value: 'Bakery' })
    : { revision };
  await confirmRecord(deps(), { scope: as, recordId: id, revision: changed.revision });
};
const times = async (many: number, once: () => Promise<void>) => {
  for (let i = 0; i < many; i++) await once();
};
const byRule = (threshold: number) =>
  database.asOwner((client) =>
    client.query(
      `insert into app.installations (company_id, plugin_id, version, auto_confirm_confidence) values ($1, 'receipt', '1.0.0', $2)`,
      [company.companyId, threshold],
    ),
  );

test('a field that people had to correct is less sure from then on, says why, and no rule confirms its record', async () => {
  await byRule(0.95);
  // What the rule confirmed nobody looked at.
  await times(4, async () => void (await add()));
  const belowRule = () => sure({ confidence: 0.9 });
  await times(3, () => looked({ record: belowRule() }));
  await looked({ record: belowRule(), corrects: 'merchant' });
  expect(await recordOf(await add())).toMatchObject({ state: 'confirmed', confidence: 0.99 });
  await looked({ record: belowRule(), corrects: 'merchant' });

  const corrections = { of: 5, corrected: 2 };
  const bound = mostSure(corrections);
  const record = await recordOf(await add());
  expect(record).toMatchObject({
    state: 'needs_review',
    fields: { merchant: { confidence: bound, corrections }, total: { confidence: 0.99 } },
  });
  expect(record.confidence).toBeCloseTo(bound);
  expect(record.fields.total).not.toHaveProperty('corrections');
});

test('what nobody corrected makes nothing surer, and what was doubted more stays so', async () => {
  await times(6, () => looked());
  const doubted = { merchant: field('ACME', { confidence: 0.3 }), total: field('9.50', { confidence: 0.8 }) };
  expect((await recordOf(await add(sure({ fields: doubted })))).fields).toMatchObject(doubted);
  await times(2, () => looked({ corrects: 'merchant' }));
  const record = await recordOf(await add(sure({ confidence: 0.2, fields: doubted })));
  expect(record.fields.merchant).toMatchObject({ confidence: 0.3 });
  expect(record.fields.merchant).not.toHaveProperty('corrections');
  expect(record.confidence).toBeCloseTo(0.2);
});

test('what people filled in or doubted anyway, codes, other kinds of records and other companies count for nothing', async () => {
  const other = scopeOf(await database.createCompany());
  await times(5, () => looked({ corrects: 'merchant', as: other }));
  await times(5, () => looked({ corrects: 'number' }));
  const doubted = () => sure({ fields: { ...sure().fields, merchant: field('AC?E', { confidence: 0.6 }) } });
  await times(5, () => looked({ record: doubted(), corrects: 'merchant' }));
  const record = await recordOf(await add());
  expect(record.fields).toMatchObject({ merchant: { confidence: 0.99 }, total: { confidence: 0.99 } });
  const { total, merchant } = (
    await recordOf(
      await add(sure({ fields: { ...sure().fields, number: field('7', { confidence: 0.99 }) } })),
    )
  ).fields;
  for (const each of [total, merchant]) expect(each).not.toHaveProperty('corrections');

  await times(5, () => looked({ corrects: 'merchant' }));
  const ofCode = field('ACME', {
    confidence: 0.99,
    evidence: [{ box: merchant!.evidence[0]!.box!, barcode: 'b0' }],
  });
  expect(
    (await recordOf(await add(sure({ fields: { merchant: ofCode } })))).fields.merchant!.confidence,
  ).toBe(0.99);
  expect((await recordOf(await add(sure({ type: 'slip' })))).fields.merchant!.confidence).toBe(0.99);
  expect((await recordOf(await add())).fields.merchant!.confidence).toBeLessThan(0.9);
});

test('it holds when a capture is read again, and passes as more is right', async () => {
  await times(3, () => looked());
  const captureId = await add();
  await times(3, () => looked({ corrects: 'merchant' }));
  const readAgain = async () => {
    await rereadCaptures(deps(), { scope, ids: [captureId] });
    await read({ database, queue }, company.companyId, captureId, { records: [sure()] });
    return (await recordOf(captureId)).fields.merchant!;
  };
  const before = await readAgain();
  expect(before).toMatchObject({ corrections: { of: 6, corrected: 3 } });
  await times(3, () => looked());
  expect((await readAgain()).confidence).toBeGreaterThan(before.confidence + 0.05);
});
