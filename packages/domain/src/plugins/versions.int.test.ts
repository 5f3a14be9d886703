import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { getCapture } from '../captures/get-capture.ts';
import { listMyNotifications } from '../notifications/list-my-notifications.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { editField } from '../records/edit-field.ts';
import {
  capture,
  createJobTable,
  plugins,
  publish,
  receipt,
  receiptManifest,
  scopeOf,
} from '../testing/arrange.ts';
import { companyKey, packageOf, packages, versions } from '../testing/arrange-plugins.ts';
import { changeInstallation } from './change-installation.ts';
import { countPluginNews } from './count-plugin-news.ts';
import { decidePluginRequest } from './decide-plugin-request.ts';
import { deprecateCompanyVersion } from './deprecate-company-version.ts';
import { getPlugin } from './get-plugin.ts';
import { installPlugin } from './install-plugin.ts';
import { listCatalogue } from './list-catalogue.ts';
import { listInstallations } from './list-installations.ts';
import { listPluginNames } from './list-plugin-names.ts';
import { listPluginRequests } from './list-plugin-requests.ts';
import { publishCompanyVersion } from './publish-company-version.ts';
import { requestPlugin } from './request-plugin.ts';
import { rollBackInstallation } from './roll-back-installation.ts';
import { setInstallationSettings } from './set-installation-settings.ts';
import { uninstallPlugin } from './uninstall-plugin.ts';
import { updateInstallation } from './update-installation.ts';

const manifest = (id: string, version: string, more: Partial<Manifest> = {}): Manifest => ({
  ...receiptManifest,
  id,
  version,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  ...more,
});

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
  await publish(database, manifest('gauge', '1.0.0'), { isFirstParty: false });
  await publish(
    database,
    manifest('gauge', '1.1.0', {
      settings: [{ name: 'unit', label: 'Unit', type: 'text', default: 'bar' }],
      records: [{ ...receiptManifest.records[0]!, label: 'Gauge', title: 'total' }],
    }),
    { isFirstParty: false },
  );
  await publish(database, manifest('waiting', '1.0.0'), { state: 'in_review', isFirstParty: false });
  await publish(
    database,
    manifest('ledger', '1.0.0', { kind: 'connector', accepts: ['*'], records: [], reads: [] }),
    { isFirstParty: false },
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['admin', 'reviewer', 'operator'] });
  scope = scopeOf(company);
});

const deps = () => ({ db: database.app, queue, plugins, versions, packages });
const gauge = (version: string) => ({ source: 'catalogue' as const, pluginId: 'gauge', version });
const install = (version = '1.0.0') => installPlugin(deps(), { scope, ref: gauge(version) });
const installed = async (pluginId = 'gauge') =>
  (await listInstallations(deps(), { scope })).find((each) => each.plugin === pluginId);
const pinned = async () => {
  const { captureId } = await capture({ database, queue }, scope, { unread: true });
  const task = await beginReading(deps(), { companyId: company.companyId, captureId });
  return task?.installations.map(({ pluginId, version }) => `${pluginId} ${version}`);
};
const block = (version: string) =>
  database.asOwner((client) =>
    client.query(
      "insert into platform.plugin_blocks (plugin_id, version, reason, blocked_by) values ('gauge', $1, 'Misreads', gen_random_uuid())",
      [version],
    ),
  );
const unblock = () => database.asOwner((client) => client.query('delete from platform.plugin_blocks'));

