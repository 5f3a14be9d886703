// cspell:ignore GRAAAAABXRUJQ ICCP SECRETARTIST PRIVATEPERSON
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { Scope } from '@readout/domain/actor';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { listMyNotifications } from '@readout/domain/notifications/list-my-notifications';
import { type MadeBy, publishCompanyVersion } from '@readout/domain/plugins/publish-company-version';
import { askForConfirmation } from '@readout/domain/plugins/submissions/ask-for-confirmation';
import { beginSubmission } from '@readout/domain/plugins/submissions/begin-submission';
import { changeSubmissionFixture } from '@readout/domain/plugins/submissions/change-submission-fixture';
import { confirmSubmission } from '@readout/domain/plugins/submissions/confirm-submission';
import { declineSubmission } from '@readout/domain/plugins/submissions/decline-submission';
import { getSubmission } from '@readout/domain/plugins/submissions/get-submission';
import { getSubmissionPicture } from '@readout/domain/plugins/submissions/get-submission-picture';
import { listSubmissions } from '@readout/domain/plugins/submissions/list-submissions';
import { reopenSubmission } from '@readout/domain/plugins/submissions/reopen-submission';
import { withdrawSubmission } from '@readout/domain/plugins/submissions/withdraw-submission';
import { capture, createJobTable, scopeOf } from '@readout/domain/testing/arrange';
import type { Line, PluginReading, Quad } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { openPackage, packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import { createFileSystemStore, type ObjectStore, originalKey } from '@readout/store';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOriginals } from '../originals.ts';
import { createLeavingPictures, type LeavingPictures } from './leaving-pictures.ts';
import { createPackages } from './packages.ts';
import { createProgramBuilder } from './program-builder.ts';
import { createSubmissionMaker } from './submission-maker.ts';

const [width, height] = [600, 400];
const boxOf = (x: number, y: number, across: number): Quad => [
  [x, y],
  [x + across, y],
  [x + across, y + 20],
  [x, y + 20],
];
const line = (id: string, y: number, texts: string[]): Line => {
  let x = 100;
  const words = texts.map((text) => {
    const box = boxOf(x, y, 90);
    x += 110;
    return { text, box, confidence: 1 };
  });
  return { id, text: texts.join(' '), box: boxOf(100, y, 110 * texts.length - 20), confidence: 1, words };
};
const reading = (driver: string): PluginReading => ({
  page: { number: 1, of: 1, width, height, rotation: 0 },
  lines: [line('l0', 50, ['Number', 'AB1234', 'Lane']), line('l1', 105, ['Driver', driver])],
  barcodes: [],
  languages: ['en'],
});
const input = (driver: string) => ({
  reading: reading(driver),
  settings: {},
  locale: 'en-GB',
  today: '2026-03-10',
});
const number = { value: 'AB1234', seen: ['l0'] };
const expectedOf = (driver: string) => [
  { type: 'gate-pass', fields: { number, driver: { value: driver, seen: ['l1'] } } },
];
const manifest = (version: string): Manifest => ({
  id: 'gate-pass',
  version,
  kind: 'reader',
  name: 'Gate pass',
  description: 'Reads gate passes.',
  reads: ['lines'],
  fallback: false,
  records: [
    {
      type: 'gate-pass',
      label: 'Gate pass',
      title: 'number',
      fields: [
        { name: 'number', label: 'Number', type: 'code' },
        { name: 'driver', label: 'Driver', type: 'text' },
      ],
    },
  ],
  accepts: [],
  settings: [],
  permissions: { hosts: [] },
});
/** The second word of each line; anyone who drives is a field only where somebody does. */
const source = `export default {read({reading}){const fields={};
for(const line of reading.lines){const [name,value]=line.text.split(' ');
if(value)fields[name.toLowerCase()]={value,raw:value,confidence:1,evidence:[{box:line.box,line:line.id}],checks:[]};}
return [{type:'gate-pass',confidence:1,fields}]}};`;

