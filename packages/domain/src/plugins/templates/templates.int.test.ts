import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../actor.ts';
import { capture, createJobTable, scopeOf } from '../../testing/arrange.ts';
import { packages } from '../../testing/arrange-plugins.ts';
import { firstLineMark, templateMaker } from '../../testing/arrange-templates.ts';
import { listInstallations } from '../list-installations.ts';
import { beginTemplate } from './begin-template.ts';
import { changeTemplateExamples } from './change-template-examples.ts';
import { getTemplateDraft } from './get-template-draft.ts';
import { listTemplateTrials } from './list-template-trials.ts';
import { publishTemplate } from './publish-template.ts';
import { saveTemplateDraft } from './save-template-draft.ts';

let database: TestDatabase;
let queue: Awaited<ReturnType<typeof createJobTable>>;
let company: TestCompany;
let scope: Scope;
let captureId: string;
const deps = () => ({
  db: database.app,
  packages,
  templates: templateMaker(),
});
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['reviewer'] });
  scope = scopeOf(company, company.members[0]);
  captureId = await example(scope);
});

async function example(by: Scope): Promise<string> {
  const made = await capture({ database, queue }, by, { text: ['Delivery note', 'Order 4711'] });
  await database.asOwner((client) =>
    client.query('update app.captures set width = 800, height = 600 where id = $1', [made.captureId]),
  );
  return made.captureId;
}
const begin = async () => (await beginTemplate(deps(), { scope, captureId })).draftId;
const save = (draftId: string, revision: number, name = 'Delivery note', marks: unknown = [firstLineMark]) =>
  saveTemplateDraft(deps(), { scope, draftId, revision, name, marks });
const publish = (draftId: string, revision: number) => publishTemplate(deps(), { scope, draftId, revision });
const codeOf = (promise: Promise<unknown>) => promise.catch((error) => error.code);

test('who begins on the same capture again goes on with what was begun', async () => {
  const draftId = await begin();
  await save(draftId, 1);
  expect(await begin()).toBe(draftId);
  expect(await getTemplateDraft(deps(), { scope, draftId })).toMatchObject({
    name: 'Delivery note',
    captureId,
    marks: [firstLineMark],
    revision: 2,
    published: null,
    reading: { lines: [{ text: 'Delivery note' }, { text: 'Order 4711' }] },
  });
});

test('a template that was gone on with in the studio is published above what came from there', async () => {
  const draftId = await begin();
  await save(draftId, 1);
  const { pluginId } = await publish(draftId, 2);
  await database.asOwner((client) =>
    client.query(
      `insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, made_by, created_by)
       select company_id, plugin_id, '2.10.1', manifest, package, repeat('0', 64), 'studio', created_by
       from app.plugin_versions where plugin_id = $1 and company_id = $2`,
      [pluginId, company.companyId],
    ),
  );
  expect(await publish(draftId, 2)).toMatchObject({ version: '2.11.0' });
});

test('a change on top of an older revision is refused, the same change sent twice is not', async () => {
  const draftId = await begin();
  expect(await save(draftId, 1)).toEqual({ revision: 2 });
  expect(await save(draftId, 1)).toEqual({ revision: 2 });
  await expect(save(draftId, 1, 'Other name')).rejects.toMatchObject({
    code: 'draft.changed_meanwhile',
    detail: { current: { revision: 2 } },
  });
  expect(await codeOf(save(draftId, 2, 'x', [{ ...firstLineMark, type: 'program' }]))).toBe('draft.invalid');
  expect(await codeOf(save(draftId, 2, 'x'.repeat(81)))).toBe('draft.invalid');
});

test('what is published by a reviewer is a version of the company, on at once; changes are the next version', async () => {
  const draftId = await begin();
  expect(await codeOf(publish(draftId, 1))).toBe('template.no_name');
  await save(draftId, 1, 'Delivery note', []);
  expect(await codeOf(publish(draftId, 2))).toBe('template.no_values');
  await save(draftId, 2);
  expect(await codeOf(publish(draftId, 2))).toBe('draft.changed_meanwhile');
  expect(await publish(draftId, 3)).toEqual({
    source: 'company',
    pluginId: 'delivery-note',
    version: '1.0.0',
  });
  await save(draftId, 3, 'Delivery note', [{ ...firstLineMark, label: 'Title' }]);
  expect(await publish(draftId, 4)).toMatchObject({ pluginId: 'delivery-note', version: '1.1.0' });
  const installed = await listInstallations(deps(), { scope });
  expect(installed.find((each) => each.plugin === 'delivery-note')).toMatchObject({
    name: 'Delivery note',
    isEnabled: true,
    installedVersion: '1.1.0',
  });
  // Another template of the same name is another plugin.
  captureId = await example(scope);
  const second = await begin();
  await save(second, 1);
  expect(await publish(second, 2)).toMatchObject({ pluginId: 'delivery-note-2' });
});

test('it is tried on the newest captures of the company and of no other', async () => {
  const other = await database.createCompany();
  await example(scopeOf(other));
  const newest = await example(scope);
  expect((await listTemplateTrials(deps(), { scope })).map(({ id }) => id)).toEqual([newest, captureId]);
  expect(await codeOf(beginTemplate(deps(), { scope: scopeOf(other), captureId }))).toBe('capture.not_found');
});

test('a second example is kept with the draft until it is left out; not twice, not of another company, not over another revision', async () => {
  const draftId = await begin();
  const second = await example(scope);
  const change = (revision: number, of: string, isExample = true) =>
    changeTemplateExamples(deps(), { scope, draftId, revision, captureId: of, isExample });
  expect(await change(1, second)).toMatchObject({ revision: 2, examples: [{ captureId: second }] });
  expect(await change(1, second)).toMatchObject({ revision: 2 });
  expect(await change(2, captureId)).toMatchObject({ revision: 2 });
  expect((await getTemplateDraft(deps(), { scope, draftId })).examples).toMatchObject([
    { captureId: second, reading: { lines: [{ text: 'Delivery note' }, { text: 'Order 4711' }] } },
  ]);
  const foreign = await example(scopeOf(await database.createCompany()));
  expect(await codeOf(change(2, foreign))).toBe('capture.not_found');
  expect(await codeOf(change(1, second, false))).toBe('draft.changed_meanwhile');
  // What is marked stays, and goes on being published with what the examples showed.
  expect(await save(draftId, 2)).toEqual({ revision: 3 });
  expect((await getTemplateDraft(deps(), { scope, draftId })).examples).toHaveLength(1);
  expect(await publish(draftId, 3)).toMatchObject({ version: '1.0.0' });
  expect(await change(3, second, false)).toEqual({ revision: 4, examples: [] });
  for (let more = 0; more < 5; more++) await change(4 + more, await example(scope));
  expect(await codeOf(change(9, second))).toBe('template.too_many_examples');
});
