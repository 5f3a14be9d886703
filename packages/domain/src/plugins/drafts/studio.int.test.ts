import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { packPlugin, signPackage } from '@readout/plugin-kit/package';
import { readingOfText } from '@readout/plugin-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../actor.ts';
import { capture, createJobTable, receiptManifest, scopeOf } from '../../testing/arrange.ts';
import { companyKey, packages, studioMaker } from '../../testing/arrange-plugins.ts';
import { changeFixture } from '../fixtures/change-fixture.ts';
import { getStudioInput } from '../fixtures/get-studio-input.ts';
import { listFixtures } from '../fixtures/list-fixtures.ts';
import { listStudioCaptures } from '../fixtures/list-studio-captures.ts';
import { listTrashedFixtures } from '../fixtures/list-trashed-fixtures.ts';
import { restoreFixture } from '../fixtures/restore-fixture.ts';
import { saveFixture } from '../fixtures/save-fixture.ts';
import { trashFixture } from '../fixtures/trash-fixture.ts';
import { getPlugin } from '../get-plugin.ts';
import { type AccuracyMeasurer, measureCompanyVersion } from '../measure-company-version.ts';
import { publishCompanyVersion } from '../publish-company-version.ts';
import { beginTemplate } from '../templates/begin-template.ts';
import { createDraft } from './create-draft.ts';
import { draftFromVersion } from './draft-from-version.ts';
import { getDraft } from './get-draft.ts';
import { listDrafts } from './list-drafts.ts';
import { publishDraft } from './publish-draft.ts';
import { restoreDraft } from './restore-draft.ts';
import { saveDraft } from './save-draft.ts';
import { trashDraft } from './trash-draft.ts';

let database: TestDatabase;
let queue: Awaited<ReturnType<typeof createJobTable>>;
let company: TestCompany;
let scope: Scope;
const deps = () => ({ db: database.app });
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['admin'] });
  scope = scopeOf(company);
});

const begin = (pluginId = 'gate-pass') =>
  createDraft(deps(), {
    scope,
    pluginId,
    content: { manifestText: `{ "id": "${pluginId}",  "name": "Gate pass" }`, source: '// nothing yet' },
  });
const codeOf = (promise: Promise<unknown>) => promise.catch((error) => error.code);

test('a draft keeps the text of a manifest as it is written, also while it is not JSON', async () => {
  const draft = await begin();
  expect(draft).toMatchObject({ pluginId: 'gate-pass', name: 'Gate pass', revision: 1, fixtureCount: 0 });
  const written = '{ "id": "gate-pass", "name": "Gate p';
  await saveDraft(deps(), { scope, draftId: draft.id, revision: 1, content: { manifestText: written } });
  const kept = await getDraft(deps(), { scope, draftId: draft.id });
  expect(kept).toMatchObject({
    manifestText: written,
    name: 'Gate pass',
    source: '// nothing yet',
    revision: 2,
  });
});

test('what was written on top of an older revision is refused, and says who changed it', async () => {
  const { id } = await begin();
  const [admin] = company.members;
  await saveDraft(deps(), {
    scope: scopeOf(company, admin),
    draftId: id,
    revision: 1,
    content: { source: 'theirs' },
  });
  const late = saveDraft(deps(), { scope, draftId: id, revision: 1, content: { source: 'mine' } });
  await expect(late).rejects.toMatchObject({
    code: 'draft.changed_meanwhile',
    detail: { current: { revision: 2, by: admin?.name } },
  });
  expect((await getDraft(deps(), { scope, draftId: id })).source).toBe('theirs');
});

test('the same content sent twice is one change: a lost answer is no conflict', async () => {
  const { id } = await begin();
  const again = { scope, draftId: id, revision: 1, content: { source: 'const a = 1;' } };
  expect(await saveDraft(deps(), again)).toEqual({ revision: 2 });
  expect(await saveDraft(deps(), again)).toEqual({ revision: 2 });
});

test('what is too large or cannot be kept is refused before anything is changed', async () => {
  const { id } = await begin();
  const save = (content: object) => codeOf(saveDraft(deps(), { scope, draftId: id, revision: 1, content }));
  expect(await save({ source: 'x'.repeat(512 * 1024 + 1) })).toBe('draft.invalid');
  expect(await save({ manifestText: 'x'.repeat(256 * 1024 + 1) })).toBe('draft.invalid');
  expect(await save({ source: 'a\0b' })).toBe('draft.invalid');
  expect(await save({ readme: 7 })).toBe('draft.invalid');
  // An escape jsonb cannot hold is kept as text, the meaning before it stays.
  await saveDraft(deps(), {
    scope,
    draftId: id,
    revision: 1,
    content: { manifestText: '{"name":"\\u0000"}' },
  });
  expect(await getDraft(deps(), { scope, draftId: id })).toMatchObject({
    name: 'Gate pass',
    manifestText: '{"name":"\\u0000"}',
  });
});