let database: TestDatabase;
let folder: string;
let store: ObjectStore;
let pictures: LeavingPictures;
let deps: ReturnType<typeof depsOf>;
let company: TestCompany;
let scope: Scope;
let photograph: Buffer;
const builder = createProgramBuilder();
const depsOf = () => ({
  db: database.app,
  packages: createPackages({ secret: database.secret, builder }),
  submissions: createSubmissionMaker({ builder, picture: pictures.make }),
});
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'readout-submissions-'));
  store = await createFileSystemStore(folder);
  const originals = createOriginals({ store, db: database.app, queue: { enqueue: async () => {} } });
  pictures = createLeavingPictures({ originals });
  deps = depsOf();
  await createJobTable(database);
  photograph = await sharp({ create: { width, height, channels: 3, background: '#e8e8e8' } })
    .withExif({ IFD0: { Artist: 'SECRETARTIST' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .jpeg({ quality: 95 })
    .toBuffer();
});
afterAll(async () => {
  await pictures.close();
  await database.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  company = await database.createCompany({ name: 'Acme', members: ['admin', 'reviewer', 'operator'] });
  scope = scopeOf(company);
  await database.asOwner((client) =>
    client.query('delete from platform.plugin_versions where plugin_id = $1', ['gate-pass']),
  );
  await database.asOwner((client) =>
    client.query('delete from platform.plugins where id = $1', ['gate-pass']),
  );
});

async function version(number_ = '1.0.0', madeBy: MadeBy = 'studio') {
  const payload = packPlugin({
    manifest: manifest(number_),
    source,
    readme: 'Reads.',
    fixtures: [],
  });
  await publishCompanyVersion(deps, {
    scope,
    package: unsignedPackage(payload),
    madeBy,
    use: false,
    notes: 'First.',
  });
}

/** One fixture of a photograph, and one that is to stay. */
async function arranged({ madeBy = 'studio' as MadeBy } = {}) {
  await version('1.0.0', madeBy);
  const queue = { enqueue: async () => {} };
  const { captureId, sha256 } = await capture({ database, queue }, scope, {
    unread: true,
    content: photograph,
  });
  await store.put(originalKey(company.companyId, sha256), photograph);
  await database.asOwner(async (client) => {
    for (const [name, driver, of] of [
      ['At the gate', 'Northfield', captureId],
      ['Stays PRIVATELY', 'PRIVATEPERSON', null],
    ])
      await client.query(
        `insert into app.plugin_fixtures (company_id, plugin_id, name, capture_id, input, expected, created_by)
         values ($1, 'gate-pass', $2, $3, $4, $5, $6)`,
        [
          company.companyId,
          name,
          of,
          JSON.stringify(input(driver!)),
          JSON.stringify(expectedOf(driver!)),
          company.owner.userId,
        ],
      );
  });
  return begin();
}
const begin = async (by = scope, number_ = '1.0.0') =>
  (await beginSubmission(deps, { scope: by, pluginId: 'gate-pass', version: number_ })).submissionId;
const get = (submissionId: string, by = scope) => getSubmission(deps, { scope: by, submissionId });
const change = async (submissionId: string, more: Record<string, unknown> = {}, by = scope) => {
  const { submission, fixtures } = await get(submissionId, by);
  const { id, name } = fixtures[0]!;
  await changeSubmissionFixture(deps, {
    scope: by,
    submissionId,
    fixtureId: id,
    revision: submission.revision,
    change: { name, leaves: 'picture', ...more },
  });
  return (await get(submissionId, by)).fixtures[0]!;
};
const ask = async (submissionId: string, by = scope) => {
  const { revision } = (await get(submissionId, by)).submission;
  await askForConfirmation(deps, { scope: by, submissionId, revision, notes: 'For everybody.' });
  return (await get(submissionId, by)).submission.sha256!;
};
const confirm = (submissionId: string, sha256: string, by = scope) =>
  confirmSubmission(deps, { scope: by, submissionId, sha256 });
const stored = () =>
  database.asOwner(async (client) => {
    const { rows } = await client.query(
      "select version, state, package, notes, sha256, private_results from platform.plugin_versions where plugin_id = 'gate-pass' order by ordinal",
    );
    return rows;
  });
const told = async (of: Scope) =>
  (await listMyNotifications({ db: database.app }, { locale: 'en', userId: of.actor.userId })).items.map(
    ({ text }) => text,
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

test('what leaves is what was picked and looked at: its picture is made of pixels alone, nothing of the others goes along', async () => {
  const submissionId = await arranged();
  const fixture = await change(submissionId);
  const shown = await getSubmissionPicture(deps, {
    scope,
    submissionId,
    fixtureId: fixture.id,
    which: 'leaving',
  });
  await confirm(submissionId, await ask(submissionId));

  const [row] = await stored();
  expect(row).toMatchObject({
    state: 'in_review',
    notes: 'For everybody.',
    private_results: { fixtures: 1, passed: 1, failed: 0 },
  });
  const { content, payload, sha256 } = await openPackage(row.package);
  expect(sha256).toBe(row.sha256);
  const bytes = Buffer.from(payload).toString('latin1');
  expect(bytes).not.toMatch(/SECRET|PRIVATE/i);
  expect(content.fixtures.map(({ name }) => name)).toEqual(['At the gate']);
  expect(content.fixtures[0]!.reading).toEqual(reading('Northfield'));
  const picture = Buffer.from(content.fixtures[0]!.picture!.base64, 'base64');
  expect(picture.equals(Buffer.from(shown.bytes))).toBe(true);
  expect(picture.toString('latin1')).not.toMatch(/SECRET|EXIF|ICCP|XMP/);
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width, height });
  const { events } = await listAuditEvents(deps, { scope, filter: { group: 'plugin' } });
  expect(events.map(({ action }) => action)).toEqual([
    'plugin.submitted',
    'plugin.submission_asked',
    'plugin.submission_begun',
    'plugin.version_published',
  ]);
});

