import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { failReading } from '../captures/fail-reading.ts';
import { saveReading } from '../captures/save-reading.ts';
import type { PlatformActor } from '../platform-actor.ts';
import { listPluginBlocks } from '../plugins/list-plugin-blocks.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import {
  capture,
  createJobTable,
  plugins as oneReader,
  reading,
  receipt,
  scopeOf,
} from '../testing/arrange.ts';
import { announce } from './announce.ts';
import { blockPlugin } from './block-plugin.ts';
import { companiesNearLimit } from './companies-near-limit.ts';
import { getPluginForPlatform } from './get-plugin-for-platform.ts';
import { latestAuditEvents } from './latest-audit-events.ts';
import { exportPlatformEvents, listPlatformEvents } from './list-platform-events.ts';
import { listPluginsForPlatform } from './list-plugins-for-platform.ts';
import { platformHealth } from './platform-health.ts';
import { getPlatformState } from './platform-state.ts';
import { beatProcess, forgetProcesses, listProcesses, type ProcessReport } from './processes.ts';
import { refreshPluginDays } from './refresh-plugin-days.ts';
import { setReadOnly } from './set-read-only.ts';
import { unblockPlugin } from './unblock-plugin.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let actor: PlatformActor;
let company: TestCompany;
const deps = () => ({ platform: database.platform, plugins: oneReader });
const state = () => getPlatformState({ db: database.app });
const change = async (more: Partial<Parameters<typeof setReadOnly>[1]> = {}) =>
  setReadOnly(deps(), { actor, on: true, revision: (await state()).revision, ...more });

beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['admin', 'operator'] });
  actor = { userId: randomUUID(), name: 'Petra', platformRole: 'admin', ipAddress: '192.0.2.1' };
  await database.asOwner((client) =>
    client.query(`
      update platform.state set read_only_since = null, read_only_note = '', announcement = '', announced_at = null, announced_until = null;
      delete from platform.plugin_blocks; delete from platform.processes`),
  );
});

const receiptInAll = { pluginId: 'receipt', version: '*' };
const install = (plugin = 'receipt') =>
  database.asOwner((client) =>
    client.query("insert into app.installations (company_id, plugin_id, version) values ($1, $2, '1.0.0')", [
      company.companyId,
      plugin,
    ]),
  );