test('an id belongs to one draft and to nothing of the catalogue', async () => {
  await database.asOwner((client) =>
    client.query(
      "insert into platform.plugins (id, publisher_name, is_first_party) values ('known', 'Readout', true) on conflict do nothing",
    ),
  );
  const { id } = await begin();
  expect(await codeOf(begin())).toBe('plugin.id_taken');
  expect(await codeOf(begin('known'))).toBe('plugin.id_taken');
  expect(await codeOf(begin('Not an id'))).toBe('draft.invalid');
  await trashDraft(deps(), { scope, draftId: id });
  const second = await begin();
  expect(await codeOf(restoreDraft(deps(), { scope, draftId: id }))).toBe('plugin.id_taken');
  await trashDraft(deps(), { scope, draftId: second.id });
  await restoreDraft(deps(), { scope, draftId: id });
  expect(await listDrafts(deps(), { scope })).toMatchObject([{ id }]);
});

/** The arrangement stores no pictures: what the engine tells of them is written here. */
async function readCapture(text: string[]): Promise<string> {
  const { captureId } = await capture({ database, queue }, scope, { text, records: [] });
  await database.asOwner((client) =>
    client.query('update app.captures set width = 100, height = 200 where id = $1', [captureId]),
  );
  return captureId;
}

test('the newest pages that were read are there to try a program on, those in the trash are not', async () => {
  const first = await readCapture(['GATE 7']);
  const second = await readCapture(['GATE 8']);
  await capture({ database, queue }, scope, { unread: true });
  const trashed = await readCapture(['GATE 9']);
  await sql`select 1`.execute(database.app);
  await database.asOwner((client) =>
    client.query('update app.captures set trashed_at = now() where id = $1', [trashed]),
  );
  expect((await listStudioCaptures(deps(), { scope })).map(({ id }) => id)).toEqual([second, first]);
  const { input } = await getStudioInput(deps(), { scope, captureId: first });
  expect(input).toMatchObject({ reading: { lines: [{ id: 'l0', text: 'GATE 7' }] }, settings: {} });
  // What a program is not given it cannot come to rely on.
  expect(Object.keys(input.reading)).toEqual(['page', 'lines', 'barcodes', 'languages']);
  expect(await codeOf(getStudioInput(deps(), { scope, captureId: trashed }))).toBe('capture.not_found');
});

const right = [{ type: 'gate', fields: { gate: { value: '7', seen: ['l0'] } } }];

test('"this is right" keeps reading and records, also after the capture is gone', async () => {
  const { id: draftId } = await begin();
  const captureId = await readCapture(['GATE 7']);
  const fixture = { name: 'Gate 7', captureId, settings: {}, expected: right };
  const saved = await saveFixture(deps(), { scope, draftId, fixture });
  expect(saved.input.reading.lines.map(({ text }) => text)).toEqual(['GATE 7']);
  await database.asOwner((client) => client.query('delete from app.captures where id = $1', [captureId]));
  expect(await listFixtures(deps(), { scope, pluginId: 'gate-pass' })).toEqual([
    { ...saved, captureId: null },
  ]);
  expect(await listDrafts(deps(), { scope })).toMatchObject([{ fixtureCount: 1 }]);
});

test('a fixture has a name of its own, takes other records as right, and comes back from the trash', async () => {
  const { id: draftId } = await begin();
  const captureId = await readCapture(['GATE 7']);
  const save = (name: unknown, expected: unknown = right) =>
    saveFixture(deps(), { scope, draftId, fixture: { name, captureId, settings: {}, expected } });
  const { id: fixtureId } = await save('Gate 7');
  expect(await codeOf(save('gate 7'))).toBe('fixture.name_taken');
  expect(await codeOf(save(' '))).toBe('fixture.invalid');
  expect(await codeOf(save('Other', [{ type: 'gate' }]))).toBe('fixture.invalid');
  const { name, expected } = await changeFixture(deps(), {
    scope,
    fixtureId,
    change: { name: 'Nothing to read', expected: [] },
  });
  expect({ name, expected }).toEqual({ name: 'Nothing to read', expected: [] });
  await trashFixture(deps(), { scope, fixtureId });
  expect(await listFixtures(deps(), { scope, pluginId: 'gate-pass' })).toEqual([]);
  const { id: other } = await save('Nothing to read');
  expect(await codeOf(restoreFixture(deps(), { scope, fixtureId }))).toBe('fixture.name_taken');
  await trashFixture(deps(), { scope, fixtureId: other });
  await restoreFixture(deps(), { scope, fixtureId });
  expect(await listFixtures(deps(), { scope, pluginId: 'gate-pass' })).toMatchObject([{ id: fixtureId }]);
});

