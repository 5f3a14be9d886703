import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { getCapture } from '../captures/get-capture.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { confirmRecord } from '../records/confirm-record.ts';
import { editField } from '../records/edit-field.ts';
import { rejectRecord } from '../records/reject-record.ts';
import {
  capture,
  createJobTable,
  field,
  plugins,
  publish,
  receipt,
  receiptManifest,
  scopeOf,
} from '../testing/arrange.ts';
import { changeInstallation, type InstallationChange } from './change-installation.ts';
import { chooseReaders } from './choose-readers.ts';
import { listInstallations } from './list-installations.ts';
import { previewAutoConfirm } from './preview-auto-confirm.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
  for (const id of ['label', 'code'])
    await publish(database, { ...receiptManifest, id, name: id.toUpperCase() });
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['admin', 'reviewer', 'operator'] });
  scope = scopeOf(company);
});

const deps = () => ({ db: database.app });
const list = (by = scope) => listInstallations(deps(), { scope: by });
/** On the revision as it is now. */
const change = async (pluginId: string, to: InstallationChange, by = scope) => {
  const revision = (await list(by)).find((each) => each.plugin === pluginId)?.revision ?? 0;
  return changeInstallation(deps(), { scope: by, pluginId, revision, change: to });
};
const run = async () => {
  const { captureId } = await capture({ database, queue }, scope, { unread: true });
  const task = await beginReading(deps(), { companyId: company.companyId, captureId });
  return task?.installations.map((installed) => installed.pluginId);
};

test('what a company says it captures decides which readers run; those it installed itself stay as they are', async () => {
  for (const plugin of ['code', 'receipt']) await change(plugin, { enabled: true });
  await chooseReaders(deps(), { scope, kinds: ['meters'] });
  expect(await run()).toEqual(['code']);
  await chooseReaders(deps(), { scope, kinds: ['meters', 'papers'] });
  expect(await run()).toEqual(['code', 'receipt']);
  await chooseReaders(deps(), { scope, kinds: ['parcels'] });
  await chooseReaders(deps(), { scope, kinds: [] });
  expect(await run()).toEqual(['code', 'receipt']);
});

test('readers run that are switched on, in the order of the company, and each change is audited', async () => {
  expect((await list()).map((each) => [each.plugin, each.isEnabled, each.revision])).toEqual([
    ['code', false, 0],
    ['label', false, 0],
    ['receipt', false, 0],
  ]);
  for (const plugin of ['code', 'receipt', 'label']) await change(plugin, { enabled: true });
  expect(await run()).toEqual(['code', 'receipt', 'label']);
  await change('label', { move: 'up' });
  expect(await run()).toEqual(['code', 'label', 'receipt']);
  await change('code', { enabled: false });
  expect(await run()).toEqual(['label', 'receipt']);
  await change('code', { move: 'up' });
  await change('code', { enabled: false });
  await change('receipt', { autoConfirm: 0.95 });

  const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'plugin' } });
  expect(events.map(({ action, subjectId, detail }) => [action, subjectId, detail])).toEqual([
    ['plugin.auto_confirm_changed', 'receipt', { name: 'Receipt', autoConfirm: { from: null, to: 0.95 } }],
    ['plugin.disabled', 'code', { name: 'CODE' }],
    ['plugin.moved', 'label', { name: 'LABEL', position: { from: 3, to: 2 } }],
    ['plugin.installed', 'label', { name: 'LABEL', version: '1.0.0', source: 'catalogue' }],
    ['plugin.installed', 'receipt', { name: 'Receipt', version: '1.0.0', source: 'catalogue' }],
    ['plugin.installed', 'code', { name: 'CODE', version: '1.0.0', source: 'catalogue' }],
  ]);
});

