import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import type { Manifest } from '@readout/plugin-kit/manifest';
import {
  generateKey,
  openPackage,
  type PackageContent,
  packPlugin,
  signPackage,
} from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { getCapture } from '../captures/get-capture.ts';
import { listDeviceReaders } from '../captures/list-device-readers.ts';
import { rereadCaptures } from '../captures/reread-captures.ts';
import { saveReading } from '../captures/save-reading.ts';
import { blockPlugin } from '../platform/block-plugin.ts';
import { unblockPlugin } from '../platform/unblock-plugin.ts';
import type { PlatformActor } from '../platform-actor.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, plugins, reading, receiptManifest, scopeOf } from '../testing/arrange.ts';
import { companyKey, packages, versions } from '../testing/arrange-plugins.ts';
import { installPlugin } from './install-plugin.ts';
import { listCatalogue } from './list-catalogue.ts';
import { listInstallations } from './list-installations.ts';
import { publishCompanyVersion } from './publish-company-version.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let scope: Scope;
let actor: PlatformActor;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner((client) =>
    client.query(
      'delete from platform.plugin_blocks; delete from platform.plugin_versions; delete from app.notifications',
    ),
  );
  scope = scopeOf(await database.createCompany());
  actor = { userId: scope.actor.userId, name: 'Ada', platformRole: 'admin' };
});

const deps = () => ({ db: database.app, queue, plugins, versions, packages, platform: database.platform });
const contentOf = (id: string, version: string, source: string): PackageContent => ({
  manifest: { ...receiptManifest, id, version, name: id } as Manifest,
  source,
  readme: '',
  fixtures: [],
});
/** As the platform has it. */
async function publish(content: PackageContent): Promise<Uint8Array> {
  const payload = packPlugin(content);
  const file = await signPackage(payload, await generateKey());
  const { sha256 } = await openPackage(file);
  const { id, version } = content.manifest;
  await database.asOwner(async (client) => {
    await client.query(
      "insert into platform.plugins (id, publisher_name) values ($1, 'Somebody') on conflict do nothing",
      [id],
    );
    await client.query(
      "insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256) values ($1, $2, 'published', $3, $4, $5)",
      [id, version, content.manifest, file, sha256],
    );
  });
  return payload;
}
/** As the company's own; what the catalogue has under the id comes after it. */
async function carryIn(payload: Uint8Array, by = scope): Promise<void> {
  const file = await signPackage(payload, await companyKey(database, by));
  await publishCompanyVersion(deps(), { scope: by, package: file, madeBy: 'package', use: false });
}
const use = (pluginId: string, version: string, source: 'company' | 'catalogue' = 'company', by = scope) =>
  installPlugin(deps(), { scope: by, ref: { source, pluginId, version } }).then(
    () => 'installed',
    (error) => error.code,
  );
const block = (pluginId: string, version: string) =>
  blockPlugin(deps(), {
    actor,
    pluginId,
    version,
    reason: 'Misreads',
    confirmation: version === '*' ? pluginId : `${pluginId} ${version}`,
  });
/** What runs on the server and on devices. */
async function running(by = scope): Promise<[string[], string[]]> {
  const { captureId } = await capture({ database, queue }, by, { unread: true });
  const task = await beginReading(deps(), { companyId: by.companyId, captureId });
  const { readers } = await listDeviceReaders(deps(), { scope: by });
  return [
    task!.installations.filter((each) => !each.block).map(({ pluginId }) => pluginId),
    readers.map(({ manifest }) => manifest.id),
  ];
}

test('a block stops the version it was spoken over and goes past what a company made itself under its id and number', async () => {
  const other = scopeOf(await database.createCompany());
  await carryIn(packPlugin(contentOf('gauge', '1.0.0', 'our own')));
  await publish(contentOf('gauge', '1.0.0', 'everybody’s'));
  expect([await use('gauge', '1.0.0'), await use('gauge', '1.0.0', 'catalogue', other)]).toEqual([
    'installed',
    'installed',
  ]);
  // Only who has it is told.
  expect(await block('gauge', '1.0.0')).toEqual({ companies: 1 });
  await block('gauge', '*');
  expect([await running(), await running(other)]).toEqual([
    [['gauge'], ['gauge']],
    [[], []],
  ]);
  expect(await listInstallations(deps(), { scope })).toMatchObject([{ source: 'company', blocked: null }]);
  const shown = (await listCatalogue(deps(), { scope })).items.map(({ source, blocked }) => [
    source,
    blocked?.reason,
  ]);
  expect(shown).toEqual([
    ['company', undefined],
    ['catalogue', 'Misreads'],
  ]);
});