test('what is published is what is kept, a version of the company that reads from now on', async () => {
  const { id: draftId } = await begin();
  const studio = studioMaker();
  const publish = (revision: number) =>
    publishDraft({ ...deps(), studio, packages }, { scope, draftId, revision, notes: 'Begins' });
  await saveDraft(deps(), { scope, draftId, revision: 1, content: { source: '// one' } });
  expect(await codeOf(publish(1))).toBe('draft.changed_meanwhile');
  const { version } = await publish(2);
  expect(await getDraft(deps(), { scope, draftId })).toMatchObject({
    published: { version, manifest: { id: 'gate-pass' } },
  });
  const installed = await database.asOwner(
    async (client) =>
      (
        await client.query('select source, version, enabled from app.installations where company_id = $1', [
          company.companyId,
        ])
      ).rows,
  );
  expect(installed).toEqual([{ source: 'company', version, enabled: true }]);
  // The bytes of a version never change: other content needs another number.
  await saveDraft(deps(), { scope, draftId, revision: 2, content: { source: '// two' } });
  expect(await codeOf(publish(3))).toBe('plugin.version_taken');
});

test('what has been in the trash for 30 days is gone', async () => {
  const { id: draftId } = await begin();
  await trashDraft(deps(), { scope, draftId });
  const purge = () => sql`select app.purge_plugin_drafts()`.execute(database.platform);
  const count = () =>
    database.asOwner(
      async (client) =>
        (await client.query('select 1 from app.plugin_drafts where id = $1', [draftId])).rowCount,
    );
  await purge();
  expect(await count()).toBe(1);
  await database.asOwner((client) =>
    client.query("update app.plugin_drafts set trashed_at = now() - interval '31 days' where id = $1", [
      draftId,
    ]),
  );
  await purge();
  expect(await count()).toBe(0);
});

/** A signed version of a plugin with its source and one fixture. */
async function packageWith(pluginId: string, of = scope): Promise<Uint8Array> {
  const content = {
    manifest: { ...receiptManifest, id: pluginId },
    source: '// as it was published',
    readme: '# Readme',
    fixtures: [
      {
        name: 'Gate 7',
        reading: readingOfText('GATE 7'),
        settings: {},
        expected: { locale: 'en-GB', today: '2026-11-21', records: right },
      },
    ],
  };
  return signPackage(packPlugin(content), await companyKey(database, of));
}

const publishPackage = async (pluginId: string, of = scope) =>
  publishCompanyVersion(
    { ...deps(), packages },
    { scope: of, package: await packageWith(pluginId, of), madeBy: 'template', use: false },
  );

test('a published version is gone on with as the plugin’s draft, with the fixtures it came with; once', async () => {
  const ref = await publishPackage('gate-pass');
  const open = () => draftFromVersion({ ...deps(), packages }, { scope, ref });
  const { draftId, isNew } = await open();
  expect(isNew).toBe(true);
  expect(await getDraft(deps(), { scope, draftId })).toMatchObject({
    pluginId: 'gate-pass',
    source: '// as it was published',
    readme: '# Readme',
    published: { version: ref.version },
  });
  expect(await listFixtures(deps(), { scope, pluginId: 'gate-pass' })).toMatchObject([
    { name: 'Gate 7', captureId: null, expected: right },
  ]);
  await saveDraft(deps(), { scope, draftId, revision: 1, content: { source: '// written on' } });
  expect(await open()).toEqual({ draftId, isNew: false });
  expect((await getDraft(deps(), { scope, draftId })).source).toBe('// written on');
  // A plugin of the company is opened, not begun a second time.
  await trashDraft(deps(), { scope, draftId });
  expect(await codeOf(begin('gate-pass'))).toBe('plugin.id_taken');
});

