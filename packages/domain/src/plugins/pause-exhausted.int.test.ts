import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { getCapture } from '../captures/get-capture.ts';
import { listDeviceReaders } from '../captures/list-device-readers.ts';
import { saveReading } from '../captures/save-reading.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, plugins, reading, receiptManifest, scopeOf } from '../testing/arrange.ts';
import { versions } from '../testing/arrange-plugins.ts';
import { changeInstallation } from './change-installation.ts';
import { countPluginNews } from './count-plugin-news.ts';
import { listInstallations } from './list-installations.ts';
import { pausing } from './rules.ts';

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
  company = await database.createCompany({ members: ['admin', 'reviewer'] });
  scope = scopeOf(company);
  await change({ enabled: true });
});

const deps = () => ({ db: database.app, queue, plugins, versions });
const plugin = receiptManifest.id;
const installation = async (by = scope) =>
  (await listInstallations(deps(), { scope: by })).find((each) => each.plugin === plugin)!;
const change = async (to: Parameters<typeof changeInstallation>[1]['change'], by = scope) =>
  changeInstallation(deps(), {
    scope: by,
    pluginId: plugin,
    revision: (await installation(scope)).revision,
    change: to,
  });
/** Captures one after the other on which the reader ends so; `ok`: as it should. */
async function read(...ends: string[]): Promise<string> {
  let last = '';
  for (const end of ends) {
    const { captureId } = await capture({ database, queue }, scope, { unread: true });
    const page = { companyId: scope.companyId, captureId };
    const { installations } = (await beginReading(deps(), page))!;
    const runs = installations
      .filter(({ isPaused }) => !isPaused)
      .map(({ pluginId, version }) => ({
        plugin: pluginId,
        version,
        recordCount: 0,
        durationMs: 1,
        ...(end === 'ok' ? {} : { failure: { code: `plugin.${end}`, message: 'It ran out' } }),
      }));
    const result = { reading: reading(['ACME']), records: [], runs, pinned: installations };
    await saveReading(deps(), { ...page, result });
    last = captureId;
  }
  return last;
}
const times = (count: number, end: string): string[] => Array.from({ length: count }, () => end);
const told = () =>
  database.asOwner(async (client) =>
    (
      await client.query(
        "select user_id from app.notifications where kind = 'plugin.paused' and company_id = $1",
        [scope.companyId],
      )
    ).rows.map((row): string => row.user_id),
  );

test('a reader that ran out of its budget too often is paused in its company, and only there', async () => {
  const other = scopeOf(await database.createCompany());
  await changeInstallation(deps(), {
    scope: other,
    pluginId: plugin,
    revision: 0,
    change: { enabled: true },
  });
  await read(...times(pausing.exhausted - 1, 'timed_out'));
  expect(await installation()).toMatchObject({ paused: null });
  await read('out_of_memory');
  expect(await installation()).toMatchObject({
    isEnabled: true,
    paused: { code: 'plugin.out_of_memory' },
  });
  expect(await installation(other)).toMatchObject({ isEnabled: true, paused: null });
  expect(await countPluginNews(deps(), { scope })).toMatchObject({ blocked: 1 });
  expect((await listDeviceReaders(deps(), { scope })).readers).toEqual([]);

  const captureId = await read('ok');
  expect((await getCapture(deps(), { scope, captureId })).notRun).toMatchObject([
    { plugin, code: 'plugin.paused', mayRun: false },
  ]);
  const admin = company.members.find(({ role }) => role === 'admin')!;
  expect((await told()).toSorted()).toEqual([company.owner.userId, admin.userId].toSorted());
  const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'plugin' } });
  expect(events[0]).toMatchObject({
    action: 'plugin.paused',
    subjectId: plugin,
    detail: { name: 'Receipt', code: 'plugin.out_of_memory', exhausted: pausing.exhausted },
  });
});

test('who may manage plugins resumes it, and what was before counts no more', async () => {
  await read(...times(pausing.exhausted, 'timed_out'));
  const reviewer = scopeOf(company, company.members.find(({ role }) => role === 'reviewer')!);
  await expect(change({ paused: false }, reviewer)).rejects.toMatchObject({ code: 'role.not_allowed' });
  const admin = scopeOf(company, company.members.find(({ role }) => role === 'admin')!);
  await change({ paused: false }, admin);
  await read(...times(pausing.exhausted - 1, 'timed_out'));
  expect(await installation()).toMatchObject({ paused: null });
  const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'plugin' } });
  expect(events.map(({ action }) => action).slice(0, 2)).toEqual(['plugin.resumed', 'plugin.paused']);
});

test('one that the readers before it left nothing is not run, and that is not its failure', async () => {
  const captureId = await read(...times(pausing.exhausted, 'budget_spent'));
  expect((await getCapture(deps(), { scope, captureId })).notRun).toMatchObject([
    { plugin, code: 'plugin.budget_spent', mayRun: true },
  ]);
  expect(await installation()).toMatchObject({ paused: null, runs: { count: 0 } });
});

test('one that fails otherwise, or seldom runs out, goes on', async () => {
  await read(...times(pausing.exhausted + 2, 'threw'));
  expect(await installation()).toMatchObject({ paused: null });
  await read(...times(pausing.exhausted - 1, 'timed_out'), ...times(pausing.runs, 'ok'), 'timed_out');
  expect(await installation()).toMatchObject({ paused: null });
});