test('the bytes of a blocked version run nowhere: not under their own id, not repackaged under another id, number and README', async () => {
  const blocked = contentOf('scale', '1.0.0', 'var misreads;');
  const thief = scopeOf(await database.createCompany());
  const payload = packPlugin(blocked);
  await carryIn(payload);
  const sly: PackageContent = {
    ...blocked,
    manifest: { ...blocked.manifest, id: 'sly', version: '9.0.0', name: 'Sly' },
    readme: 'Something else',
    // A barcode may hold what no text of a database can: no way around it, either.
    fixtures: [
      {
        name: 'A barcode',
        settings: {},
        expected: { locale: 'en', today: '2026-03-01', records: [] },
        reading: {
          page: { number: 1, of: 1, width: 10, height: 10, rotation: 0 },
          lines: [],
          barcodes: [
            {
              id: 'b1',
              format: 'QRCode',
              text: '\0',
              contentType: 'Text',
              symbologyIdentifier: ']Q1',
              box: [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 1],
              ],
            },
          ],
          languages: [],
        },
      },
    ],
  };
  await carryIn(packPlugin(sly), thief);
  expect([await use('scale', '1.0.0'), await use('sly', '9.0.0', 'company', thief)]).toEqual([
    'installed',
    'installed',
  ]);
  await publish(blocked);
  expect(await block('scale', '1.0.0')).toEqual({ companies: 2 });
  expect([await running(), await running(thief)]).toEqual([
    [[], []],
    [[], []],
  ]);
  const late = scopeOf(await database.createCompany());
  const later = { ...sly, manifest: { ...sly.manifest, id: 'later' } };
  await carryIn(packPlugin(later), late);
  expect(await use('later', '9.0.0', 'company', late)).toBe('plugin.blocked');
  expect((await listInstallations(deps(), { scope: thief }))[0]?.blocked).toMatchObject({
    reason: 'Misreads',
    isWhole: false,
  });
  const told = await database.asOwner(
    async (client) =>
      (await client.query("select subject_id from app.notifications where kind = 'plugin.blocked'")).rows,
  );
  // Who blocks is not told again.
  expect(told.map((row) => row.subject_id)).toEqual(['sly']);
  await unblockPlugin(deps(), { actor, pluginId: 'scale', version: '1.0.0' });
  expect(await running(thief)).toEqual([['sly'], ['sly']]);
});

test('a program goes on where a version that may run has the same, and stops with every version of a plugin', async () => {
  await carryIn(packPlugin(contentOf('mine', '1.0.0', 'one program')));
  await use('mine', '1.0.0');
  // What was wrong was its manifest.
  await publish(contentOf('gauge', '1.0.0', 'one program'));
  await publish(contentOf('gauge', '1.0.1', 'one program'));
  await block('gauge', '1.0.0');
  expect(await running()).toEqual([['mine'], ['mine']]);
  await block('gauge', '*');
  expect(await running()).toEqual([[], []]);
});

test('a page says which readers did not run on it and why, and no more once it was read again with them', async () => {
  await carryIn(packPlugin(contentOf('mine', '1.0.0', 'a program')));
  await use('mine', '1.0.0');
  await publish(contentOf('theirs', '1.0.0', 'a program'));
  await block('theirs', '1.0.0');
  const { captureId } = await capture({ database, queue }, scope, { unread: true });
  const job = { companyId: scope.companyId, captureId };
  const read = async (failure?: { code: string; message: string }) => {
    const { installations: pinned } = (await beginReading(deps(), job))!;
    const run = { plugin: 'mine', version: '1.0.0', recordCount: 0, durationMs: 1 };
    await saveReading(deps(), {
      ...job,
      result: {
        reading: reading(['ACME']),
        records: [],
        runs: [failure ? { ...run, failure } : run],
        pinned,
      },
    });
  };
  const notRun = async () => (await getCapture(deps(), { scope, captureId })).notRun;
  await read();
  const blocked = {
    plugin: 'mine',
    name: 'mine',
    version: '1.0.0',
    code: 'plugin.blocked',
    detail: 'Misreads',
  };
  expect(await notRun()).toEqual([{ ...blocked, mayRun: false }]);
  await unblockPlugin(deps(), { actor, pluginId: 'theirs', version: '1.0.0' });
  expect(await notRun()).toEqual([{ ...blocked, mayRun: true }]);
  const again = () => rereadCaptures(deps(), { scope, ids: [captureId] });
  await again();
  await read({ code: 'plugin.timed_out', message: 'It did not end' });
  expect(await notRun()).toMatchObject([{ code: 'plugin.timed_out', detail: 'It did not end' }]);
  await again();
  await read();
  expect(await notRun()).toEqual([]);
});
