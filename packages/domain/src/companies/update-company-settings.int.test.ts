import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { scopeOf } from '../testing/arrange.ts';
import { getCompanySettings } from './get-company-settings.ts';
import { updateCompanySettings } from './update-company-settings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const settings = { languages: ['de', 'sv'], locale: 'de-AT', operatorsMayConfirm: false, keepLocation: true };

test('owners change the settings, and the audit list says what was changed from what to what', async () => {
  const company = await database.createCompany();
  const scope = scopeOf(company);
  const db = database.app;
  const before = await getCompanySettings({ db }, { scope });
  expect(await updateCompanySettings({ db }, { scope, settings })).toEqual(settings);
  expect(await getCompanySettings({ db }, { scope })).toEqual(settings);
  // The same once more is no change.
  await updateCompanySettings({ db }, { scope, settings });
  const { events } = await listAuditEvents({ db }, { scope });
  const changes = events.filter(({ action }) => action === 'company.settings_changed');
  expect(changes).toHaveLength(1);
  expect(changes[0]?.detail).toMatchObject({ locale: { from: before.locale, to: 'de-AT' } });
});

test('settings that cannot be used are refused with a sentence for each field', async () => {
  const scope = scopeOf(await database.createCompany());
  await expect(
    updateCompanySettings(
      { db: database.app },
      { scope, settings: { ...settings, languages: [], locale: '../x' } },
    ),
  ).rejects.toMatchObject({
    code: 'company.bad_settings',
    detail: { fields: { languages: 'Choose at least one language.', locale: 'This is not a language.' } },
  });
});
