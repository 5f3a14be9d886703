import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { saveReading } from '../captures/save-reading.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import {
  capture,
  createJobTable,
  plugins,
  publish,
  reading,
  receiptManifest,
  scopeOf,
} from '../testing/arrange.ts';
import { versions } from '../testing/arrange-plugins.ts';
import { installPlugin } from './install-plugin.ts';
import { listInstallations } from './list-installations.ts';
import { pausing } from './rules.ts';
import { updateInstallation } from './update-installation.ts';

const plugin = 'gauge';
const manifest = (version: string): Manifest => ({ ...receiptManifest, id: plugin, name: 'Gauge', version });

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
  await publish(database, manifest('1.0.0'), { isFirstParty: false });
  await publish(database, manifest('1.1.0'), { isFirstParty: false });
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['admin', 'reviewer'] });
  scope = scopeOf(company);
  await update(scope);
});

const deps = () => ({ db: database.app, queue, plugins, versions });
const installation = async (of = scope) =>
  (await listInstallations(deps(), { scope: of })).find((each) => each.plugin === plugin)!;

/** From 1.0.0, installed where it is not, to 1.1.0. */
async function update(of: Scope): Promise<void> {
  if (!(await installation(of)))
    await installPlugin(deps(), {
      scope: of,
      ref: { source: 'catalogue', pluginId: plugin, version: '1.0.0' },
    });
  const { revision } = await installation(of);
  const to = { source: 'catalogue' as const, version: '1.1.0' };
  await updateInstallation(deps(), { scope: of, pluginId: plugin, revision, to });
}

/** Captures one after the other on which the reader ends so; `ok`: as it should. */
async function read(...ends: string[]): Promise<void> {
  for (const end of ends) {
    const { captureId } = await capture({ database, queue }, scope, { unread: true });
    const page = { companyId: scope.companyId, captureId };
    const { installations } = (await beginReading(deps(), page))!;
    const runs = installations.map(({ pluginId, version }) => ({
      plugin: pluginId,
      version,
      recordCount: 0,
      durationMs: 1,
      ...(end === 'ok' ? {} : { failure: { code: `plugin.${end}`, message: 'It failed' } }),
    }));
    const result = { reading: reading(['ACME']), records: [], runs, pinned: installations };
    await saveReading(deps(), { ...page, result });
  }
}
const times = (count: number, end: string): string[] => Array.from({ length: count }, () => end);
const onOld = { installedVersion: '1.0.0', isEnabled: true, paused: null, previous: null };
const onNew = { installedVersion: '1.1.0', isEnabled: true, paused: null, left: null };

test('a version that fails on captures in a row after an update is left, in its company only', async () => {
  const other = scopeOf(await database.createCompany());
  await update(other);
  await read(...times(pausing.exhausted - 1, 'threw'));
  expect(await installation()).toMatchObject(onNew);
  await read('bad_output');
  expect(await installation()).toMatchObject({
    ...onOld,
    left: { source: 'catalogue', version: '1.1.0', code: 'plugin.bad_output' },
  });
  expect(await installation(other)).toMatchObject(onNew);

  const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'plugin' } });
  expect(events[0]).toMatchObject({
    action: 'plugin.went_back',
    subjectId: plugin,
    detail: { name: 'Gauge', version: { from: '1.1.0', to: '1.0.0' }, count: pausing.exhausted },
  });
  const told = await database.asOwner(async (client) => {
    const { rows } = await client.query(
      "select user_id from app.notifications where kind = 'plugin.went_back' and company_id = $1",
      [scope.companyId],
    );
    return rows.map((row): string => row.user_id);
  });
  const admin = company.members.find(({ role }) => role === 'admin')!;
  expect(told.toSorted()).toEqual([company.owner.userId, admin.userId].toSorted());
});

test('it goes back instead of pausing where it runs out, once: the version before is paused', async () => {
  await read(...times(pausing.exhausted - 1, 'timed_out'), 'ok', 'out_of_memory');
  expect(await installation()).toMatchObject(onOld);
  await read(...times(pausing.exhausted, 'timed_out'));
  expect(await installation()).toMatchObject({
    installedVersion: '1.0.0',
    paused: { code: 'plugin.timed_out' },
  });
});

test('one that reads in between stays', async () => {
  await read(...times(pausing.exhausted - 1, 'threw'), 'ok', ...times(pausing.exhausted - 1, 'threw'));
  expect(await installation()).toMatchObject(onNew);
});

test('what was left may be used again, and starts over', async () => {
  await read(...times(pausing.exhausted, 'threw'));
  await update(scope);
  await read(...times(pausing.exhausted - 1, 'threw'));
  expect(await installation()).toMatchObject(onNew);
});

test('there is no way back to a version that is blocked', async () => {
  await database.asOwner((client) =>
    client.query(
      "insert into platform.plugin_blocks (plugin_id, version, reason, blocked_by) values ($1, '1.0.0', 'Misreads', gen_random_uuid())",
      [plugin],
    ),
  );
  await read(...times(pausing.exhausted, 'timed_out'));
  expect(await installation()).toMatchObject({
    installedVersion: '1.1.0',
    paused: { code: 'plugin.timed_out' },
  });
});