test('a version is installed, pinned, updated, rolled back and taken off, each change once in the audit', async () => {
  await install('1.0.0');
  expect(await pinned()).toEqual(['gauge 1.0.0']);
  expect(await installed()).toMatchObject({ version: '1.1.0', installedVersion: '1.0.0', previous: null });
  const to = { source: 'catalogue' as const, version: '1.1.0' };
  await updateInstallation(deps(), { scope, pluginId: 'gauge', revision: 1, to });
  expect(await pinned()).toEqual(['gauge 1.1.0']);
  // The same once more is no change.
  await updateInstallation(deps(), { scope, pluginId: 'gauge', revision: 2, to });
  await rollBackInstallation(deps(), { scope, pluginId: 'gauge', revision: 2 });
  // What was just left is not where one gets by rolling back.
  expect(await installed()).toMatchObject({ installedVersion: '1.0.0', previous: null, revision: 3 });
  await expect(rollBackInstallation(deps(), { scope, pluginId: 'gauge', revision: 3 })).rejects.toMatchObject(
    { code: 'plugin.no_previous_version' },
  );
  await uninstallPlugin(deps(), { scope, pluginId: 'gauge', revision: 3 });
  expect(await installed()).toBeUndefined();
  expect(await pinned()).toEqual([]);
  const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'plugin' } });
  expect(events.map(({ action, detail }) => [action, detail.version])).toEqual([
    ['plugin.uninstalled', '1.0.0'],
    ['plugin.rolled_back', { from: '1.1.0', to: '1.0.0' }],
    ['plugin.updated', { from: '1.0.0', to: '1.1.0' }],
    ['plugin.installed', '1.0.0'],
  ]);
  // Before anything is switched, the bytes were proved.
  expect(versions.asked).toContainEqual(gauge('1.1.0'));
});

test('records keep the names and types of the version that made them, when it is updated and when it is gone', async () => {
  await install('1.1.0');
  const made = async (pluginVersion: string) => {
    const record = { ...receipt({ merchant: 'ACME', total: '12.50' }), plugin: 'gauge', pluginVersion };
    return (await capture({ database, queue }, scope, { records: [record] })).captureId;
  };
  const [old, young] = [await made('1.0.0'), await made('1.1.0')];
  const titleOf = async (captureId: string) =>
    (await getCapture(deps(), { scope, captureId })).capture.records[0]!.title;
  for (const revision of [1, 0]) {
    expect([await titleOf(old), await titleOf(young)]).toEqual(['ACME', '12.50']);
    if (revision > 0) await uninstallPlugin(deps(), { scope, pluginId: 'gauge', revision });
  }
  expect(await listPluginNames(deps(), { scope })).toEqual([{ id: 'gauge', name: 'Gauge' }]);
  const { records } = await getCapture(deps(), { scope, captureId: old });
  const edited = await editField(deps(), {
    scope,
    recordId: records[0]!.id,
    revision: 1,
    field: 'date',
    value: '2026-02-03',
  });
  expect(edited.fields.date?.value).toBe('2026-02-03');
});

test('what cannot run is not installed, and says why', async () => {
  const refused = (pluginId: string, version = '1.0.0', source: 'catalogue' | 'company' = 'catalogue') =>
    installPlugin(deps(), { scope, ref: { source, pluginId, version } }).then(
      () => 'installed',
      (error) => error.code,
    );
  expect(await refused('ledger')).toBe('plugin.kind_not_available');
  expect(await refused('waiting')).toBe('plugin.version_not_found');
  expect(await refused('gauge', '9.9.9')).toBe('plugin.version_not_found');
  expect(await refused('gauge', '1.0.0', 'company')).toBe('plugin.version_not_found');
  await block('1.1.0');
  expect(await refused('gauge', '1.1.0')).toBe('plugin.blocked');
  expect(await refused('gauge', '1.0.0')).toBe('installed');
  expect(await refused('gauge', '1.0.0')).toBe('plugin.installed_already');
  await expect(
    updateInstallation(deps(), {
      scope,
      pluginId: 'gauge',
      revision: 1,
      to: { source: 'catalogue', version: '1.1.0' },
    }),
  ).rejects.toMatchObject({ code: 'plugin.blocked' });
  await unblock();
  await expect(rollBackInstallation(deps(), { scope, pluginId: 'gauge', revision: 1 })).rejects.toMatchObject(
    {
      code: 'plugin.no_previous_version',
    },
  );
});

test('nothing leads back to a version that was blocked meanwhile', async () => {
  await install('1.0.0');
  const to = { source: 'catalogue' as const, version: '1.1.0' };
  await updateInstallation(deps(), { scope, pluginId: 'gauge', revision: 1, to });
  await block('1.0.0');
  const back = rollBackInstallation(deps(), { scope, pluginId: 'gauge', revision: 2 });
  await expect(back).rejects.toMatchObject({ code: 'plugin.blocked' });
  expect(await pinned()).toEqual(['gauge 1.1.0']);
  await unblock();
});

