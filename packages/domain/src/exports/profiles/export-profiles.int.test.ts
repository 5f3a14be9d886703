import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../actor.ts';
import { createJobTable, plugins, receiptManifest, scopeOf } from '../../testing/arrange.ts';
import { changeProfile } from './change-profile.ts';
import { createProfile } from './create-profile.ts';
import { importProfile } from './import-profile.ts';
import { listProfileTypes } from './list-profile-types.ts';
import { listProfiles } from './list-profiles.ts';
import { toProfileFile } from './profile-input.ts';
import { restoreProfile } from './restore-profile.ts';
import { maxProfiles, type ProfileSettings } from './rules.ts';
import { trashProfile } from './trash-profile.ts';

let database: TestDatabase;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  scope = scopeOf(await database.createCompany());
  const { id, version } = receiptManifest;
  await database.asOwner((client) =>
    client.query('insert into app.installations (company_id, plugin_id, version) values ($1, $2, $3)', [
      scope.companyId,
      id,
      version,
    ]),
  );
});

const deps = () => ({ db: database.app, plugins });
const settings: ProfileSettings = {
  type: 'receipt',
  format: 'csv',
  language: 'de',
  items: 'none',
  columns: [{ source: 'total', title: 'Total' }],
  originals: null,
  datev: null,
};
const make = (name: string) => createProfile(deps(), { scope, profile: { name, ...settings } });
const names = async () => (await listProfiles(deps(), { scope })).map(({ name }) => name);

test('a profile is kept, changed on what one was shown, deleted, and put back under a name that is free', async () => {
  const { id: profileId } = await make('Books');
  await expect(make('books')).rejects.toMatchObject({ code: 'export_profile.name_taken' });
  const change = (revision: number) =>
    changeProfile(deps(), { scope, profileId, revision, profile: { name: 'Ledger', ...settings } });
  await change(1);
  await expect(change(1)).rejects.toMatchObject({ code: 'export_profile.changed_meanwhile' });
  expect(await listProfiles(deps(), { scope })).toMatchObject([{ ...settings, name: 'Ledger', revision: 2 }]);
  await trashProfile(deps(), { scope, profileId });
  expect(await names()).toEqual([]);
  await expect(change(2)).rejects.toMatchObject({ code: 'export_profile.not_found' });
  await make('Ledger');
  await expect(restoreProfile(deps(), { scope, profileId })).rejects.toMatchObject({
    code: 'export_profile.name_taken',
  });
  await sql`select app.purge_export_profiles()`.execute(database.platform);
  await trashProfile(deps(), { scope, profileId: (await listProfiles(deps(), { scope }))[0]!.id });
  await restoreProfile(deps(), { scope, profileId });
  expect(await names()).toEqual(['Ledger']);
});

test('a profile is taken from one company to another as a file', async () => {
  const elsewhere = scopeOf(await database.createCompany());
  const file = toProfileFile('Books', settings);
  await importProfile(deps(), { scope: elsewhere, file });
  expect(await listProfiles(deps(), { scope: elsewhere })).toMatchObject([{ name: 'Books', ...settings }]);
  expect(await names()).toEqual([]);
});

test('a company keeps so many, and types are those of its readers', async () => {
  for (let number = 1; number <= maxProfiles; number++) await make(`Profile ${number}`);
  await expect(make('One more')).rejects.toMatchObject({ code: 'export_profile.too_many' });
  expect(await listProfileTypes(deps(), { scope })).toEqual([
    expect.objectContaining({ type: 'receipt', label: 'Receipt', hasItems: false }),
  ]);
});
