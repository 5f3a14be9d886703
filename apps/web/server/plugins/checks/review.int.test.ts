// cspell:ignore heißt ebenfalls
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { inScope } from '@readout/domain/in-scope';
import { listMyNotifications } from '@readout/domain/notifications/list-my-notifications';
import { listPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { approveVersion } from '@readout/domain/platform/review/approve-version';
import { getReview, getReviewPackage } from '@readout/domain/platform/review/get-review';
import { listReviews } from '@readout/domain/platform/review/list-reviews';
import { recheckVersion } from '@readout/domain/platform/review/recheck-version';
import { rejectVersion } from '@readout/domain/platform/review/reject-version';
import type { Check, CheckReport } from '@readout/domain/platform/review/rules';
import { saveChecks, staleAfterMs, takeCheck } from '@readout/domain/platform/review/take-check';
import type { PlatformActor } from '@readout/domain/platform-actor';
import { installPlugin } from '@readout/domain/plugins/install-plugin';
import { listCatalogue } from '@readout/domain/plugins/list-catalogue';
import { listVersions } from '@readout/domain/plugins/plugin-versions';
import { submitVersion } from '@readout/domain/plugins/submissions/submit-version';
import { scopeOf } from '@readout/domain/testing/arrange';
import { companyKey } from '@readout/domain/testing/arrange-plugins';
import { differences } from '@readout/plugin-kit/expectation';
import { openPackage, type SigningKey, signPackage } from '@readout/plugin-kit/package';
import { createSandbox } from '@readout/plugin-sandbox/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { codeChanges } from '../code-changes.ts';
import { createPackages } from '../packages.ts';
import { createPluginStore } from '../plugin-store.ts';
import { createProgramBuilder } from '../program-builder.ts';
import { type HandedIn, handIn } from './arrange-review.ts';
import { fixtureOf, gatePassFixtures, gatePassManifest, gatePassSource, readingOf } from './gate-pass.ts';
import { checkNext } from './start-checks.ts';

const command = fileURLToPath(new URL('../../../../../packages/cli/bin/readout.js', import.meta.url));
let database: TestDatabase;
const builder = createProgramBuilder();
let packages: ReturnType<typeof createPackages>;
let publisher: TestCompany;
let other: TestCompany;
let key: SigningKey;
const actor: PlatformActor = {
  userId: '0199a000-0000-7000-8000-000000000001',
  name: 'Petra',
  platformRole: 'admin',
};
const mine = () => ({ scope: scopeOf(publisher), key, packages });
const deps = () => ({
  platform: database.platform,
  packages,
  builder,
  tools: { codeChanges, differences },
});
const store = () => createPluginStore({ db: database.app, packages });
const review = (ref: HandedIn) => getReview(deps(), { actor, ...ref });
const check = (checks: readonly Check[] | undefined, name: string) =>
  checks?.find((each) => each.name === name);
const approve = (ref: HandedIn, more: { note?: string; actor?: PlatformActor } = {}) =>
  approveVersion(deps(), { actor, note: '', releaseNote: '', ...ref, ...more });
const reject = (ref: HandedIn, note = 'Its name is taken.') => rejectVersion(deps(), { actor, note, ...ref });

beforeAll(async () => {
  database = await createTestDatabase();
  packages = createPackages({ secret: database.secret, builder });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner((client) =>
    client.query(
      'delete from app.installations; delete from platform.plugin_versions; delete from platform.plugins; delete from platform.trusted_keys',
    ),
  );
  publisher = await database.createCompany({ name: 'Harbour', members: ['admin', 'operator'] });
  other = await database.createCompany({ name: 'Somebody else' });
  key = await companyKey(database, scopeOf(publisher));
});

/** What the server found of these bytes before: it finds the same of the same. */
const reports = new Map<string, CheckReport>();

/** Checks made by the server. */
async function checkAll(ref: HandedIn): Promise<void> {
  const known = reports.get(ref.sha256);
  if (known) {
    const version = await takeCheck(deps());
    expect(await saveChecks(deps(), { version: version!, report: known })).toEqual({ saved: true });
  } else {
    expect(await checkNext(deps(), { onReport: (report) => reports.set(ref.sha256, report) })).toBe(true);
  }
}

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

describe('who handed a version in, or belongs to its publisher,', () => {
  const admins = (...ids: string[]) =>
    database.asOwner(async (client) => {
      await client.query(
        `update auth."user" set role = case when id = any ($1::uuid[]) then 'admin' else 'user' end`,
        [ids],
      );
    });
  const as = ({ userId }: { userId: string }): PlatformActor => ({
    userId,
    name: 'Nora',
    platformRole: 'admin',
  });

  test('leaves it to another administrator where there is one', async () => {
    const ref = await handIn(database, mine());
    await checkAll(ref);
    await admins(publisher.owner.userId, publisher.members[0]!.userId, other.owner.userId);
    for (const own of [publisher.owner, publisher.members[0]!]) {
      expect((await getReview(deps(), { actor: as(own), ...ref })).ownApproval).toBe('refused');
      await expect(approve(ref, { actor: as(own), note: 'x' })).rejects.toMatchObject({
        code: 'plugin.own_approval',
      });
    }
    // Of two at the publisher, where there is no third, it is at least not the one who handed it in.
    await admins(publisher.owner.userId, publisher.members[0]!.userId);
    await expect(approve(ref, { actor: as(publisher.owner) })).rejects.toMatchObject({
      code: 'plugin.own_approval',
    });
    await approve(ref, { actor: as(publisher.members[0]!) });
    expect(await review(ref)).toMatchObject({ state: 'published', isApprovedByPublisher: true });
  });

  test('approves it where nobody else can, and everybody reads that', async () => {
    const ref = await handIn(database, mine());
    await checkAll(ref);
    await admins(publisher.owner.userId);
    expect((await getReview(deps(), { actor: as(publisher.owner), ...ref })).ownApproval).toBe('marked');
    await approve(ref, { actor: as(publisher.owner) });
    const scope = scopeOf(other);
    const [version] = await inScope(database.app, scope, (trx) => listVersions(trx, scope, 'gate-pass'));
    expect(version?.isApprovedByPublisher).toBe(true);
    const { events } = await listPlatformEvents(deps(), { actor, action: 'plugin.approved' });
    expect(events[0]?.detail).toMatchObject({ approvedByItsPublisher: true });
    const told = await database.asOwner(
      async (client) =>
        (
          await client.query(
            "select detail from app.audit_events where action = 'plugin.approved' and company_id = $1",
            [publisher.companyId],
          )
        ).rows,
    );
    expect(told[0].detail).toMatchObject({ approvedByItsPublisher: true });
  });
});

test('what passes every check and is approved is installed by another company and runs there', async () => {
  const ref = await handIn(database, mine());
  expect((await listReviews(deps(), { actor, decided: false })).items).toMatchObject([
    { pluginId: 'gate-pass', version: '1.0.0', publisher: 'Harbour', previousVersion: null, checks: null },
  ]);
  await checkAll(ref);
  const looked = await review(ref);
  expect(looked.checks!.checks.map(({ name, status }) => [name, status])).toEqual(
    ['manifest', 'size', 'permissions', 'fixtures_node', 'time', 'patterns'].map((name) => [name, 'passed']),
  );
  expect(looked).toMatchObject({
    state: 'in_review',
    problem: null,
    privateResults: { fixtures: 3, passed: 2, failed: 1 },
    content: {
      source: gatePassSource,
      fixtures: [
        { name: 'A pass', result: { applies: true, failure: null, differences: [], before: null } },
        { name: 'No pass', result: { differences: [] } },
      ],
    },
    previous: null,
  });
  await approveVersion(deps(), { actor, note: '', releaseNote: 'New: gate passes of harbours.', ...ref });

  const scope = scopeOf(other);
  const [listed] = (await listCatalogue({ db: database.app }, { scope })).items;
  expect(listed).toMatchObject({
    plugin: 'gate-pass',
    publisher: 'Harbour',
    accuracy: { fixtures: 2, passed: 2, fields: [{ name: 'number', right: 1, wrong: 0, missing: 0 }] },
  });
  const [version] = await inScope(database.app, scope, (trx) => listVersions(trx, scope, 'gate-pass'));
  expect(version).toMatchObject({ state: 'published', notes: 'New: gate passes of harbours.' });
  const wanted = { source: 'catalogue' as const, pluginId: 'gate-pass', version: '1.0.0' };
  await installPlugin({ db: database.app, versions: store() }, { scope, ref: wanted });
  const loaded = await store().load(other.companyId, wanted);
  expect(loaded.packageSha256).toBe(ref.sha256);
  const sandbox = await createSandbox();
  const run = sandbox.run(loaded, {
    reading: readingOf('Pass Z9001'),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-21',
  });
  await sandbox.close();
  expect(run).toMatchObject({ ok: true, records: [{ fields: { number: { value: 'Z9001' } } }] });

  const { events } = await listPlatformEvents(deps(), { actor, action: 'plugin.approved' });
  expect(events[0]).toMatchObject({
    actorName: 'Petra',
    subjectId: 'gate-pass',
    detail: { version: '1.0.0' },
  });
  expect((await listReviews(deps(), { actor, decided: true })).items).toMatchObject([
    { pluginId: 'gate-pass', state: 'published', decidedByName: 'Petra' },
  ]);
});

test('what is rejected is told to those who look after plugins at its publisher, with the note, and to nobody else', async () => {
  const ref = await handIn(database, mine());
  await expect(reject(ref, '  ')).rejects.toMatchObject({
    code: 'platform.bad_input',
    detail: { fields: { note: expect.any(String) } },
  });
  await reject(ref, 'Its records need a date.');
  const toldTo = async (userId: string) =>
    (await listMyNotifications({ db: database.app }, { locale: 'en', userId })).items.map(({ text }) => text);
  const [admin, operator] = publisher.members;
  const text = 'Version 1.0.0 of Gate pass was not taken into the catalogue: Its records need a date.';
  expect(await toldTo(publisher.owner.userId)).toEqual([text]);
  expect(await toldTo(admin!.userId)).toEqual([text]);
  expect(await toldTo(operator!.userId)).toEqual([]);
  expect(await toldTo(other.owner.userId)).toEqual([]);
  const { events } = await listAuditEvents({ db: database.app }, { scope: scopeOf(publisher) });
  expect(events[0]).toMatchObject({
    action: 'plugin.rejected',
    actorName: 'Petra',
    detail: { version: '1.0.0', note: 'Its records need a date.' },
  });
  await expect(
    installPlugin(
      { db: database.app, versions: store() },
      { scope: scopeOf(publisher), ref: { source: 'catalogue', ...ref } },
    ),
  ).rejects.toMatchObject({ code: 'plugin.version_not_found' });
  // Another number is welcome.
  await handIn(database, mine(), { manifest: gatePassManifest({ version: '1.0.1' }) });
  expect((await listReviews(deps(), { actor, decided: false })).total).toBe(1);
});

test('no other company sees, loads or installs a version that is in review', async () => {
  const ref = await handIn(database, mine());
  await checkAll(ref);
  const scope = scopeOf(other);
  expect((await listCatalogue({ db: database.app }, { scope })).items).toEqual([]);
  expect(await inScope(database.app, scope, (trx) => listVersions(trx, scope, 'gate-pass'))).toEqual([]);
  const wanted = { source: 'catalogue' as const, ...ref };
  await expect(store().load(other.companyId, wanted)).rejects.toMatchObject({
    code: 'plugin.version_not_found',
  });
  await expect(
    installPlugin({ db: database.app, versions: store() }, { scope, ref: wanted }),
  ).rejects.toMatchObject({ code: 'plugin.version_not_found' });
  await expect(
    inScope(database.app, scope, (trx) =>
      trx.selectFrom('platform.plugin_check_results').selectAll().execute(),
    ),
  ).rejects.toThrow(/permission denied/);
});

test('a plugin made by the command, as it is, passes every check and is approved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readout-honest-'));
  const readout = (...args: string[]) =>
    execFileSync(process.execPath, [command, 'plugin', ...args], { cwd: folder, stdio: 'pipe' });
  readout('new', 'shelf-mark');
  readout('pack', 'shelf-mark', '--out', 'packed');
  const scope = scopeOf(publisher);
  const packed = await readFile(join(folder, 'packed'));
  const file = await inScope(database.app, scope, (trx) => packages.adopt(trx, scope, packed));
  const ref = await submitVersion(
    { db: database.app, packages },
    { scope, package: file, notes: '', privateResults: null },
  );
  await checkAll(ref);
  const { checks } = await review(ref);
  expect(checks!.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
  await approve(ref);
  expect((await review(ref)).state).toBe('published');
  await rm(folder, { recursive: true });
});