test('without a choice nothing but the program leaves; a reading leaves without its picture', async () => {
  const submissionId = await arranged();
  expect((await get(submissionId)).fixtures.map(({ leaves, outcome }) => [leaves, outcome.passed])).toEqual([
    ['private', true],
    ['private', true],
  ]);
  const { pictureBytes } = await change(submissionId, { leaves: 'reading' });
  expect(pictureBytes).toBeNull();
  const sha256 = await ask(submissionId);
  expect((await get(submissionId)).submission.privateResults).toEqual({ fixtures: 1, passed: 1, failed: 0 });
  await confirm(submissionId, sha256);
  const { content } = await openPackage((await stored())[0].package);
  expect(content.fixtures.map(({ picture }) => picture)).toEqual([undefined]);
});

test('a fixture that does not give what is expected does not leave, and may stay', async () => {
  await version();
  await database.asOwner((client) =>
    client.query(
      `insert into app.plugin_fixtures (company_id, plugin_id, name, input, expected, created_by)
       values ($1, 'gate-pass', 'Misread', $2, $3, $4)`,
      [
        company.companyId,
        JSON.stringify(input('Northfield')),
        JSON.stringify(expectedOf('Elsewhere')),
        company.owner.userId,
      ],
    ),
  );
  const submissionId = await begin();
  const { outcome } = await change(submissionId, { leaves: 'reading' });
  expect(outcome).toMatchObject({ passed: false, failure: null });
  expect(outcome.differences).toHaveLength(1);
  expect(await codeOf(ask(submissionId))).toBe('submission.fixture_failing');
  await change(submissionId, { leaves: 'private' });
  await confirm(submissionId, await ask(submissionId));
  expect((await stored())[0].private_results).toEqual({ fixtures: 1, passed: 0, failed: 1 });
});

test('of a fixture in which regions were hidden once, the picture leaves as it was made then, or not at all', async () => {
  const submissionId = await arranged();
  const { id } = await change(submissionId);
  const painted = Buffer.from('painted over');
  await database.asOwner((client) =>
    client.query(
      `update app.plugin_submission_fixtures set regions = '[{"x": 1, "y": 1, "width": 9, "height": 9}]', picture = $2 where id = $1`,
      [id, painted],
    ),
  );
  await change(submissionId, { name: 'Another name' });
  const which = { scope, submissionId, fixtureId: id, which: 'leaving' } as const;
  expect(painted.equals((await getSubmissionPicture(deps, which)).bytes)).toBe(true);
  expect(await change(submissionId, { leaves: 'reading' })).toMatchObject({ hasPicture: false });
  expect(await codeOf(change(submissionId))).toBe('submission.picture_missing');
});

test('who may confirm hands in at once, and nobody is asked; who may not cannot', async () => {
  const submissionId = await arranged();
  const [admin, reviewer] = company.members.map((member) => scopeOf(company, member));
  const { revision } = (await get(submissionId)).submission;
  const asked = { scope, submissionId, revision, notes: '', isOwn: true };
  expect(await codeOf(askForConfirmation(deps, { ...asked, scope: reviewer! }))).toBe('role.not_allowed');
  const { sha256 } = await askForConfirmation(deps, asked);
  await confirm(submissionId, sha256);
  expect((await stored()).map(({ state }) => state)).toEqual(['in_review']);
  expect(await told(admin!)).toEqual([]);
});

