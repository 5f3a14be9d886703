import type { TestCompany } from '@readout/database/testing';
import { blockPlugin } from '@readout/domain/platform/block-plugin';
import { carryInVersion } from '@readout/domain/platform/carry-in-version';
import { getShadow } from '@readout/domain/plugins/get-shadow';
import { installPlugin } from '@readout/domain/plugins/install-plugin';
import { publishCompanyVersion } from '@readout/domain/plugins/publish-company-version';
import { rollBackInstallation } from '@readout/domain/plugins/roll-back-installation';
import { pausing } from '@readout/domain/plugins/rules';
import { startShadow } from '@readout/domain/plugins/start-shadow';
import { uninstallPlugin } from '@readout/domain/plugins/uninstall-plugin';
import { updateInstallation } from '@readout/domain/plugins/update-installation';
import { manifestSchema } from '@readout/plugin-kit/manifest';
import { packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { startWorker } from './start-worker.ts';

let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
let company: TestCompany;
let pictures = 0;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker({
    deps: {
      db: server.database.app,
      platform: server.database.platform,
      store: server.store,
      originals: server.originals,
      queue: server.queue,
      plugins: server.plugins,
      versions: server.versions,
    },
    concurrency: 1,
    threads: 2,
    state: server.state,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await worker.warm;
});
afterAll(async () => {
  await worker?.stop(2000);
  await server?.close();
});
beforeEach(async () => {
  company = await server.database.createCompany();
  await server.database.asOwner((client) => client.query('delete from platform.plugin_blocks'));
});

const deps = () => ({ db: server.database.app, versions: server.versions, packages: server.packages });
const scope = () => scopeOf(company);
const own = (version: string) => ({ source: 'company' as const, pluginId: 'stamp', version });

/** A reader that makes one record of the first line and says in it which version it is, or does `instead`. */
function payloadOf(version: string, instead = ''): Uint8Array {
  const manifest = manifestSchema.parse({
    id: 'stamp',
    version,
    kind: 'reader',
    name: `Stamp ${version}`,
    description: 'Says which version read the first line.',
    reads: ['lines'],
    records: [
      {
        type: 'stamp',
        label: `Stamp of ${version}`,
        title: 'stamp',
        fields: [{ name: 'stamp', label: 'Stamp', type: 'text' }],
      },
    ],
  });
  const source = `export default { read({ reading }) {
    ${instead}
    const line = reading.lines[0];
    const stamp = { value: '${version}', raw: line.text, confidence: 0.9, evidence: [{ box: line.box, line: line.id }], checks: [] };
    return [{ type: 'stamp', confidence: 0.9, fields: { stamp } }];
  } };`;
  return packPlugin({ manifest, source, readme: '', fixtures: [] });
}

/** As the company's own. */
async function publish(version: string, instead?: string): Promise<void> {
  const file = unsignedPackage(payloadOf(version, instead));
  await publishCompanyVersion(deps(), { scope: scope(), package: file, madeBy: 'package', use: false });
}

async function send(by = company, text = 'Goods inward 4711'): Promise<string> {
  const data = new FormData();
  const bytes = await makeJpeg(9000 + pictures++, text);
  data.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo.jpg');
  const response = await server.fetch('/captures', server.as(by), { method: 'POST', body: data });
  return (await response.json()).capture.id;
}
const get = async (id: string, by = company) => (await server.fetch(`/captures/${id}`, server.as(by))).json();
async function read(id: string, by = company) {
  await expect.poll(async () => (await get(id, by)).page.state).toBe('read');
  return get(id, by);
}
const stampsOf = (detail: {
  records: { plugin: string; pluginVersion: string; fields: { stamp: { value: string } } }[];
}) =>
  detail.records
    .filter(({ plugin }) => plugin === 'stamp')
    .map(({ pluginVersion, fields }) => [pluginVersion, fields.stamp.value]);
const runsOf = (captureId: string) =>
  server.database.asOwner(
    async (client) =>
      (
        await client.query(
          'select plugin_id, version, failure_code from app.plugin_runs where capture_id = $1 order by plugin_id',
          [captureId],
        )
      ).rows as { plugin_id: string; version: string; failure_code: string | null }[],
  );

test('installed, updated, blocked and rolled back while captures stream in: each is read by exactly one pinned version', async () => {
  await publish('1.0.0');
  await publish('1.1.0');
  await installPlugin(deps(), { scope: scope(), ref: own('1.0.0') });
  const first = await send();
  expect(stampsOf(await read(first))).toEqual([['1.0.0', '1.0.0']]);

  // Updated while some wait and some are read.
  const streamed = await Promise.all([send(), send(), send()]);
  await updateInstallation(deps(), {
    scope: scope(),
    pluginId: 'stamp',
    revision: 1,
    to: { source: 'company', version: '1.1.0' },
  });
  const after = await send();
  for (const id of streamed) {
    const [stamp, ...more] = stampsOf(await read(id));
    // Version and code belong together, whichever it was.
    expect(more).toEqual([]);
    expect(stamp![0]).toBe(stamp![1]);
  }
  expect(stampsOf(await read(after))).toEqual([['1.1.0', '1.1.0']]);

  // The platform blocks another plugin, whose program it is.
  await server.database.asOwner((client) =>
    client.query(`
      insert into platform.plugins (id, publisher_name) values ('seal', 'Somebody');
      insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256)
        select 'seal', '7.0.0', 'published', manifest, package, repeat('5', 64) from app.plugin_versions where version = '1.1.0';
      insert into platform.plugin_blocks (plugin_id, version, reason, blocked_by) values ('seal', '*', 'Misreads', gen_random_uuid())`),
  );
  const blocked = await send();
  const without = await read(blocked);
  expect(stampsOf(without)).toEqual([]);
  expect(without.notRun).toMatchObject([{ name: 'Stamp 1.1.0', code: 'plugin.blocked', detail: 'Misreads' }]);
  expect(await runsOf(blocked)).toEqual([]);
  const devices = await (await server.fetch('/device/readers', server.as(company))).json();
  expect(devices.readers).toEqual([]);

  await rollBackInstallation(deps(), { scope: scope(), pluginId: 'stamp', revision: 2 });
  const back = await send();
  expect(stampsOf(await read(back))).toEqual([['1.0.0', '1.0.0']]);

  // What it read stays, named by the version that read it, when it is taken off.
  await uninstallPlugin(deps(), { scope: scope(), pluginId: 'stamp', revision: 3 });
  expect(stampsOf(await get(after))).toEqual([['1.1.0', '1.1.0']]);
  const csv = await (
    await server.fetch('/export?format=csv&records=all&type=stamp', server.as(company))
  ).text();
  expect(csv.split('\n')[0]).toContain('Stamp');
  const none = await send();
  expect(stampsOf(await read(none))).toEqual([]);
});

test('a version runs alongside the installed one for comparison; switched to, and failing again and again, it goes back by itself', async () => {
  await publish('3.0.0');
  await publish('3.1.0', "if (reading.lines[0].text.includes('8888')) throw new Error('Eights');");
  await installPlugin(deps(), { scope: scope(), ref: own('3.0.0') });
  const to = { source: 'company', version: '3.1.0' } as const;
  const eights = 'Goods inward 8888';
  const moved = { scope: scope(), pluginId: 'stamp', to };
  await startShadow(deps(), { ...moved, revision: 1 });
  const compared = await send();
  expect(stampsOf(await read(compared))).toEqual([['3.0.0', '3.0.0']]);
  expect(await runsOf(compared)).toEqual([{ plugin_id: 'stamp', version: '3.0.0', failure_code: null }]);
  expect(await getShadow(deps(), { scope: scope(), pluginId: 'stamp' })).toMatchObject({
    counts: { equal: 0, differs: 1, only_installed: 0, only_shadow: 0, failed: 0 },
    latest: [{ captureId: compared, changes: [{ field: 'stamp', from: '3.0.0', to: '3.1.0' }] }],
  });

  await updateInstallation(deps(), { ...moved, revision: 2 });
  expect(stampsOf(await read(await send()))).toEqual([['3.1.0', '3.1.0']]);
  for (let time = 0; time < pausing.exhausted; time++) {
    const failed = await send(company, eights);
    expect(stampsOf(await read(failed))).toEqual([]);
    expect(await runsOf(failed)).toEqual([
      { plugin_id: 'stamp', version: '3.1.0', failure_code: 'plugin.threw' },
    ]);
  }
  expect(stampsOf(await read(await send(company, eights)))).toEqual([['3.0.0', '3.0.0']]);
});

test('a version whose bytes were changed in the database is a failed run on the capture, and the others go on', async () => {
  await publish('2.0.0');
  await installPlugin(deps(), { scope: scope(), ref: own('2.0.0') });
  const text = server.firstParty.find(({ manifest }) => manifest.id === 'text')!.manifest.version;
  await installPlugin(deps(), {
    scope: scope(),
    ref: { source: 'catalogue', pluginId: 'text', version: text },
  });
  await server.database.asOwner(async (client) => {
    await client.query('alter table app.plugin_versions disable trigger company_plugin_versions_immutable');
    // Another hash: what this process verified before is not what the installation names.
    await client.query(
      "update app.plugin_versions set sha256 = repeat('0', 64) where company_id = $1 and version = '2.0.0'",
      [company.companyId],
    );
    await client.query('alter table app.plugin_versions enable trigger company_plugin_versions_immutable');
  });
  const id = await send();
  const detail = await read(id);
  expect(detail.records.map((record: { plugin: string }) => record.plugin)).toEqual(['text']);
  expect(detail.notRun).toMatchObject([{ plugin: 'stamp', code: 'plugin.not_intact' }]);
  expect(await runsOf(id)).toEqual([
    { plugin_id: 'stamp', version: '2.0.0', failure_code: 'plugin.not_intact' },
    { plugin_id: 'text', version: text, failure_code: null },
  ]);
  const devices = await (await server.fetch('/device/readers', server.as(company))).json();
  expect(devices.readers.map((each: { manifest: { id: string } }) => each.manifest.id)).toEqual(['text']);
});

test('of the catalogue, one version that is blocked stops on servers and devices; the other goes on', async () => {
  const { platform } = server.database;
  const actor = { userId: company.owner.userId, name: 'Ada', platformRole: 'admin' as const };
  for (const version of ['1.0.0', '1.1.0'])
    await carryInVersion(
      { platform, packages: server.packages, accuracy: { measure: async () => null } },
      { actor, package: unsignedPackage(payloadOf(version)) },
    );
  const other = await server.database.createCompany();
  const pinned = [
    [company, '1.0.0'],
    [other, '1.1.0'],
  ] as const;
  for (const [each, version] of pinned)
    await installPlugin(deps(), {
      scope: scopeOf(each),
      ref: { source: 'catalogue', pluginId: 'stamp', version },
    });
  const stamped = async () =>
    Promise.all(pinned.map(async ([each]) => stampsOf(await read(await send(each), each))));
  const onDevices = () =>
    Promise.all(
      pinned.map(async ([each]) => {
        const answer = await server.fetch('/device/readers', server.as(each));
        const { readers } = await answer.json();
        return readers.map(({ manifest }: { manifest: { version: string } }) => manifest.version);
      }),
    );
  expect(await stamped()).toEqual([[['1.0.0', '1.0.0']], [['1.1.0', '1.1.0']]]);
  expect(await onDevices()).toEqual([['1.0.0'], ['1.1.0']]);
  const held = (await server.fetch('/device/readers', server.as(company))).headers.get('etag')!;

  await blockPlugin(
    { platform },
    { actor, pluginId: 'stamp', version: '1.0.0', reason: 'Misreads', confirmation: 'stamp 1.0.0' },
  );
  await expect.poll(() => server.state.isBlocked('stamp', '1.0.0')).toBe(true);
  expect(server.state.isBlocked('stamp', '1.1.0')).toBe(false);
  expect(await stamped()).toEqual([[], [['1.1.0', '1.1.0']]]);
  // What a device kept is not confirmed with its next contact.
  const contact = await server.fetch('/device/readers', {
    ...server.as(company),
    'if-none-match': held,
  });
  expect([contact.status, (await contact.json()).readers]).toEqual([200, []]);
  expect(await onDevices()).toEqual([[], ['1.1.0']]);
});