test('somebody else’s plugin is opened as a copy under an id of its own', async () => {
  const stranger = scopeOf(await database.createCompany({}));
  const pluginId = `theirs${Math.trunc(performance.now())}`;
  const file = await packageWith(pluginId, stranger);
  await database.asOwner(async (client) => {
    await client.query(
      "insert into platform.plugins (id, publisher_name, publisher_company_id) values ($1, 'They', $2)",
      [pluginId, stranger.companyId],
    );
    await client.query(
      `insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256)
       values ($1, '1.0.0', 'published', '{}', $2, $3)`,
      [pluginId, Buffer.from(file), 'a'.repeat(64)],
    );
    await client.query(
      `insert into platform.trusted_keys (key_id, public_key, name, kind, publisher_company_id)
       select key_id, public_key, name, 'publisher', company_id from app.signing_keys where company_id = $1`,
      [stranger.companyId],
    );
  });
  const ref = { source: 'catalogue', pluginId, version: '1.0.0' } as const;
  const ids = [];
  for (let time = 0; time < 2; time++) {
    const { draftId } = await draftFromVersion({ ...deps(), packages }, { scope, ref });
    const draft = await getDraft(deps(), { scope, draftId });
    expect(JSON.parse(draft.manifestText)).toMatchObject({ id: draft.pluginId, version: '0.1.0' });
    ids.push(draft.pluginId);
  }
  expect(ids).toEqual([`${pluginId}-copy`, `${pluginId}-copy-2`]);
});

test('a version of another company is none', async () => {
  const stranger = scopeOf(await database.createCompany({}));
  const theirs = await publishPackage('gate-pass', stranger);
  expect(await codeOf(draftFromVersion({ ...deps(), packages }, { scope, ref: theirs }))).toBe(
    'plugin.version_not_found',
  );
});

test('a version is measured on the fixtures it came with and on the company’s, once each, and keeps the figures', async () => {
  const measured: string[][] = [];
  const figures = { fixtures: 2, passed: 1, fields: [{ name: 'gate', right: 1, wrong: 0, missing: 1 }] };
  const accuracy: AccuracyMeasurer = {
    async measure(_plugin, fixtures) {
      measured.push(fixtures.map(({ name, expected }) => `${name}: ${expected.records.length}`));
      return figures;
    },
  };
  const published = await publishCompanyVersion(
    { ...deps(), packages, accuracy },
    { scope, package: await packageWith('gate-pass'), madeBy: 'package', use: false },
  );
  expect(measured).toEqual([['Gate 7: 1']]);
  const { draftId } = await draftFromVersion({ ...deps(), packages }, { scope, ref: published });
  const captureId = await readCapture(['No gate']);
  await saveFixture(deps(), {
    scope,
    draftId,
    fixture: { name: 'Nothing', captureId, settings: {}, expected: [] },
  });
  await measureCompanyVersion({ ...deps(), packages, accuracy }, { scope, ...published });
  expect(measured[1]).toEqual(['Gate 7: 1', 'Nothing: 0']);
  const { versions } = await getPlugin(deps(), { scope, pluginId: 'gate-pass' });
  expect(versions[0]?.accuracy).toEqual(figures);
});

test('what was deleted is listed until it is gone: programs, templates and fixtures', async () => {
  const { id: draftId } = await begin();
  const captureId = await readCapture(['GATE 7']);
  const { draftId: templateId } = await beginTemplate(deps(), { scope, captureId });
  const fixture = { name: 'Gate 7', captureId, settings: {}, expected: right };
  const { id: fixtureId } = await saveFixture(deps(), { scope, draftId, fixture });
  await trashFixture(deps(), { scope, fixtureId });
  expect(await listTrashedFixtures(deps(), { scope, pluginId: 'gate-pass' })).toMatchObject([
    { id: fixtureId, name: 'Gate 7' },
  ]);
  for (const id of [draftId, templateId]) await trashDraft(deps(), { scope, draftId: id });
  expect(await listDrafts(deps(), { scope })).toEqual([]);
  const deleted = await listDrafts(deps(), { scope, isTrashed: true });
  expect(deleted.map(({ id, kind }) => [id, kind])).toEqual([
    [templateId, 'template'],
    [draftId, 'studio'],
  ]);
  const reviewer = scopeOf(await database.createCompany({ members: ['reviewer'] }));
  expect(await codeOf(restoreDraft(deps(), { scope: reviewer, draftId: templateId }))).toBe(
    'draft.not_found',
  );
  await restoreDraft(deps(), { scope, draftId: templateId });
  expect(await listDrafts(deps(), { scope })).toMatchObject([{ id: templateId, kind: 'template' }]);
});
