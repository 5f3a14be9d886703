import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { inScope } from '@readout/domain/in-scope';
import { platformSigningKey } from '@readout/domain/plugins/keys/platform-signing-key';
import { createPluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { generateKey, openPackage, packPlugin, signPackage } from '@readout/plugin-kit/package';
import { type FolderPlugin, loadPlugin } from '@readout/plugin-sandbox/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formerPayload } from '../testing/former-package.ts';
import { scopeOf } from '../testing/test-server.ts';
import { createKeyVault } from './keys.ts';
import { type OpenedPlugins, openPlugins } from './open-plugins.ts';
import { createPluginStore } from './plugin-store.ts';

const folder = fileURLToPath(new URL('../../../../plugins/', import.meta.url));

let database: TestDatabase;
let bundled: FolderPlugin;
let opened: OpenedPlugins;
let company: TestCompany;
const open = (plugin = bundled) =>
  openPlugins({ db: database, secret: database.secret, bundled: [plugin], folder });
const ref = (version = '1.0.0') => ({ source: 'catalogue' as const, pluginId: 'text', version });
const rows = () =>
  database.asOwner(
    async (client) =>
      (await client.query('select version, sha256, accuracy from platform.plugin_versions order by ordinal'))
        .rows as { version: string; sha256: string; accuracy: { fixtures: number; passed: number } }[],
  );

beforeAll(async () => {
  database = await createTestDatabase();
  const loaded = await loadPlugin(`${folder}text`);
  bundled = { ...loaded, manifest: { ...loaded.manifest, version: '1.0.0' } };
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner(async (client) => {
    await client.query('delete from platform.plugin_versions; delete from platform.plugins');
  });
  opened = await open();
  company = await database.createCompany();
});

/** As somebody would who can write to the database, and no more. */
const tamper = (statement: string, values: unknown[]) =>
  database.asOwner(async (client) => {
    await client.query('alter table platform.plugin_versions disable trigger plugin_versions_immutable');
    await client.query(statement, values);
    await client.query('alter table platform.plugin_versions enable trigger plugin_versions_immutable');
  });
const storedFile = () =>
  database.asOwner(
    async (client) =>
      (await client.query('select package from platform.plugin_versions')).rows[0].package as Buffer,
  );
/** Of another process, which has nothing in memory. */
const freshStore = () => createPluginStore({ db: database.app, packages: opened.packages });

test('what comes with Readout is kept once, signed, with what its own fixtures say of it', async () => {
  const [kept, ...others] = await rows();
  expect(others).toEqual([]);
  expect(kept!.version).toBe('1.0.0');
  expect(kept!.accuracy.fixtures).toBeGreaterThanOrEqual(2);
  expect(kept!.accuracy.passed).toBe(kept!.accuracy.fixtures);
  expect(opened.firstPlugins).toEqual([{ pluginId: 'text', version: '1.0.0' }]);
  await Promise.all([open(), open()]);
  expect(await rows()).toHaveLength(1);

  const version = await freshStore().load(company.companyId, ref());
  expect(version.code).toBe(bundled.code);
  expect(version.sha256).toBe(createHash('sha256').update(bundled.code).digest('hex'));
  expect(version.packageSha256).toBe(kept!.sha256);
});

test('other bytes under the same number are kept beside it; who is pinned stays, new companies start with them', async () => {
  await database.asOwner((client) =>
    client.query(
      "insert into app.installations (company_id, plugin_id, version) values ($1, 'text', '1.0.0')",
      [company.companyId],
    ),
  );
  const changed = `${bundled.code}\n// of another kit`;
  const next = await open({ ...bundled, code: changed, sha256: 'b'.repeat(64) });
  const version = next.firstPlugins[0]!.version;
  const sha256 = (await rows())[1]!.sha256;
  expect(version).toBe(`1.0.0+${sha256.slice(0, 8)}`);
  const loaded = await next.versions.load(company.companyId, ref(version));
  expect([loaded.code, loaded.manifest.version]).toEqual([changed, version]);
  expect((await next.versions.load(company.companyId, ref())).code).toBe(bundled.code);
  const pinned = await database.asOwner(
    async (client) =>
      (await client.query('select version from app.installations where company_id = $1', [company.companyId]))
        .rows,
  );
  expect(pinned).toEqual([{ version: '1.0.0' }]);
  // The server before is started again: what it has is kept already.
  expect((await open()).firstPlugins[0]!.version).toBe('1.0.0');
});

test('an installation made before versions were kept goes on with what the server ran', async () => {
  await database.asOwner((client) =>
    client.query(
      "insert into app.installations (company_id, plugin_id, version) values ($1, 'text', '0.3.0')",
      [company.companyId],
    ),
  );
  await open();
  const scope = scopeOf(company);
  const pinned = await database.asOwner(
    async (client) =>
      (await client.query('select version from app.installations where company_id = $1', [company.companyId]))
        .rows,
  );
  expect(pinned).toEqual([{ version: '1.0.0' }]);
  // What it read then is still named, by the version that speaks for it now.
  const maker = { plugin: 'text', version: '0.3.0' };
  const manifests = await inScope(database.app, scope, (trx) =>
    createPluginCatalogue().manifests(trx, company.companyId, [maker]),
  );
  expect(manifests.find('text', '0.3.0')?.name).toBe(bundled.manifest.name);
});

test('bytes that are not what was signed are never run', async () => {
  const refused = expect.objectContaining({ code: 'plugin.not_intact' });
  const load = (store = freshStore()) =>
    store.load(company.companyId, ref()).catch((error: unknown) => error);
  const file = await storedFile();
  const { content } = await openPackage(file);
  const evil = packPlugin({ ...content, source: `${content.source}\nglobalThis.evil = 1` });
  const sha256 = createHash('sha256').update(evil).digest('hex');

  // Other code under the signature that was there.
  const envelope = JSON.parse(file.toString('utf8'));
  const forged = Buffer.from(JSON.stringify({ ...envelope, payload: Buffer.from(evil).toString('base64') }));
  await tamper('update platform.plugin_versions set package = $1, sha256 = $2', [forged, sha256]);
  expect(await load()).toEqual(refused);
  // Signed, by nobody who is trusted.
  const stranger = Buffer.from(await signPackage(evil, await generateKey()));
  await tamper('update platform.plugin_versions set package = $1', [stranger]);
  expect(await load()).toEqual(refused);
  // Right bytes, under another hash, version or plugin.
  await tamper('update platform.plugin_versions set package = $1', [file]);
  expect(await load()).toEqual(refused);
  await tamper("update platform.plugin_versions set sha256 = $1, version = '2.0.0'", [
    createHash('sha256')
      .update((await openPackage(file)).payload)
      .digest('hex'),
  ]);
  expect(
    await freshStore()
      .load(company.companyId, ref('2.0.0'))
      .catch((error: unknown) => error),
  ).toEqual(refused);
  // What was verified before stays in memory and is not read again.
  const hash = createHash('sha256')
    .update((await openPackage(file)).payload)
    .digest('hex');
  await tamper("update platform.plugin_versions set version = '1.0.0'", []);
  const store = freshStore();
  expect((await store.load(company.companyId, ref())).code).toBe(bundled.code);
  await tamper("update platform.plugin_versions set package = ''", []);
  expect((await store.load(company.companyId, { ...ref(), sha256: hash })).code).toBe(bundled.code);
  expect(await load(store)).toEqual(refused);
});

const programs = () =>
  database.asOwner(
    async (client) =>
      (await client.query('select program from platform.plugin_versions')).rows[0].program as Buffer | null,
  );

test('a program that was changed in the database, or copied to another version, is built again of the source', async () => {
  const kept = await programs();
  expect(kept!.subarray(32).toString()).toBe(bundled.code);
  const evil = Buffer.from('var readoutPlugin={default:{read(){return[]}}}');
  for (const changed of [evil, Buffer.concat([kept!.subarray(0, 32), evil]), Buffer.alloc(0)]) {
    await tamper('update platform.plugin_versions set program = $1', [changed]);
    expect((await freshStore().load(company.companyId, ref())).code).toBe(bundled.code);
    // The next process finds what this one built.
    expect(await programs()).toEqual(kept);
  }
});

/** As Readout 0.3 kept it: without a program of its own, with one in the package. */
async function keepFormer(options: { code: string; hasSource?: boolean }): Promise<string> {
  const { payload } = await openPackage(await storedFile());
  const former = formerPayload(payload, options);
  const key = await platformSigningKey({
    platform: database.platform,
    vault: createKeyVault(database.secret),
  });
  const sha256 = createHash('sha256').update(former).digest('hex');
  await tamper('update platform.plugin_versions set package = $1, sha256 = $2, program = null', [
    Buffer.from(await signPackage(former as Uint8Array<ArrayBuffer>, key)),
    sha256,
  ]);
  return sha256;
}

test('of a version that Readout 0.3 took in the source runs, whatever program its package carries', async () => {
  const packageSha256 = await keepFormer({ code: 'for(;;);' });
  expect(await freshStore().load(company.companyId, ref())).toMatchObject({
    code: bundled.code,
    packageSha256,
  });
  expect((await programs())!.subarray(32).toString()).toBe(bundled.code);
});

test('one that came without its source does not run, and says that it has to be handed in again', async () => {
  await keepFormer({ code: bundled.code, hasSource: false });
  await expect(freshStore().load(company.companyId, ref())).rejects.toMatchObject({
    code: 'plugin.not_intact',
    message: expect.stringContaining('comes without its source'),
  });
});
