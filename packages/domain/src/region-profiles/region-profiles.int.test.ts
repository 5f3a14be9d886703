import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { regionProfile, scopeOf } from '../testing/arrange.ts';
import { changeRegionProfile } from './change-region-profile.ts';
import { createRegionProfile } from './create-region-profile.ts';
import { getRegionThumbnail } from './get-region-thumbnail.ts';
import { listRegionProfiles } from './list-region-profiles.ts';
import { restoreRegionProfile } from './restore-region-profile.ts';
import { trashRegionProfile } from './trash-region-profile.ts';

let database: TestDatabase;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['operator'] });
  scope = scopeOf(company);
});
const deps = () => ({ db: database.app });
const names = async (who = scope) =>
  (await listRegionProfiles(deps(), { scope: who })).map(({ name }) => name);
const actions = () =>
  database.asOwner(async (client) => {
    const { rows } = await client.query(
      "select action, detail from app.audit_events where company_id = $1 and subject_type = 'region_profile' order by created_at, id",
      [company.companyId],
    );
    return rows as { action: string; detail: Record<string, unknown> }[];
  });

test('what was marked comes back as it was, for every member', async () => {
  const made = await createRegionProfile(deps(), { scope, profile: regionProfile('ERP order window') });
  const operator = scopeOf(company, company.members[0]);
  expect(await listRegionProfiles(deps(), { scope: operator })).toEqual([made]);
  expect(made).toMatchObject({
    name: 'ERP order window',
    frame: { width: 1280, height: 720 },
    region: { x: 100, y: 60, width: 200, height: 40 },
    reads: { kind: 'number', decimalMark: '.', decimals: 2, unit: 'bar', min: 0, max: 16 },
    revision: 1,
  });
  const { type, bytes } = await getRegionThumbnail(deps(), { scope: operator, profileId: made.id });
  expect([type, bytes.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
});

test('a name is there once, whatever its case, also when two people choose it at once', async () => {
  const both = await Promise.allSettled(
    ['Scale', 'SCALE '].map((name) => createRegionProfile(deps(), { scope, profile: regionProfile(name) })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject({
    code: 'region_profile.name_taken',
  });
  const other = await database.createCompany();
  await createRegionProfile(deps(), { scope: scopeOf(other), profile: regionProfile('Scale') });
  expect(await names(scopeOf(other))).toEqual(['Scale']);
});

test('the second of two who change the same profile is told what the first one did', async () => {
  const { id } = await createRegionProfile(deps(), { scope, profile: regionProfile('Scale') });
  const changed = await changeRegionProfile(deps(), {
    scope,
    profileId: id,
    revision: 1,
    change: { name: 'Scale 2' },
  });
  expect(changed).toMatchObject({ name: 'Scale 2', revision: 2 });
  await expect(
    changeRegionProfile(deps(), { scope, profileId: id, revision: 1, change: { name: 'Mine' } }),
  ).rejects.toMatchObject({
    code: 'region_profile.changed_meanwhile',
    detail: { current: { name: 'Scale 2', revision: 2 } },
  });
  // Nothing of it is a change: no conflict, no line in the audit list.
  const same = { name: 'Scale 2', reads: { ...changed.reads } };
  await changeRegionProfile(deps(), { scope, profileId: id, revision: 1, change: same });
  expect((await actions()).map(({ action }) => action)).toEqual([
    'region_profile.made',
    'region_profile.changed',
  ]);
});

test('a deleted profile comes back, unless its name was given away meanwhile', async () => {
  const { id } = await createRegionProfile(deps(), { scope, profile: regionProfile('Scale') });
  await trashRegionProfile(deps(), { scope, profileId: id });
  expect(await names()).toEqual([]);
  await restoreRegionProfile(deps(), { scope, profileId: id });
  expect(await names()).toEqual(['Scale']);
  await trashRegionProfile(deps(), { scope, profileId: id });
  await createRegionProfile(deps(), { scope, profile: regionProfile('scale') });
  await expect(restoreRegionProfile(deps(), { scope, profileId: id })).rejects.toMatchObject({
    code: 'region_profile.name_taken',
  });
});

test('after 30 days in the trash it is gone for good', async () => {
  const { id } = await createRegionProfile(deps(), { scope, profile: regionProfile('Scale') });
  await trashRegionProfile(deps(), { scope, profileId: id });
  await database.asOwner(async (client) => {
    await client.query("update app.region_profiles set trashed_at = now() - interval '29 days'");
    await client.query('select app.purge_region_profiles()');
  });
  await expect(getRegionThumbnail(deps(), { scope, profileId: id })).resolves.toBeDefined();
  await database.asOwner(async (client) => {
    await client.query("update app.region_profiles set trashed_at = now() - interval '31 days'");
    await client.query('select app.purge_region_profiles()');
  });
  await expect(getRegionThumbnail(deps(), { scope, profileId: id })).rejects.toMatchObject({
    code: 'region_profile.not_found',
  });
});

const good = regionProfile('Good');
const marked = good.marked as { frame: object; region: object; fingerprint: object };
test.each([
  ['no name', { name: ' \n' }, 'name'],
  ['a long name', { name: 'x'.repeat(81) }, 'name'],
  ['another kind', { reads: { kind: 'colour' } }, 'kind'],
  ['a text with a unit', { reads: { kind: 'text', unit: 'bar' } }, 'kind'],
  ['more decimals than digits', { reads: { kind: 'number', digits: 2, decimals: 3 } }, 'decimals'],
  ['a range that is upside down', { reads: { kind: 'segments', min: 5, max: 4 } }, 'max'],
  ['not a number as a limit', { reads: { kind: 'number', min: Number.NaN } }, 'min'],
  [
    'a region outside of its picture',
    { marked: { ...marked, region: { x: 1200, y: 0, width: 100, height: 10 } } },
    'region',
  ],
  [
    'a region without area',
    { marked: { ...marked, region: { x: 0, y: 0, width: 0, height: 10 } } },
    'region.width',
  ],
  [
    'surroundings that are too large',
    { marked: { ...marked, fingerprint: { version: 1, cells: 'x'.repeat(200_000) } } },
    'fingerprint',
  ],
  ['a page as picture', { thumbnail: `data:text/html;base64,${btoa('<script>')}` }, 'thumbnail'],
  [
    'a page that calls itself a picture',
    { thumbnail: `data:image/png;base64,${btoa('<script>')}` },
    'thumbnail',
  ],
])('%s is refused by the name of its field', async (_what, change, field) => {
  const refused = createRegionProfile(deps(), { scope, profile: { ...good, ...change } });
  await expect(refused).rejects.toMatchObject({ code: 'region_profile.invalid' });
  const error = await refused.catch((reason) => reason);
  expect(Object.keys(error.detail.fields)).toContain(field);
  expect(await names()).toEqual([]);
});
