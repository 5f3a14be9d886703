import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { SigningKey } from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../actor.ts';
import { listAuditEvents } from '../../audit/list-audit-events.ts';
import { plugins, publish, receiptManifest, scopeOf } from '../../testing/arrange.ts';
import { companyKey, packageOf, packages, versions } from '../../testing/arrange-plugins.ts';
import { getPlugin } from '../get-plugin.ts';
import { submitVersion } from './submit-version.ts';

let database: TestDatabase;
let company: TestCompany;
let scope: Scope;
let key: SigningKey;
let pluginId: string;
let count = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ name: 'Acme', members: ['admin', 'reviewer', 'operator'] });
  scope = scopeOf(company);
  key = await companyKey(database, scope);
  count += 1;
  pluginId = `pallet${count}`;
});

const deps = () => ({ db: database.app, plugins, versions, packages });
const manifest = (version: string, id = pluginId): Manifest => ({
  ...receiptManifest,
  id,
  version,
  name: 'Pallet',
});
const submit = async (version: string, { by = scope, source = 'x', id = pluginId, as = key } = {}) =>
  submitVersion(deps(), {
    scope: by,
    package: await packageOf(manifest(version, id), as, source),
    notes: ' Reads the new label.\0 ',
    privateResults: { fixtures: 3, passed: 2, failed: 1 },
  });
const stored = () =>
  database.asOwner(async (client) => {
    const { rows } = await client.query(
      `select v.version, v.state, v.notes, v.checks, v.private_results, v.submitted_by_name, p.publisher_company_id, p.publisher_name, p.is_first_party
       from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id where v.plugin_id = $1 order by ordinal`,
      [pluginId],
    );
    return rows;
  });
const decide = (version: string, state: string) =>
  database.asOwner((client) =>
    client.query('update platform.plugin_versions set state = $3 where plugin_id = $1 and version = $2', [
      pluginId,
      version,
      state,
    ]),
  );

test('a version waits for review under the company’s name; handing it in again changes nothing', async () => {
  const first = await submit('1.0.0');
  expect(await submit('1.0.0')).toEqual(first);
  expect(await stored()).toEqual([
    {
      version: '1.0.0',
      state: 'in_review',
      notes: 'Reads the new label.',
      checks: null,
      private_results: { fixtures: 3, passed: 2, failed: 1 },
      submitted_by_name: company.owner.name,
      publisher_company_id: company.companyId,
      publisher_name: 'Acme',
      is_first_party: false,
    },
  ]);
  const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'plugin' } });
  expect(events.map(({ action, detail }) => [action, detail.version])).toEqual([
    ['plugin.submitted', '1.0.0'],
  ]);
  // Until it is decided nobody else sees it.
  const stranger = scopeOf(await database.createCompany());
  await expect(getPlugin(deps(), { scope: stranger, pluginId })).rejects.toMatchObject({
    code: 'plugin.not_found',
  });
});

test('a number is taken once: with other bytes, and after the decision', async () => {
  await submit('1.0.0');
  await expect(submit('1.0.0', { source: 'y' })).rejects.toMatchObject({
    code: 'plugin.version_taken',
    detail: { state: 'in_review' },
  });
  await expect(submit('1.1.0')).rejects.toMatchObject({
    code: 'plugin.in_review',
    detail: { version: '1.0.0' },
  });
  for (const state of ['rejected', 'withdrawn', 'published']) {
    await decide('1.0.0', state);
    await expect(submit('1.0.0')).rejects.toMatchObject({ code: 'plugin.version_taken', detail: { state } });
  }
  await submit('1.1.0');
  expect((await stored()).map(({ version, state }) => [version, state])).toEqual([
    ['1.0.0', 'published'],
    ['1.1.0', 'in_review'],
  ]);
});

test('of two who submit different versions at once one is told', async () => {
  const outcomes = await Promise.allSettled([submit('1.0.0'), submit('1.1.0')]);
  expect(outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))).toEqual([
    'plugin.in_review',
  ]);
});

test('an id of somebody else, a foreign signature and who may not are refused', async () => {
  await publish(database, manifest('1.0.0', 'gauge'), { isFirstParty: false });
  await expect(submit('2.0.0', { id: 'gauge' })).rejects.toMatchObject({ code: 'plugin.id_taken' });
  const stranger = scopeOf(await database.createCompany());
  await expect(submit('1.0.0', { by: stranger })).rejects.toMatchObject({ code: 'package.untrusted' });
  for (const member of [company.members[1]!, company.members[2]!])
    await expect(submit('1.0.0', { by: scopeOf(company, member) })).rejects.toMatchObject({
      code: 'role.not_allowed',
    });
  expect(await stored()).toEqual([]);
  await submit('1.0.0', { by: scopeOf(company, company.members[0]) });
});

test('an id is free for others thirty days after the last of it was rejected or withdrawn, and never once one was published', async () => {
  const other = await database.createCompany({ name: 'Other' });
  const by = scopeOf(other);
  const as = await companyKey(database, by);
  const theirs = (version = '1.0.0') =>
    submit(version, { by, as }).then(
      () => 'submitted',
      (error) => [error.code, error.message],
    );
  const age = (days: number) =>
    database.asOwner((client) =>
      client.query(
        'update platform.plugin_versions set decided_at = now() - make_interval(days => $2) where plugin_id = $1',
        [pluginId, days],
      ),
    );
  const taken = ['plugin.id_taken', expect.not.stringContaining('Acme')];
  await submit('1.0.0');
  await age(31);
  // It waits, however long.
  expect(await theirs()).toEqual(taken);
  await decide('1.0.0', 'rejected');
  await age(29);
  expect(await theirs()).toEqual(taken);
  // Its publisher goes on meanwhile.
  await submit('1.1.0');
  await decide('1.1.0', 'withdrawn');
  await age(31);
  expect(await theirs()).toBe('submitted');
  expect(await stored()).toMatchObject([{ version: '1.0.0', state: 'in_review', publisher_name: 'Other' }]);
  // Nothing of the one is the other's to see, in either direction.
  for (const each of [scope, by])
    expect(
      await getPlugin(deps(), { scope: each, pluginId }).then(
        ({ versions: seen }) => seen.map(({ publisher }) => publisher),
        (error) => error.code,
      ),
    ).toEqual(each === by ? ['Other'] : 'plugin.not_found');
  await expect(submit('2.0.0')).rejects.toMatchObject({ code: 'plugin.id_taken' });
  for (const state of ['published', 'deprecated']) {
    await decide('1.0.0', state);
    await age(400);
    await expect(submit('2.0.0')).rejects.toMatchObject({ code: 'plugin.id_taken' });
  }
});