test('what was asked about does not change: not by fixtures, versions or those who prepared it; confirming twice is once', async () => {
  const submissionId = await arranged();
  await change(submissionId);
  const sha256 = await ask(submissionId);
  await database.asOwner((client) => client.query('update app.plugin_fixtures set name = left(name, 3)'));
  await version('1.1.0');
  expect(await codeOf(change(submissionId))).toBe('submission.not_open');
  expect(await begin(scope, '1.1.0')).toBe(submissionId);
  expect(await codeOf(confirm(submissionId, 'f'.repeat(64)))).toBe('submission.changed_meanwhile');
  const both = await Promise.all([confirm(submissionId, sha256), confirm(submissionId, sha256)]);
  expect(both[0]).toEqual(both[1]);
  expect((await stored()).map((row) => [row.version, row.sha256])).toEqual([['1.0.0', sha256]]);
  expect((await get(submissionId)).submission).toMatchObject({
    state: 'submitted',
    review: { state: 'in_review' },
  });
});

test('who may prepare does not confirm; operators, other companies and who acts as somebody do neither', async () => {
  const [admin, reviewer, operator] = company.members.map((member) => scopeOf(company, member));
  const program = await arranged();
  expect(await codeOf(get(program, reviewer!))).toBe('submission.not_found');
  await withdrawSubmission(deps, { scope, submissionId: program, revision: 1 });
  await version('2.0.0', 'template');
  const submissionId = await begin(reviewer!, '2.0.0');
  await change(submissionId, {}, reviewer!);
  const sha256 = await ask(submissionId, reviewer!);
  expect(await told(admin!)).toEqual([
    expect.stringContaining('asks you to confirm what leaves the company'),
  ]);
  expect(await codeOf(confirm(submissionId, sha256, reviewer!))).toBe('role.not_allowed');
  expect(await codeOf(declineSubmission(deps, { scope: reviewer!, submissionId, note: 'x' }))).toBe(
    'role.not_allowed',
  );
  for (const work of [
    () => get(submissionId, operator!),
    () => begin(operator!, '2.0.0'),
    () => confirm(submissionId, sha256, operator!),
  ])
    expect(await codeOf(work())).toBe('role.not_allowed');
  const stranger = scopeOf(await database.createCompany());
  for (const work of [
    () => get(submissionId, stranger),
    () => confirm(submissionId, sha256, stranger),
    () => withdrawSubmission(deps, { scope: stranger, submissionId, revision: 3 }),
  ])
    expect(await codeOf(work())).toBe('submission.not_found');
  expect(await codeOf(begin(stranger, '2.0.0'))).toBe('plugin.version_not_found');
  const actedAs = {
    ...scope,
    actor: { ...scope.actor, impersonatedBy: admin!.actor.userId, support: 'manage' as const },
  };
  expect(await codeOf(confirm(submissionId, sha256, actedAs))).toBe('support.read_only');
  await confirm(submissionId, sha256, admin!);
  expect(await told(reviewer!)).toEqual([expect.stringContaining('was handed in for review by')]);
});

test('declined with a note it is put right with all that was picked; withdrawn it is decided about no more', async () => {
  const submissionId = await arranged();
  await change(submissionId);
  await ask(submissionId);
  expect(await codeOf(declineSubmission(deps, { scope, submissionId, note: ' ' }))).toBe(
    'submission.invalid',
  );
  await declineSubmission(deps, { scope, submissionId, note: 'The plate is legible.' });
  const declined = await get(submissionId);
  expect(declined.submission).toMatchObject({
    state: 'declined',
    decided: { note: 'The plate is legible.' },
    sha256: null,
  });
  await reopenSubmission(deps, { scope, submissionId, revision: declined.submission.revision });
  expect((await get(submissionId)).fixtures[0]).toMatchObject({ leaves: 'picture' });
  await confirm(submissionId, await ask(submissionId));
  const { revision } = (await get(submissionId)).submission;
  await withdrawSubmission(deps, { scope, submissionId, revision });
  await withdrawSubmission(deps, { scope, submissionId, revision });
  expect((await stored()).map(({ state }) => state)).toEqual(['withdrawn']);
  // The number was used.
  expect(await codeOf(begin())).toBe('plugin.version_taken');
  await version('1.1.0');
  expect(await begin(scope, '1.1.0')).not.toBe(submissionId);
  expect((await listSubmissions(deps, { scope, pluginId: 'gate-pass' })).map(({ state }) => state)).toEqual([
    'preparing',
    'withdrawn',
  ]);
});