test('a newer version is offered and counted, one that is blocked never, an older one only in place of what must not run', async () => {
  const offered = async () => (await installed())?.update?.version ?? null;
  const news = () => countPluginNews(deps(), { scope });
  await install('1.0.0');
  expect([await offered(), await news()]).toEqual(['1.1.0', { updates: 1, blocked: 0, requests: 0 }]);
  await block('1.1.0');
  expect([await offered(), (await news()).updates]).toEqual([null, 0]);
  await unblock();
  const to = { source: 'catalogue' as const, version: '1.1.0' };
  await updateInstallation(deps(), { scope, pluginId: 'gauge', revision: 1, to });
  expect(await offered()).toBeNull();
  await block('1.1.0');
  expect(await installed()).toMatchObject({
    update: { version: '1.0.0' },
    blocked: { reason: 'Misreads', isWhole: false },
  });
  expect(await news()).toEqual({ updates: 1, blocked: 1, requests: 0 });
  await changeInstallation(deps(), { scope, pluginId: 'gauge', revision: 2, change: { enabled: false } });
  expect(await news()).toMatchObject({ blocked: 0 });
  await unblock();
  await block('*');
  expect(await installed()).toMatchObject({ update: null, blocked: { isWhole: true } });
  await unblock();
});

test('of two who change an installation at once one is told', async () => {
  await install();
  const at = { scope, pluginId: 'gauge', revision: 1 };
  const outcomes = await Promise.allSettled([
    updateInstallation(deps(), { ...at, to: { source: 'catalogue', version: '1.1.0' } }),
    uninstallPlugin(deps(), at),
    changeInstallation(deps(), { ...at, change: { enabled: false } }),
  ]);
  const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(refusals).toHaveLength(2);
  for (const code of refusals) expect(['plugin.changed_meanwhile', 'plugin.not_installed']).toContain(code);
  // And of two who install.
  const other = scopeOf(await database.createCompany());
  const both = await Promise.allSettled(
    [1, 2].map(() => installPlugin(deps(), { scope: other, ref: gauge('1.0.0') })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('settings are held to the manifest of the installed version, and survive an update and the way back', async () => {
  await install('1.1.0');
  const set = (values: Record<string, unknown>, revision: number) =>
    setInstallationSettings(deps(), { scope, pluginId: 'gauge', revision, values });
  await expect(set({ unit: 3, other: 1 }, 1)).rejects.toMatchObject({
    code: 'plugin.bad_settings',
    detail: { fields: { unit: 'Enter a text.', other: 'This version has no such setting.' } },
  });
  await set({ unit: 'psi' }, 1);
  await set({ unit: 'psi' }, 2);
  expect(await installed()).toMatchObject({ revision: 2, settings: { values: { unit: 'psi' } } });
  await updateInstallation(deps(), {
    scope,
    pluginId: 'gauge',
    revision: 2,
    to: { source: 'catalogue', version: '1.0.0' },
  });
  expect((await installed())?.settings.values).toEqual({});
  await rollBackInstallation(deps(), { scope, pluginId: 'gauge', revision: 3 });
  expect((await installed())?.settings.values).toEqual({ unit: 'psi' });
});

test('who may not install asks; admins are told, and who asked is told what became of it', async () => {
  const [admin, reviewer, operator] = company.members.map((member) => scopeOf(company, member));
  await requestPlugin(deps(), { scope: operator!, pluginId: 'gauge', note: 'For the boiler house' });
  await expect(
    requestPlugin(deps(), { scope: operator!, pluginId: 'gauge', note: '' }),
  ).rejects.toMatchObject({ code: 'plugin.request_open' });
  await requestPlugin(deps(), { scope: reviewer!, pluginId: 'gauge', note: '' });
  const told = async (of: Scope) =>
    (await listMyNotifications({ db: database.app }, { locale: 'en', userId: of.actor.userId })).items.map(
      ({ text }) => text,
    );
  expect(await told(admin!)).toEqual([
    expect.stringContaining('asks for the plugin Gauge to be installed'),
    expect.stringContaining('For the boiler house'),
  ]);
  const { items } = await listMyNotifications(
    { db: database.app },
    { locale: 'en', userId: admin!.actor.userId },
  );
  expect(items[0]?.path).toBe('/settings/plugins/gauge');
  expect(await listPluginRequests(deps(), { scope: operator! })).toHaveLength(1);
  const [newest, oldest] = await listPluginRequests(deps(), { scope: admin! });
  expect((await listCatalogue(deps(), { scope: operator!, search: 'gauge' })).items[0]).toMatchObject({
    isRequested: true,
    installedVersion: null,
  });

  await decidePluginRequest(deps(), {
    scope: admin!,
    requestId: newest!.id,
    decision: 'declined',
    note: 'Not yet',
  });
  expect(await told(reviewer!)).toEqual(['The plugin Gauge you asked for is not installed: Not yet']);
  await decidePluginRequest(deps(), {
    scope: admin!,
    requestId: oldest!.id,
    decision: 'installed',
    note: '',
  });
  expect(await told(operator!)).toEqual(['The plugin Gauge is installed now.']);
  expect(await installed()).toMatchObject({ installedVersion: '1.1.0', isEnabled: true });
  await expect(
    decidePluginRequest(deps(), { scope: admin!, requestId: oldest!.id, decision: 'declined', note: '' }),
  ).rejects.toMatchObject({ code: 'plugin.request_not_found' });
});

test('the catalogue finds by every word, what a plugin reads and who made it, and shows its own first', async () => {
  const key = await companyKey(database, scope);
  const own = await packageOf(manifest('weighbridge', '1.0.0'), key);
  await publishCompanyVersion(deps(), { scope, package: own, madeBy: 'studio', use: false });
  const find = async (search: string, by = scope) =>
    (await listCatalogue(deps(), { scope: by, search })).items.map(({ plugin }) => plugin);
  expect(await find('')).toEqual(['weighbridge', 'receipt', 'gauge', 'ledger']);
  expect(await find('GAUGE merchant')).toEqual(['gauge']);
  expect(await find('gauge nothing')).toEqual([]);
  expect(await find('100%')).toEqual([]);
  // Named so, then those that make such a record, then those that only speak of one.
  expect(await find('receipt')).toEqual(['receipt', 'weighbridge', 'gauge', 'ledger']);
  expect(
    (await listCatalogue(deps(), { scope, kind: 'connector' })).items.map(({ plugin }) => plugin),
  ).toEqual(['ledger']);
  expect(await find('weighbridge', scopeOf(await database.createCompany()))).toEqual([]);
  const page = await listCatalogue(deps(), { scope, offset: 1, limit: 2 });
  expect([page.total, page.items.map(({ plugin }) => plugin)]).toEqual([4, ['receipt', 'gauge']]);
});

test("a company's own version is its own alone, and its bytes never change", async () => {
  const key = await companyKey(database, scope);
  const file = (version: string, code = 'x') => packageOf(manifest('pass', version), key, code);
  const put = async (bytes: Uint8Array, by = scope, use = false) =>
    publishCompanyVersion(deps(), { scope: by, package: bytes, madeBy: 'studio', use });
  const first = await put(await file('1.0.0'), scope, true);
  expect(await put(await file('1.0.0'))).toEqual(first);
  expect(await installed('pass')).toMatchObject({ source: 'company', installedVersion: '1.0.0' });
  await put(await file('1.1.0'), scope, true);
  expect(await installed('pass')).toMatchObject({
    installedVersion: '1.1.0',
    previous: { version: '1.0.0' },
  });
  await expect(put(await file('1.0.0', 'y'))).rejects.toMatchObject({ code: 'plugin.version_taken' });
  await expect(put(await packageOf(manifest('receipt', '9.0.0'), key))).rejects.toMatchObject({
    code: 'plugin.id_taken',
  });
  const stranger = scopeOf(await database.createCompany());
  await expect(getPlugin(deps(), { scope: stranger, pluginId: 'pass' })).rejects.toMatchObject({
    code: 'plugin.not_found',
  });

  await deprecateCompanyVersion(deps(), { scope, pluginId: 'pass', version: '1.0.0', isDeprecated: true });
  expect(
    (await getPlugin(deps(), { scope, pluginId: 'pass' })).versions.map((v) => [v.version, v.state]),
  ).toEqual([
    ['1.1.0', 'published'],
    ['1.0.0', 'deprecated'],
  ]);
  // No new use of it, but the way back stays open.
  await expect(
    updateInstallation(deps(), {
      scope,
      pluginId: 'pass',
      revision: 2,
      to: { source: 'company', version: '1.0.0' },
    }),
  ).rejects.toMatchObject({ code: 'plugin.not_for_install' });
  await rollBackInstallation(deps(), { scope, pluginId: 'pass', revision: 2 });
  expect(await installed('pass')).toMatchObject({ installedVersion: '1.0.0', isDeprecated: true });
});

test('nobody takes the id of a company’s own plugin away by handing one in or publishing under it', async () => {
  const key = await companyKey(database, scope);
  const put = async (id: string, version: string) =>
    publishCompanyVersion(deps(), {
      scope,
      package: await packageOf(manifest(id, version), key),
      madeBy: 'studio',
      use: true,
    });
  // What waits for review is nobody's to see, and keeps nobody out.
  await put('waiting', '1.0.0');
  await put('ticket', '1.0.0');
  await publish(database, manifest('ticket', '9.0.0'), { isFirstParty: false });
  await put('ticket', '1.1.0');
  expect(await installed('ticket')).toMatchObject({
    source: 'company',
    installedVersion: '1.1.0',
    version: '1.1.0',
    update: null,
  });
});

test('uninstalling is undone with version, rule, settings and place', async () => {
  await publish(database, manifest('caliper', '1.0.0'), { isFirstParty: false });
  await install('1.1.0');
  await installPlugin(deps(), { scope, ref: { ...gauge('1.0.0'), pluginId: 'caliper' } });
  await changeInstallation(deps(), { scope, pluginId: 'gauge', revision: 1, change: { autoConfirm: 0.9 } });
  await setInstallationSettings(deps(), { scope, pluginId: 'gauge', revision: 2, values: { unit: 'psi' } });
  const shape = async () =>
    (await listInstallations(deps(), { scope }))
      .filter((each) => each.revision > 0)
      .map(({ plugin, installedVersion, autoConfirm, isEnabled, settings }) => ({
        plugin,
        installedVersion,
        autoConfirm,
        isEnabled,
        settings: settings.values,
      }));
  const before = await shape();
  expect(before.map(({ plugin }) => plugin)).toEqual(['gauge', 'caliper']);
  const { was } = await uninstallPlugin(deps(), { scope, pluginId: 'gauge', revision: 3 });
  const { ref, ...as } = was;
  await expect(installPlugin(deps(), { scope, ref, as: { ...as, autoConfirm: 0.1 } })).rejects.toMatchObject({
    code: 'plugin.bad_threshold',
  });
  await installPlugin(deps(), { scope, ref, as });
  expect(await shape()).toEqual(before);
});

test('a version that is given more than the one that runs is switched to only by who grants exactly that', async () => {
  const codes = { ...gauge('1.0.0'), pluginId: 'codes' };
  await publish(database, manifest('codes', '1.0.0', { reads: ['barcodes'] }), { isFirstParty: false });
  await publish(database, manifest('codes', '1.1.0', { reads: ['barcodes', 'lines'] }), {
    isFirstParty: false,
  });
  await installPlugin(deps(), { scope, ref: codes });
  expect(await installed('codes')).toMatchObject({ update: { version: '1.1.0', asksMore: true } });
  const update = (grant?: { reads: string[]; hosts: string[] }) =>
    updateInstallation(deps(), {
      scope,
      pluginId: 'codes',
      revision: 1,
      to: { source: 'catalogue', version: '1.1.0' },
      ...(grant ? { grant } : {}),
    });
  const refusal = { code: 'plugin.not_granted', detail: { reads: ['lines'], hosts: [] } };
  await expect(update()).rejects.toMatchObject(refusal);
  await expect(update({ reads: ['barcodes'], hosts: ['example.com'] })).rejects.toMatchObject(refusal);
  await update({ reads: ['lines'], hosts: [] });
  expect(await installed('codes')).toMatchObject({ installedVersion: '1.1.0', update: null });
  // What was granted before is not asked about on the way back.
  await rollBackInstallation(deps(), { scope, pluginId: 'codes', revision: 2 });
  expect(await installed('codes')).toMatchObject({ installedVersion: '1.0.0' });
});
