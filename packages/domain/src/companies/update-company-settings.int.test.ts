import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { scopeOf } from '../testing/arrange.ts';
import { getCompany } from './get-company.ts';
import { getCompanySettings } from './get-company-settings.ts';
import { updateCompanyProfile } from './update-company-profile.ts';
import { updateCompanySettings } from './update-company-settings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const settings = {
  languages: ['de', 'sv'],
  locale: 'de-AT',
  operatorsMayConfirm: false,
  keepLocation: true,
  secondPersonAbove: 1000,
};

test('owners change the settings, and the audit list says what was changed from what to what', async () => {
  const company = await database.createCompany();
  const scope = scopeOf(company);
  const db = database.app;
  const before = await getCompanySettings({ db }, { scope });
  const after = await updateCompanySettings({ db }, { scope, settings, revision: before.revision });
  expect(after).toEqual({ ...settings, revision: before.revision + 1 });
  expect(await getCompanySettings({ db }, { scope })).toMatchObject(after);
  // The same once more is no change, whatever it was made on: a form that was sent twice.
  expect(await updateCompanySettings({ db }, { scope, settings, revision: before.revision })).toEqual(after);
  const { events } = await listAuditEvents({ db }, { scope });
  const changes = events.filter(({ action }) => action === 'company.settings_changed');
  expect(changes).toHaveLength(1);
  expect(changes[0]?.detail).toMatchObject({ locale: { from: before.locale, to: 'de-AT' } });
});

test('of two who change the settings at once, the second is told what holds now, and nothing is lost', async () => {
  const company = await database.createCompany({ members: ['owner'] });
  const db = database.app;
  const [first, second] = [scopeOf(company), scopeOf(company, company.members[0])];
  const { revision } = await getCompanySettings({ db }, { scope: first });
  const outcomes = await Promise.allSettled([
    updateCompanySettings({ db }, { scope: first, settings, revision }),
    updateCompanySettings({ db }, { scope: second, settings: { ...settings, locale: 'sv-SE' }, revision }),
  ]);
  const kept = await getCompanySettings({ db }, { scope: first });
  const { revision: now, languages, locale, operatorsMayConfirm, keepLocation, secondPersonAbove } = kept;
  const current = { languages, locale, operatorsMayConfirm, keepLocation, secondPersonAbove };
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'company.changed_meanwhile', detail: { current, revision: now } },
  });
  await updateCompanyProfile({ db }, { scope: first, name: 'New name', revision: now });
  await expect(
    updateCompanyProfile({ db }, { scope: second, name: 'Another', revision: now }),
  ).rejects.toMatchObject({
    code: 'company.changed_meanwhile',
    detail: { current: { name: 'New name' } },
  });
});

test('settings that cannot be used are refused with a sentence for each field', async () => {
  const scope = scopeOf(await database.createCompany());
  const db = database.app;
  await expect(
    updateCompanySettings(
      { db },
      { scope, settings: { ...settings, languages: [], locale: '../x' }, revision: 1 },
    ),
  ).rejects.toMatchObject({
    code: 'company.bad_settings',
    detail: { fields: { languages: 'Choose at least one language.', locale: 'This is not a language.' } },
  });
  for (const [name, sentence] of [
    [' \n ', 'Enter the name of the company.'],
    ['x'.repeat(201), 'Use at most 200 characters.'],
  ] as const)
    await expect(updateCompanyProfile({ db }, { scope, name, revision: 1 })).rejects.toMatchObject({
      detail: { fields: { name: sentence } },
    });
});

test('names of any script are kept as they are; one over two lines is refused', async () => {
  const scope = scopeOf(await database.createCompany());
  const db = database.app;
  const name = '<b>شركة القراءة</b> 🧾 =1+1';
  const { revision } = await updateCompanyProfile({ db }, { scope, name, revision: 1 });
  expect((await getCompany({ db }, { scope })).name).toBe(name);
  await expect(updateCompanyProfile({ db }, { scope, name: 'Two\r\nlines', revision })).rejects.toMatchObject(
    {
      code: 'company.bad_settings',
    },
  );
  expect((await getCompany({ db }, { scope })).name).toBe(name);
});