test('fixtures a package carries stay unless picked; their pictures, and the one a template was pointed at on, are made of pixels alone', async () => {
  const queue = { enqueue: async () => {} };
  const { captureId, sha256 } = await capture({ database, queue }, scope, {
    unread: true,
    content: photograph,
  });
  await store.put(originalKey(company.companyId, sha256), photograph);
  const { locale, today, ...read } = input('Northfield');
  const fixture = { ...read, expected: { locale, today, records: expectedOf('Northfield') } };
  const payload = packPlugin({
    manifest: manifest('1.0.0'),
    source,
    template: { marks: [] },
    readme: '',
    fixtures: [
      { name: 'Pointed at', ...fixture },
      {
        name: 'With a picture',
        ...fixture,
        reading: reading('Harbour'),
        expected: { locale, today, records: expectedOf('Harbour') },
        picture: { mediaType: 'image/jpeg', base64: photograph.toString('base64') },
      },
    ],
  });
  await publishCompanyVersion(deps, {
    scope,
    package: unsignedPackage(payload),
    madeBy: 'template',
    use: false,
  });
  await database.asOwner((client) =>
    client.query(
      `insert into app.plugin_drafts (company_id, plugin_id, kind, manifest, template, created_by, updated_by)
       values ($1, 'gate-pass', 'template', '{}', $2, $3, $3)`,
      [company.companyId, JSON.stringify({ captureId, reading: read.reading }), company.owner.userId],
    ),
  );
  const submissionId = await begin();
  const { fixtures } = await get(submissionId);
  expect(fixtures.map((each) => [each.name, each.leaves, each.captureId, each.hasPicture])).toEqual([
    ['Pointed at', 'private', captureId, true],
    ['With a picture', 'private', null, true],
  ]);
  const packaged = fixtures[1]!.id;
  const original = await getSubmissionPicture(deps, {
    scope,
    submissionId,
    fixtureId: packaged,
    which: 'packaged',
  });
  expect(photograph.equals(original.bytes)).toBe(true);
  for (const { id, name } of fixtures)
    await changeSubmissionFixture(deps, {
      scope,
      submissionId,
      fixtureId: id,
      revision: (await get(submissionId)).submission.revision,
      change: { name, leaves: 'picture' },
    });
  await confirm(submissionId, await ask(submissionId));
  const { content, payload: left } = await openPackage((await stored())[0].package);
  expect(content.fixtures.map(({ picture }) => picture?.mediaType)).toEqual(['image/webp', 'image/webp']);
  expect(Buffer.from(left).toString('latin1')).not.toMatch(/SECRET/);
  for (const { picture } of content.fixtures)
    expect(Buffer.from(picture!.base64, 'base64').toString('latin1')).not.toMatch(/SECRET|EXIF/);
});

test('what a review decided cannot be withdrawn, and its note is shown', async () => {
  const submissionId = await arranged();
  await confirm(submissionId, await ask(submissionId));
  await database.asOwner((client) =>
    client.query(
      "update platform.plugin_versions set state = 'rejected', decision_note = 'Say what it reads.' where plugin_id = 'gate-pass'",
    ),
  );
  const { submission } = await get(submissionId);
  expect(submission.review).toEqual({ state: 'rejected', note: 'Say what it reads.' });
  expect(await codeOf(withdrawSubmission(deps, { scope, submissionId, revision: submission.revision }))).toBe(
    'submission.not_open',
  );
  // Also once the id went to somebody else.
  await database.asOwner(async (client) => {
    await client.query("update platform.plugin_versions set decided_at = now() - interval '31 days'");
    await client.query("select platform.release_plugin_id('gate-pass')");
    expect((await client.query("select 1 from platform.plugins where id = 'gate-pass'")).rows).toEqual([]);
  });
  expect((await get(submissionId)).submission.review).toEqual({
    state: 'rejected',
    note: 'Say what it reads.',
  });
});

test('of two who change at once one is told; a picture that is gone, nonsense and too much are refused with their codes', async () => {
  const submissionId = await arranged();
  const outcomes = await Promise.all([codeOf(change(submissionId)), codeOf(change(submissionId))]);
  expect(outcomes.toSorted()).toEqual(['done', 'submission.changed_meanwhile']);
  for (const more of [{ leaves: 'all' }, { name: 'stays privately' }])
    expect(await codeOf(change(submissionId, more))).toBe('submission.invalid');
  await database.asOwner((client) =>
    client.query('update app.plugin_submission_fixtures set capture_id = null, picture = null'),
  );
  expect(await codeOf(change(submissionId))).toBe('submission.picture_missing');
  const [first] = [
    { reading: reading('x'), settings: {}, expected: { locale: 'en', today: '2026-03-10', records: [] } },
  ];
  const picture = { mediaType: 'image/webp', base64: `UklGRAAAAABXRUJQ${'A'.repeat(16 * 1024 * 1024)}` };
  const content = {
    manifest: manifest('1.0.0'),
    source,
    readme: '',
    fixtures: [{ name: 'x', ...first!, picture }],
  };
  expect(await codeOf(deps.submissions.pack(content))).toBe('submission.too_large');
});
