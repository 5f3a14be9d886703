import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { publish, receiptManifest, scopeOf } from '../testing/arrange.ts';
import { companyKey, packageOf, packages, versions } from '../testing/arrange-plugins.ts';
import { installPlugin } from './install-plugin.ts';
import { listCatalogue } from './list-catalogue.ts';
import { listInstallations } from './list-installations.ts';
import { publishCompanyVersion } from './publish-company-version.ts';
import { requestPlugin } from './request-plugin.ts';
import { updateInstallation } from './update-installation.ts';

/** What the catalogue knows and nothing here runs yet. */
const kinds: Partial<Manifest>[] = [
  { kind: 'connector', accepts: ['*'], records: [], reads: [], permissions: { hosts: ['erp.example.com'] } },
  { kind: 'assistant', permissions: { hosts: ['model.example.com'] } },
];

let database: TestDatabase;
let scope: Scope;
let member: Scope;
const deps = () => ({ db: database.app, packages, versions });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code,
  );

describe.each(kinds)('a plugin of kind $kind', (more) => {
  const of = (id: string, version: string, kind: Partial<Manifest> = more): Manifest => ({
    ...receiptManifest,
    id,
    version,
    name: id,
    ...kind,
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    await publish(database, of('outward', '1.0.0'), { isFirstParty: false });
    await publish(database, of('turned', '1.0.0', {}), { isFirstParty: false });
    await publish(database, of('turned', '2.0.0'), { isFirstParty: false });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const company = await database.createCompany({ members: ['admin', 'reviewer'] });
    scope = scopeOf(company);
    member = scopeOf(company, company.members[1]);
  });
  const installed = async () =>
    (await listInstallations(deps(), { scope }))
      .filter(({ revision }) => revision > 0)
      .map(({ plugin, installedVersion }) => `${plugin} ${installedVersion}`);

  test('is shown by the catalogue with its kind, and neither installed nor asked for', async () => {
    const shown = (await listCatalogue(deps(), { scope })).items.find(({ plugin }) => plugin === 'outward');
    expect(shown).toMatchObject({ kind: more.kind });
    const ref = { source: 'catalogue' as const, pluginId: 'outward', version: '1.0.0' };
    expect(await codeOf(installPlugin(deps(), { scope, ref }))).toBe('plugin.kind_not_available');
    expect(await codeOf(requestPlugin(deps(), { scope: member, pluginId: 'outward', note: '' }))).toBe(
      'plugin.kind_not_available',
    );
    expect(await installed()).toEqual([]);
  });

  test('does not come in as the newer version of a reader', async () => {
    const ref = { source: 'catalogue' as const, pluginId: 'turned', version: '1.0.0' };
    await installPlugin(deps(), { scope, ref });
    const to = { source: 'catalogue' as const, version: '2.0.0' };
    const grant = { reads: [], hosts: ['erp.example.com', 'model.example.com'] };
    expect(
      await codeOf(updateInstallation(deps(), { scope, pluginId: 'turned', revision: 1, to, grant })),
    ).toBe('plugin.kind_not_available');
    expect(await installed()).toEqual(['turned 1.0.0']);
  });

  test('is not switched on by publishing it in the company, and taken in without it cannot be installed', async () => {
    const key = await companyKey(database, scope);
    const put = async (id: string, use: boolean) =>
      codeOf(
        publishCompanyVersion(deps(), {
          scope,
          package: await packageOf(of(id, '1.0.0'), key),
          madeBy: 'package',
          use,
        }),
      );
    expect(await put('sent', true)).toBe('plugin.kind_not_available');
    expect(await put('kept', false)).toBe('done');
    const ref = { source: 'company' as const, pluginId: 'kept', version: '1.0.0' };
    expect(await codeOf(installPlugin(deps(), { scope, ref }))).toBe('plugin.kind_not_available');
    expect(await installed()).toEqual([]);
  });
});