test('the second of two who change the same reader is told, and nothing is lost', async () => {
  await change('receipt', { enabled: true });
  const [seen] = await list();
  await change('receipt', { autoConfirm: 0.9 });
  const late = changeInstallation(deps(), {
    scope,
    pluginId: 'receipt',
    revision: seen!.revision,
    change: { enabled: false },
  });
  await expect(late).rejects.toMatchObject({
    code: 'plugin.changed_meanwhile',
    detail: { current: { isEnabled: true, autoConfirm: 0.9 } },
  });
  // Both at once: one of them only.
  const revision = (await list())[0]!.revision;
  const both = await Promise.allSettled(
    [0.8, 0.7].map((autoConfirm) =>
      changeInstallation(deps(), { scope, pluginId: 'receipt', revision, change: { autoConfirm } }),
    ),
  );
  expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('anyone who presses up twice before the list is drawn again moves a reader by two', async () => {
  for (const plugin of ['code', 'receipt', 'label']) await change(plugin, { enabled: true });
  const { revision } = (await list()).find((each) => each.plugin === 'label')!;
  const up = { scope, pluginId: 'label', revision, change: { move: 'up' as const } };
  await Promise.all([changeInstallation(deps(), up), changeInstallation(deps(), up)]);
  expect(await run()).toEqual(['label', 'code', 'receipt']);
});

test('what cannot be is refused', async () => {
  for (const autoConfirm of [0.49, 1.01, Number.NaN])
    await expect(change('receipt', { autoConfirm })).rejects.toMatchObject({ code: 'plugin.bad_threshold' });
  await expect(change('unknown', { enabled: true })).rejects.toMatchObject({ code: 'plugin.not_found' });
  for (const member of company.members.slice(1))
    await expect(change('receipt', { enabled: true }, scopeOf(company, member))).rejects.toMatchObject({
      code: 'role.not_allowed',
    });
});

test('the list tells of blocks and of the runs of this company only; operators of no runs', async () => {
  const { captureId } = await capture({ database, queue }, scope);
  const other = await database.createCompany();
  const theirs = await capture({ database, queue }, scopeOf(other));
  await database.asOwner(async (client) => {
    for (const [companyId, id] of [
      [company.companyId, captureId],
      [other.companyId, theirs.captureId],
    ])
      await client.query(
        `insert into app.plugin_runs (company_id, capture_id, plugin_id, version, record_count, duration_ms, failure_code, created_at)
         select $1, $2, 'label', '1.0.0', 1, n, case when n <= 3 then 'plugin.threw' end,
           now() - case when n = 100 then interval '31 days' else interval '1 day' end
         from generate_series(1, 100) n`,
        [companyId, id],
      );
    await client.query(
      "insert into platform.plugin_blocks (plugin_id, version, reason, blocked_by) values ('code', '*', 'Reads nonsense.', gen_random_uuid())",
    );
  });
  const rows = await list();
  expect(rows.find((row) => row.plugin === 'label')?.runs).toEqual({ count: 99, failures: 3, p95Ms: 95 });
  expect(rows.find((row) => row.plugin === 'receipt')?.runs).toEqual({ count: 0, failures: 0, p95Ms: null });
  expect(rows.find((row) => row.plugin === 'code')?.blocked?.reason).toBe('Reads nonsense.');
  expect((await list(scopeOf(company, company.members[2]))).map((row) => row.runs)).toEqual([
    null,
    null,
    null,
  ]);
});

test('what the rule would have confirmed is told from the last records as they were read', async () => {
  const make = async (confidence: number, more: Parameters<typeof field>[1] = {}) => {
    const record = receipt({ merchant: 'A', total: '1.00' }, confidence);
    record.fields.total = field('1.00', more);
    const { captureId } = await capture({ database, queue }, scope, { records: [record] });
    return (await getCapture({ ...deps(), plugins }, { scope, captureId })).records[0]!;
  };
  const deep = { db: database.app, plugins };
  const corrected = await make(0.97);
  const edited = await editField(deep, {
    scope,
    recordId: corrected.id,
    revision: 1,
    field: 'total',
    value: '2.00',
  });
  await confirmRecord(deep, { scope, recordId: corrected.id, revision: edited.revision });
  const confirmed = await make(0.95);
  await confirmRecord(deep, { scope, recordId: confirmed.id, revision: 1 });
  const rejected = await make(0.6);
  await rejectRecord(deep, { scope, recordId: rejected.id, revision: 1, reason: 'blurred' });
  await make(0.99, { checks: [{ name: 'sum', passed: false, reason: 'does not add up' }] });
  await make(0.98, { ambiguous: ['7.00'] });

  const trials = await previewAutoConfirm(deps(), { scope, pluginId: 'receipt' });
  expect(trials.at(-1)!.captureId).toBe(corrected.captureId);
  expect(trials.map(({ confidence, isClean, outcome }) => ({ confidence, isClean, outcome }))).toEqual([
    { confidence: 0.98, isClean: false, outcome: 'waiting' },
    { confidence: 0.99, isClean: false, outcome: 'waiting' },
    { confidence: 0.6, isClean: true, outcome: 'rejected' },
    { confidence: 0.95, isClean: true, outcome: 'unchanged' },
    { confidence: 0.97, isClean: true, outcome: 'corrected' },
  ]);

  // The rule itself, on the next records, agrees.
  await change('receipt', { enabled: true });
  await change('receipt', { autoConfirm: 0.95 });
  expect((await make(0.95)).state).toBe('confirmed');
  expect((await make(0.94)).state).toBe('needs_review');
  expect((await make(0.99, { ambiguous: ['7.00'] })).state).toBe('needs_review');
});