test('nobody but platform administrators looks at, checks or decides anything', async () => {
  const ref = await handIn(database, mine());
  const user: PlatformActor = { ...publisher.owner, platformRole: 'user' };
  const asUser = { ...ref, actor: user };
  for (const attempt of [
    () => listReviews(deps(), { actor: user, decided: false }),
    () => getReview(deps(), asUser),
    () => getReviewPackage(deps(), asUser),
    () => recheckVersion(deps(), asUser),
    () => approve(ref, { actor: user }),
    () => rejectVersion(deps(), { ...asUser, note: 'No.' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'platform.admin_only' });
  expect((await review(ref)).state).toBe('in_review');
});

describe('a check that failed keeps a version from being published', () => {
  const wrongFixture = fixtureOf(
    'Wrong',
    ['Pass K2210'],
    [{ type: 'gate-pass', fields: { number: { value: 'K2211', seen: ['l0'] } } }],
  );
  const cases: [string, Parameters<typeof handIn>[2], string, RegExp][] = [
    [
      'a fixture that comes out otherwise',
      { fixtures: [wrongFixture] },
      'fixtures_node',
      /1 of 1 fixture come out differently: Wrong/,
    ],
    ['a source that does not build', { source: 'const a = ;' }, 'manifest', /Line 1: Unexpected/],
    [
      'a program made of text',
      { source: `${gatePassSource}\nexport const more = () => eval('1');\n` },
      'patterns',
      /must not be published/,
    ],
    [
      'a reader that does not end',
      {
        source: gatePassSource.replace(
          'const line =',
          'let n = 0; while (n >= 0) n = (n + 1) % 7;\n const line =',
        ),
        fixtures: [gatePassFixtures[0]!],
      },
      'time',
      /did not end on the fixture A pass/,
    ],
  ];
  test.each(cases)('%s', async (_name, given, name, detail) => {
    const ref = await handIn(database, mine(), given);
    await checkAll(ref);
    const { checks } = await review(ref);
    expect(check(checks!.checks, name)).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(detail),
    });
    expect(checks!.status).toBe('failed');
    await expect(approve(ref, { note: 'All the same.' })).rejects.toMatchObject({
      code: 'plugin.checks_failed',
    });
    await reject(ref);
  });
});

