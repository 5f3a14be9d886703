import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { getCapture } from '../captures/get-capture.ts';
import { saveReading } from '../captures/save-reading.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { listRecords } from '../records/list-records.ts';
import {
  capture,
  createJobTable,
  plugins,
  publish,
  reading,
  receipt,
  receiptManifest,
  scopeOf,
} from '../testing/arrange.ts';
import { versions } from '../testing/arrange-plugins.ts';
import { endShadow } from './end-shadow.ts';
import { getShadow } from './get-shadow.ts';
import { installPlugin } from './install-plugin.ts';
import { listInstallations } from './list-installations.ts';
import { pausing } from './rules.ts';
import { startShadow } from './start-shadow.ts';
import { uninstallPlugin } from './uninstall-plugin.ts';
import { updateInstallation } from './update-installation.ts';

const plugin = 'gauge';
const manifest = (version: string): Manifest => ({ ...receiptManifest, id: plugin, name: 'Gauge', version });
const to = { source: 'catalogue' as const, version: '1.1.0' };

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
  company = await database.createCompany({ members: ['reviewer'] });
  scope = scopeOf(company);
  await installPlugin(deps(), { scope, ref: { source: 'catalogue', pluginId: plugin, version: '1.0.0' } });
  await startShadow(deps(), { scope, pluginId: plugin, revision: 1, to });
});

const deps = () => ({ db: database.app, queue, plugins, versions });
const installation = async () =>
  (await listInstallations(deps(), { scope })).find((each) => each.plugin === plugin)!;
const results = (by = scope) => getShadow(deps(), { scope: by, pluginId: plugin });

type Made = { merchant: string; total: string } | null | { code: string };

/** A capture that both versions read; null: no record. */
async function read(installed: Made, shadow: Made): Promise<string> {
  const { captureId } = await capture({ database, queue }, scope, { unread: true });
  const page = { companyId: scope.companyId, captureId };
  const { installations, shadows } = (await beginReading(deps(), page))!;
  const of = (version: string, made: Made) => {
    const records = made && 'merchant' in made ? [{ ...receipt(made), plugin, pluginVersion: version }] : [];
    const failure = made && 'code' in made ? { failure: { code: made.code, message: 'It failed' } } : {};
    return { records, runs: [{ plugin, version, recordCount: records.length, durationMs: 1, ...failure }] };
  };
  const result = {
    reading: reading(['ACME']),
    ...of('1.0.0', installed),
    shadowed: { ...of('1.1.0', shadow), tried: shadows },
    pinned: installations,
  };
  await saveReading(deps(), { ...page, result });
  return captureId;
}
const acme = { merchant: 'ACME', total: '12.50' };

test('a shadow is compared on new captures, and nothing it makes is a record', async () => {
  await read(acme, acme);
  const captureId = await read(acme, { ...acme, merchant: 'Shadowed Ltd' });
  await read(acme, null);
  await read(null, acme);
  expect(await results()).toMatchObject({
    counts: { equal: 1, differs: 1, only_installed: 1, only_shadow: 1, failed: 0 },
    fields: [{ field: 'merchant', count: 1 }],
  });
  const differing = (await results()).latest.find(({ outcome }) => outcome === 'differs');
  expect(differing).toMatchObject({
    captureId,
    changes: [{ field: 'merchant', from: 'ACME', to: 'Shadowed Ltd' }],
  });
  const { records } = await getCapture(deps(), { scope, captureId });
  expect(records.map(({ pluginVersion }) => pluginVersion)).toEqual(['1.0.0']);
  expect(JSON.stringify(await listRecords(deps(), { scope, filter: {}, limit: 50 }))).not.toContain(
    'Shadowed',
  );
  const { events } = await listAuditEvents(deps(), { scope, filter: {} });
  expect(JSON.stringify(events)).not.toContain('Shadowed');
  expect(await installation()).toMatchObject({ installedVersion: '1.0.0', shadow: to });
});

test('what the others left too little for is not compared', async () => {
  await read(acme, { code: 'plugin.budget_spent' });
  expect((await results()).counts).toEqual({
    equal: 0,
    differs: 0,
    only_installed: 0,
    only_shadow: 0,
    failed: 0,
  });
});

test('a shadow that fails again and again is given up, and the reader goes on', async () => {
  for (let time = 0; time < pausing.exhausted; time++) {
    expect(await installation()).toMatchObject({ shadow: to });
    await read(acme, { code: 'plugin.timed_out' });
  }
  expect(await installation()).toMatchObject({ installedVersion: '1.0.0', paused: null, shadow: null });
  expect((await results()).counts.failed).toBe(0);
  const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'plugin' } });
  expect(events[0]).toMatchObject({
    action: 'plugin.shadow_given_up',
    detail: { name: 'Gauge', version: '1.1.0', count: pausing.exhausted },
  });
  const told = await database.asOwner(async (client) =>
    client.query(
      "select 1 from app.notifications where kind = 'plugin.shadow_given_up' and company_id = $1 and user_id = $2",
      [scope.companyId, company.owner.userId],
    ),
  );
  expect(told.rowCount).toBe(1);
});

test('it ends when it is given up, switched to or taken off, and another company sees nothing of it', async () => {
  const start = async () =>
    startShadow(deps(), { scope, pluginId: plugin, revision: (await installation()).revision, to });
  await read(acme, null);
  const other = scopeOf(await database.createCompany());
  expect((await results(other)).latest).toEqual([]);
  const reviewer = scopeOf(company, company.members[0]!);
  await expect(results(reviewer)).rejects.toMatchObject({ code: 'role.not_allowed' });

  await endShadow(deps(), { scope, pluginId: plugin, revision: (await installation()).revision });
  expect(await installation()).toMatchObject({ shadow: null });
  expect((await results()).latest).toEqual([]);

  await start();
  await read(acme, null);
  await updateInstallation(deps(), {
    scope,
    pluginId: plugin,
    revision: (await installation()).revision,
    to,
  });
  expect(await installation()).toMatchObject({ installedVersion: '1.1.0', shadow: null });
  expect((await results()).latest).toEqual([]);

  await startShadow(deps(), {
    scope,
    pluginId: plugin,
    revision: (await installation()).revision,
    to: { ...to, version: '1.0.0' },
  });
  await uninstallPlugin(deps(), { scope, pluginId: plugin, revision: (await installation()).revision });
  expect((await results()).latest).toEqual([]);
});