test('only platform administrators change or see any of it', async () => {
  const nobody: PlatformActor = { ...actor, platformRole: 'user' };
  const { revision } = await state();
  for (const attempt of [
    () => setReadOnly(deps(), { actor: nobody, on: true, revision }),
    () => announce(deps(), { actor: nobody, text: 'x', tone: 'info', until: null, revision }),
    () => blockPlugin(deps(), { actor: nobody, ...receiptInAll, reason: 'x', confirmation: 'receipt' }),
    () => unblockPlugin(deps(), { actor: nobody, ...receiptInAll }),
    () => listPlatformEvents(deps(), { actor: nobody }),
    () => exportPlatformEvents(deps(), { actor: nobody }),
    () => platformHealth(deps(), { actor: nobody }),
    () => listProcesses(deps(), { actor: nobody }),
    () => latestAuditEvents(deps(), { actor: nobody }),
    () => companiesNearLimit(deps(), { actor: nobody }),
    () => getPluginForPlatform(deps(), { actor: nobody, pluginId: 'receipt' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'platform.admin_only' });
  expect(await state()).toMatchObject({ revision, readOnlySince: null });
});

describe('maintenance', () => {
  test('goes on with its note and off again, and both stand in the list of events', async () => {
    const on = await change({ note: '  new disk until noon  ' });
    expect(on).toMatchObject({ readOnlyNote: 'new disk until noon', readOnlySince: expect.any(String) });
    const later = await change({ note: 'until one' });
    expect(later.readOnlySince).toBe(on.readOnlySince);
    expect(await change({ on: false })).toMatchObject({ readOnlySince: null, readOnlyNote: '' });
    const { events } = await listPlatformEvents(deps(), { actor, action: 'platform' });
    expect(events.slice(0, 3).map((event) => [event.action, event.actorName, event.detail])).toEqual([
      ['platform.read_only_off', 'Petra', { since: on.readOnlySince }],
      ['platform.read_only_note_changed', 'Petra', { note: 'until one' }],
      ['platform.read_only_on', 'Petra', { note: 'new disk until noon' }],
    ]);
  });

  test('of two administrators the second is told what the first did, and nothing is lost', async () => {
    const { revision } = await state();
    await change({ note: 'first' });
    await expect(change({ on: true, note: 'second', revision })).rejects.toMatchObject({
      code: 'platform.changed_meanwhile',
      detail: { current: { readOnlyNote: 'first' } },
    });
    expect(await state()).toMatchObject({ readOnlyNote: 'first' });
  });

  test('a note of more than 300 characters is refused beside its field', async () => {
    await expect(change({ note: '🌻'.repeat(301) })).rejects.toMatchObject({
      code: 'platform.bad_input',
      detail: { fields: { note: expect.any(String) } },
    });
    expect(await change({ note: '🌻'.repeat(300) })).toMatchObject({ readOnlyNote: '🌻'.repeat(300) });
  });
});

describe('an announcement', () => {
  const say = async (more: Partial<Parameters<typeof announce>[1]> = {}) =>
    announce(deps(), {
      actor,
      text: 'We move',
      tone: 'warning',
      until: null,
      revision: (await state()).revision,
      ...more,
    });

  test('is made, made again and taken back', async () => {
    const until = new Date(Date.now() + 3600_000).toISOString();
    const first = await say({ until });
    expect(first).toMatchObject({
      announcement: 'We move',
      announcementTone: 'warning',
      announcedUntil: until,
    });
    expect(await say({ text: '' })).toMatchObject({
      announcement: '',
      announcedAt: null,
      announcedUntil: null,
    });
    const { events } = await listPlatformEvents(deps(), { actor, action: 'platform.announced' });
    expect(events[0]).toMatchObject({ detail: { text: 'We move', until } });
  });

  test('is refused with a sentence beside each field that is wrong', async () => {
    for (const [input, field] of [
      [{ text: 'x'.repeat(501) }, 'text'],
      [{ until: 'tomorrow' }, 'until'],
      [{ until: '2020-01-01T00:00:00Z' }, 'until'],
    ] as const)
      await expect(say(input)).rejects.toMatchObject({ detail: { fields: { [field]: expect.any(String) } } });
  });
});

describe('processes', () => {
  const report = (more: Partial<ProcessReport> = {}): ProcessReport => ({
    id: randomUUID(),
    role: 'worker',
    host: 'one',
    pid: 7,
    version: '1.2.3',
    nodeVersion: '26.1.0',
    startedAt: new Date(),
    memoryBytes: 5,
    ...more,
  });
  const silentFor = (id: string, span: string) =>
    database.asOwner((client) =>
      client.query('update platform.processes set seen_at = now() - $2::interval where id = $1', [id, span]),
    );

  test('are missing after two minutes of silence, back with the next word, forgotten after an hour', async () => {
    const [quiet, gone, alive] = [report(), report(), report({ role: 'web' })];
    for (const each of [quiet, gone, alive]) await beatProcess(deps(), each);
    await silentFor(quiet.id, '3 minutes');
    await silentFor(gone.id, '61 minutes');
    await beatProcess(deps(), { ...alive, memoryBytes: 9 });
    expect(await listProcesses(deps(), { actor })).toMatchObject([
      { id: quiet.id, isMissing: true },
      { id: alive.id, isMissing: false, memoryBytes: 9, version: '1.2.3', role: 'web' },
    ]);
    await beatProcess(deps(), quiet);
    expect((await listProcesses(deps(), { actor })).map(({ isMissing }) => isMissing)).toEqual([
      false,
      false,
    ]);
    await forgetProcesses(deps(), { ids: [quiet.id] });
    expect(await listProcesses(deps(), { actor })).toHaveLength(1);
  });
});

describe('a blocked plugin', () => {
  const block = (more = {}) =>
    blockPlugin(deps(), {
      actor,
      ...receiptInAll,
      reason: 'Misreads totals',
      confirmation: 'receipt',
      ...more,
    });

  test('is blocked with a reason and its id typed, once', async () => {
    await expect(block({ reason: ' ', confirmation: 'receipts' })).rejects.toMatchObject({
      code: 'platform.bad_input',
      detail: { fields: { reason: expect.any(String), confirmation: expect.any(String) } },
    });
    await expect(block({ pluginId: 'nothing', confirmation: 'nothing' })).rejects.toMatchObject({
      code: 'plugin.not_found',
    });
    expect(await listPluginBlocks({ db: database.app })).toEqual([]);
    await block();
    await expect(block()).rejects.toMatchObject({ code: 'plugin.already_blocked' });
    await unblockPlugin(deps(), { actor, ...receiptInAll });
    await expect(unblockPlugin(deps(), { actor, ...receiptInAll })).rejects.toMatchObject({
      code: 'plugin.not_blocked',
    });
  });

  test('tells owners and admins of companies that use it, nobody else, and stands in their list', async () => {
    await install();
    await database.createCompany();
    await database.asOwner((client) => client.query('delete from app.notifications'));
    await block();
    const told = await database.asOwner(
      async (client) => (await client.query('select user_id, detail from app.notifications')).rows,
    );
    expect(told.map((row) => row.user_id).sort()).toEqual(
      [company.owner.userId, company.members[0]!.userId].sort(),
    );
    expect(told[0].detail).toEqual({ pluginName: 'Receipt', reason: 'Misreads totals' });
    expect(await latestAuditEvents(deps(), { actor, limit: 1 })).toMatchObject([
      { companyId: company.companyId, action: 'plugin.blocked', actorName: 'Petra' },
    ]);
    expect((await platformHealth(deps(), { actor })).blockedInUse).toMatchObject([{ pluginId: 'receipt' }]);
  });

  test('is named to who reads a page, and what it made of one that was being read is not kept', async () => {
    await install();
    const scope = scopeOf(company);
    const { captureId } = await capture({ database, queue }, scope, { unread: true });
    const job = { companyId: company.companyId, captureId };
    const before = await beginReading({ db: database.app }, job);
    expect(before?.installations).toMatchObject([{ pluginId: 'receipt', block: undefined }]);
    await block();
    const after = await beginReading({ db: database.app }, job);
    expect(after?.installations).toMatchObject([{ pluginId: 'receipt', block: { version: '*' } }]);
    const run = { version: '1.0.0', recordCount: 1, durationMs: 3 };
    await saveReading(
      { db: database.app, queue, plugins: oneReader },
      {
        ...job,
        result: {
          reading: reading(['ACME']),
          records: [receipt({ merchant: 'ACME' }), { ...receipt({ merchant: 'ACME' }), plugin: 'other' }],
          runs: [
            { plugin: 'receipt', ...run },
            { plugin: 'other', ...run },
          ],
          pinned: before?.installations ?? [],
        },
      },
    );
    const kept = await database.asOwner(
      async (client) =>
        (
          await client.query(
            `select array(select plugin_id from app.records where capture_id = $1) as records,
              array(select plugin_id from app.plugin_runs where capture_id = $1) as runs`,
            [captureId],
          )
        ).rows[0],
    );
    expect(kept).toEqual({ records: ['other'], runs: ['other'] });
  });
});

test('the catalogue sums up runs of thirty days, and names versions, errors and companies', async () => {
  await install();
  const { captureId } = await capture({ database, queue }, scopeOf(company));
  const before = (await listPluginsForPlatform(deps(), { actor })).items[0]!;
  await database.asOwner((client) =>
    client.query(
      `insert into app.plugin_runs (company_id, capture_id, plugin_id, version, failure_code, record_count, duration_ms, created_at)
       select $1::uuid, $2::uuid, 'receipt', '1.0.0', case when n <= 3 then 'plugin.timed_out' end, 1, n, now() - make_interval(days => n % 20)
       from generate_series(1, 100) n
       union all select $1::uuid, $2::uuid, 'receipt', '1.0.0', null, 1, 900000, now() - interval '40 days'`,
      [company.companyId, captureId],
    ),
  );
  await database.asOwner((client) => client.query('delete from platform.plugin_days'));
  await refreshPluginDays(deps());
  await refreshPluginDays(deps());
  const [plugin] = (await listPluginsForPlatform(deps(), { actor })).items;
  expect(plugin).toMatchObject({
    runs30d: before.runs30d + 100,
    failures30d: 3,
    inUse: [{ version: '1.0.0' }],
  });
  expect(plugin!.p95Ms).toBeGreaterThan(88);
  expect(plugin!.p95Ms).toBeLessThan(104);
  const detail = await getPluginForPlatform(deps(), { actor, pluginId: 'receipt', limit: 100 });
  expect(detail.versions).toMatchObject([
    {
      version: '1.0.0',
      runs30d: plugin!.runs30d,
      failures30d: 3,
      errors: [{ code: 'plugin.timed_out', count: 3 }],
      p95Ms: plugin!.p95Ms,
    },
  ]);
  expect(detail.days).toHaveLength(30);
  expect(detail.days.reduce((sum, day) => sum + day.runs, 0)).toBe(plugin!.runs30d);
  expect(detail.companies).toContainEqual(
    expect.objectContaining({ companyId: company.companyId, runs30d: 100, failures30d: 3 }),
  );
  await expect(getPluginForPlatform(deps(), { actor, pluginId: '../etc' })).rejects.toMatchObject({
    code: 'plugin.not_found',
  });
});

test('health counts what waits, was read and failed, and the oldest wait', async () => {
  const before = await platformHealth(deps(), { actor });
  const scope = scopeOf(company);
  await capture({ database, queue }, scope);
  const { captureId } = await capture({ database, queue }, scope, { unread: true });
  await database.asOwner((client) =>
    client.query("update app.captures set created_at = now() - interval '10 minutes' where id = $1", [
      captureId,
    ]),
  );
  const failed = await capture({ database, queue }, scope, { unread: true });
  await failReading(
    { db: database.app, queue, plugins: oneReader },
    { companyId: company.companyId, captureId: failed.captureId, code: 'image.damaged', message: '' },
  );
  const health = await platformHealth(deps(), { actor });
  expect(health.queue.waiting).toBe(before.queue.waiting + 1);
  expect(health.queue.oldestSeconds).toBeGreaterThanOrEqual(600);
  expect(health.lastDay.read).toBe(before.lastDay.read + 1);
  expect(health.lastDay.failed).toBe(before.lastDay.failed + 1);
  expect(health.bars).toHaveLength(96);
  expect(health.bars.at(-1)!.failed).toBeGreaterThanOrEqual(1);
  expect(health.failures).toContainEqual(expect.objectContaining({ code: 'image.damaged' }));
  expect(health.database.connections).toBeGreaterThan(0);
});

test('a company past nine tenths of a limit is named with what it used', async () => {
  await database.asOwner(async (client) => {
    await client.query('delete from app.company_usage');
    await client.query('insert into app.company_usage (company_id, members, bytes) values ($1, 23, 5)', [
      company.companyId,
    ]);
  });
  expect(await companiesNearLimit(deps(), { actor })).toEqual([
    expect.objectContaining({ companyId: company.companyId, limit: 'members', used: 23, max: 25 }),
  ]);
});

describe('the list of what was done', () => {
  beforeEach(async () => {
    await database.asOwner((client) => client.query('truncate platform.events'));
    await recordPlatformEvent(
      database.platform,
      actor,
      Array.from({ length: 7 }, (_, index) => ({
        action: index % 2 === 0 ? 'user.suspended' : 'company.resumed',
        subjectType: index % 2 === 0 ? ('user' as const) : ('company' as const),
        subjectId: `subject-${index}`,
        subjectName: index === 3 ? '=HYPERLINK("http://example.com")' : `Name 100% ${index}`,
      })),
    );
  });

  test('is walked page by page without a gap or a repeat', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPlatformEvents(deps(), { actor, limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...page.events.map((event) => event.subjectId));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `subject-${index}`));
  });

  test('is searched and filtered, wildcards taken literally', async () => {
    const found = async (filter: object) =>
      (await listPlatformEvents(deps(), { actor, ...filter })).events.length;
    expect(await found({ search: 'petra' })).toBe(7);
    expect(await found({ search: '0% 4' })).toBe(1);
    expect(await found({ search: '%' })).toBe(6);
    expect(await found({ subjectType: 'company' })).toBe(3);
    expect(await found({ action: 'user' })).toBe(4);
    expect(await found({ action: 'user.resumed' })).toBe(0);
    expect(await found({ from: '2020-01-01', to: '2020-01-02' })).toBe(0);
    await expect(found({ from: '2020-13-45' })).rejects.toMatchObject({ code: 'list.bad_filter' });
  });

  test('as CSV has every line, with formulas defused', async () => {
    let text = '';
    for await (const chunk of await exportPlatformEvents(deps(), { actor, subjectType: 'company' }))
      text += new TextDecoder().decode(chunk);
    expect(text.trimEnd().split('\r\n')).toHaveLength(4);
    expect(text).toContain(`"'=HYPERLINK(""http://example.com"")"`);
    const { events } = await listPlatformEvents(deps(), { actor, action: 'platform.audit_exported' });
    expect(events).toMatchObject([{ actorName: 'Petra', detail: { format: 'csv' } }]);
  });
});