test('a remark of a check takes a note, which its publisher is told', async () => {
  const ref = await handIn(database, mine(), {
    source: `${gatePassSource}\nexport const site = 'https://example.org/passes';\n`,
  });
  await checkAll(ref);
  await expect(approve(ref)).rejects.toMatchObject({
    code: 'platform.bad_input',
    detail: { fields: { note: expect.any(String) } },
  });
  await approve(ref, { note: 'The address is never used.' });
  const { items } = await listMyNotifications(
    { db: database.app },
    { locale: 'en', userId: publisher.owner.userId },
  );
  expect(items.map(({ text }) => text)).toEqual([
    'Version 1.0.0 of Gate pass is in everybody’s catalogue now: The address is never used.',
  ]);
});

test('of two who decide at once the second is told what the first decided', async () => {
  const ref = await handIn(database, mine());
  await checkAll(ref);
  const decided = await Promise.allSettled([approve(ref), reject(ref), approve(ref)]);
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of decided)
    if (each.status === 'rejected')
      expect(each.reason).toMatchObject({ code: 'plugin.not_in_review', message: /^Petra has/ });
  const { items } = await listMyNotifications(
    { db: database.app },
    { locale: 'en', userId: publisher.owner.userId },
  );
  expect(items).toHaveLength(1);
});

test('a version that was withdrawn while the page was open is decided by nobody', async () => {
  const ref = await handIn(database, mine());
  await checkAll(ref);
  await database.asOwner((client) =>
    client.query("update platform.plugin_versions set state = 'withdrawn', decided_at = now()"),
  );
  for (const attempt of [
    () => approve(ref),
    () => reject(ref),
    () => recheckVersion(deps(), { actor, ...ref }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'plugin.not_in_review', message: /withdrawn/ });
  expect((await review(ref)).state).toBe('withdrawn');
});

test('bytes that were changed in the database are shown to nobody, not approved, and not run', async () => {
  const ref = await handIn(database, mine());
  await checkAll(ref);
  const file = await storedFile();
  const { content } = await openPackage(file);
  const { packPlugin } = await import('@readout/plugin-kit/package');
  const evil = packPlugin({ ...content, source: 'export default { read: () => [] };' });
  const stranger = await companyKey(database, scopeOf(other));
  const evilFile = Buffer.from(await signPackage(evil, key));
  const changed = Buffer.from(file);
  changed[changed.indexOf('payload') + 40]! ^= 1;
  for (const bytes of [changed, Buffer.from(await signPackage(evil, stranger)), evilFile]) {
    await tamper('update platform.plugin_versions set package = $1', [bytes]);
    await expect(approve(ref)).rejects.toMatchObject({
      code: expect.stringMatching(/^(plugin\.not_intact|package\.untrusted)$/),
    });
    expect(await review(ref)).toMatchObject({ content: null, problem: expect.any(String) });
  }
  await tamper('update platform.plugin_versions set package = $1, manifest = manifest || $2::jsonb', [
    file,
    { name: 'Invoice' },
  ]);
  await expect(approve(ref)).rejects.toMatchObject({ code: 'plugin.not_intact' });
  await tamper('update platform.plugin_versions set package = $1, manifest = $2', [
    evilFile,
    content.manifest,
  ]);
  // With the hash changed to match: not what the reviewer looked at, nor what the checks saw.
  const { sha256 } = await openPackage(evilFile);
  await tamper('update platform.plugin_versions set sha256 = $1', [sha256]);
  await expect(approve(ref)).rejects.toMatchObject({ code: 'plugin.not_intact' });
  await expect(approve({ ...ref, sha256 })).rejects.toMatchObject({ code: 'plugin.checks_running' });
  await tamper('update platform.plugin_versions set package = $1, sha256 = $2', [file, ref.sha256]);
  await approve(ref);
  await tamper('update platform.plugin_versions set package = $1', [changed]);
  await expect(store().load(other.companyId, { source: 'catalogue', ...ref })).rejects.toMatchObject({
    code: 'plugin.not_intact',
  });
});

test('a key its company revoked while the version waited vouches for nothing new', async () => {
  const ref = await handIn(database, mine());
  await checkAll(ref);
  await database.asOwner((client) =>
    client.query('update app.signing_keys set revoked_at = now() where key_id = $1', [key.keyId]),
  );
  await expect(approve(ref)).rejects.toMatchObject({ code: 'package.untrusted' });
});

test('what a company published goes on when the company is gone', async () => {
  const ref = await handIn(database, mine());
  await checkAll(ref);
  await approve(ref);
  // As the foreign keys leave it.
  await database.asOwner((client) =>
    client.query(
      'update platform.plugins set publisher_company_id = null; update platform.trusted_keys set publisher_company_id = null',
    ),
  );
  const loaded = await store().load(other.companyId, { source: 'catalogue', ...ref });
  expect(loaded.packageSha256).toBe(ref.sha256);
});

test('a key that vouches for another publisher is not taken over', async () => {
  await database.asOwner((client) =>
    client.query(
      "insert into platform.trusted_keys (key_id, public_key, name, kind, publisher_company_id) values ($1, $2, 'Theirs', 'publisher', $3)",
      [key.keyId, key.publicKey, other.companyId],
    ),
  );
  const ref = await handIn(database, mine());
  await checkAll(ref);
  await expect(approve(ref)).rejects.toMatchObject({ code: 'plugin.key_not_trusted' });
});

test('the next version is next to the last: what changed, and what its fixtures come to with either', async () => {
  const first = await handIn(database, mine());
  await checkAll(first);
  await approve(first);
  const second = await handIn(database, mine(), {
    manifest: gatePassManifest({ version: '1.1.0' }),
    source: gatePassSource.replace('[A-Z]', '[A-Z]{1,2}'),
    fixtures: [
      ...gatePassFixtures,
      fixtureOf(
        'Two letters',
        ['Pass KA2210'],
        [{ type: 'gate-pass', fields: { number: { value: 'KA2210', seen: ['l0'] } } }],
      ),
    ],
  });
  await checkAll(second);
  const { previous, content } = await review(second);
  expect(previous).toMatchObject({ version: '1.0.0', code: { hunks: [{}] } });
  expect(
    content!.fixtures!.map(({ name, result }) => [
      name,
      result!.differences.length,
      result!.before!.differences.length,
    ]),
  ).toEqual([
    ['A pass', 0, 0],
    ['No pass', 0, 0],
    ['Two letters', 0, 1],
  ]);
  expect((await listReviews(deps(), { actor, decided: false })).items[0]).toMatchObject({
    previousVersion: '1.0.0',
  });
});

describe('the checks of one version', () => {
  test('are taken by one process, and by another once the first is gone, whose findings then count for nothing', async () => {
    const ref = await handIn(database, mine());
    const [taken, nothing] = await Promise.all(
      [takeCheck(deps()), takeCheck(deps())].map((each) => each),
    ).then((both) => both.toSorted((a, b) => Number(!!b) - Number(!!a)));
    expect(taken).toMatchObject({ pluginId: 'gate-pass' });
    expect(nothing).toBeUndefined();
    await expect(recheckVersion(deps(), { actor, ...ref })).rejects.toMatchObject({
      code: 'plugin.checks_running',
    });
    const later = new Date(Date.now() + staleAfterMs + 1000);
    const again = await takeCheck(deps(), { now: later });
    expect(again!.run).not.toBe(taken!.run);
    const report = { checks: [], fixtures: [], accuracy: null };
    expect(await saveChecks(deps(), { version: taken!, report })).toEqual({ saved: false });
    expect(await saveChecks(deps(), { version: again!, report })).toEqual({ saved: true });
  });

  test.each([3600_000, -3600_000])('are not taken from a process whose clock is %i ms off', async (offMs) => {
    await handIn(database, mine());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
    const taken = await takeCheck(deps());
    vi.useRealTimers();
    expect(taken).toMatchObject({ pluginId: 'gate-pass' });
    expect(await takeCheck(deps())).toBeUndefined();
    expect(await takeCheck(deps(), { now: new Date(Date.now() + staleAfterMs + 1000) })).toMatchObject({
      pluginId: 'gate-pass',
    });
  });

  test('are left to another process by one that stops', async () => {
    const ref = await handIn(database, mine());
    const stopped = AbortSignal.abort();
    expect(await checkNext(deps(), { signal: stopped })).toBe(false);
    expect((await review(ref)).checks).toBeNull();
    expect(await takeCheck(deps())).toMatchObject({ version: '1.0.0' });
  });

  test('that bring the server down are given up', async () => {
    const ref = await handIn(database, mine());
    for (let attempt = 0; attempt < 4; attempt++)
      await takeCheck(deps(), { now: new Date(Date.now() + attempt * (staleAfterMs + 1000)) });
    const { checks } = await review(ref);
    expect(checks).toMatchObject({ status: 'failed', attempt: 4 });
    expect(await takeCheck(deps())).toBeUndefined();
  });

  test('are made once more when somebody asks, and are written down', async () => {
    const ref = await handIn(database, mine());
    await checkAll(ref);
    await recheckVersion(deps(), { actor, ...ref });
    await expect(approve(ref)).rejects.toMatchObject({ code: 'plugin.checks_running' });
    expect(await checkNext(deps())).toBe(true);
    expect((await review(ref)).checks!.status).toBe('passed');
    const { events } = await listPlatformEvents(deps(), { actor, action: 'plugin.checked_again' });
    expect(events[0]).toMatchObject({ subjectId: 'gate-pass' });
  });

  test('find what imitates another plugin, asks for what it does not use, or shows nothing', async () => {
    await database.asOwner((client) =>
      client.query(`
        insert into platform.plugins (id, publisher_name, is_first_party) values ('pass', 'Readout', true);
        insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256)
        values ('pass', '1.0.0', 'published', '{"name": "GATE  Pass"}', '', repeat('a', 64))`),
    );
    const ref = await handIn(database, mine(), {
      manifest: gatePassManifest({ reads: ['lines', 'barcodes'] }),
    });
    await checkNext(deps());
    const { checks } = (await review(ref)).checks!;
    expect(check(checks, 'manifest')).toMatchObject({ status: 'warning', detail: /GATE {2}Pass, too/ });
    const german = (await getReview(deps(), { actor, ...ref, locale: 'de' })).checks!;
    expect(check(german.checks, 'manifest')!.detail).toMatch(/heißt ebenfalls GATE {2}Pass/);
    expect(check(checks, 'permissions')).toMatchObject({
      status: 'warning',
      detail: /otherwise without barcodes/,
    });
    await reject(ref);
    const bare = await handIn(database, mine(), {
      manifest: gatePassManifest({ version: '1.0.1', name: 'Pass of gates' }),
      fixtures: [],
    });
    await checkNext(deps());
    const found = (await review(bare)).checks!;
    expect(check(found.checks, 'fixtures_node')).toMatchObject({
      status: 'warning',
      detail: /without fixtures/,
    });
    expect(found.status).toBe('passed');
  });
});
