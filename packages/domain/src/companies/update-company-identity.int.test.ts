import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { listDeviceReaders } from '../captures/list-device-readers.ts';
import { scopeOf } from '../testing/arrange.ts';
import { getCompanySettings } from './get-company-settings.ts';
import { updateCompanyIdentity } from './update-company-identity.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const iban = 'DE89370400440532013000';
const none = { otherNames: [], address: '', taxIds: [], ibans: [] };

test('what papers say of the company is kept in one form, told to its devices, and to no other company', async () => {
  const company = await database.createCompany();
  const [scope, db] = [scopeOf(company), database.app];
  const { revision } = await getCompanySettings({ db }, { scope });
  const kept = await updateCompanyIdentity(
    { db },
    {
      scope,
      identity: {
        otherNames: [' Harbour Trading ', '', 'Harbour Trading'],
        address: ' 3 Quay Road \n\nBrighton',
        taxIds: ['de 123 456 788', '257/123/45678'],
        ibans: ['de89 3704 0044 0532 0130 00'],
      },
      revision,
    },
  );
  const identity = {
    otherNames: ['Harbour Trading'],
    address: '3 Quay Road\nBrighton',
    taxIds: ['DE123456788', '257/123/45678'],
    ibans: [iban],
  };
  expect(kept).toEqual({ ...identity, revision: revision + 1 });
  expect(await getCompanySettings({ db }, { scope })).toMatchObject(kept);
  const versions = { load: () => Promise.reject(new Error('no plugin is installed')) };
  const { company: told } = await listDeviceReaders({ db, versions }, { scope });
  expect(told).toEqual({
    names: [expect.any(String), 'Harbour Trading', '3 Quay Road'],
    taxIds: identity.taxIds,
    ibans: [iban],
  });
  const other = await database.createCompany();
  expect((await listDeviceReaders({ db, versions }, { scope: scopeOf(other) })).company).toMatchObject({
    taxIds: [],
    ibans: [],
  });
  const { events } = await listAuditEvents({ db }, { scope });
  expect(events.find(({ action }) => action === 'company.identity_changed')?.detail).toMatchObject({
    ibans: { from: '', to: iban },
  });
});

test('of two who say it at once, the second is told what holds now', async () => {
  const company = await database.createCompany();
  const [scope, db] = [scopeOf(company), database.app];
  const { revision } = await getCompanySettings({ db }, { scope });
  await updateCompanyIdentity({ db }, { scope, identity: { ...none, ibans: [iban] }, revision });
  // The same once more is no change.
  await updateCompanyIdentity({ db }, { scope, identity: { ...none, ibans: [iban] }, revision });
  await expect(
    updateCompanyIdentity({ db }, { scope, identity: { ...none, otherNames: ['Quay'] }, revision }),
  ).rejects.toMatchObject({
    code: 'company.changed_meanwhile',
    detail: { current: { ...none, ibans: [iban] }, revision: revision + 1 },
  });
});

test('what cannot be right is named beside its field, and nothing is saved', async () => {
  const company = await database.createCompany();
  const [scope, db] = [scopeOf(company), database.app];
  const { revision } = await getCompanySettings({ db }, { scope });
  await expect(
    updateCompanyIdentity(
      { db },
      {
        scope,
        identity: {
          otherNames: ['x'.repeat(201)],
          address: '',
          taxIds: ['?'],
          ibans: [iban, 'DE88 3704 0044 0532 0130 00'],
        },
        revision,
      },
    ),
  ).rejects.toMatchObject({
    code: 'company.bad_settings',
    detail: {
      fields: {
        otherNames: 'Use at most 200 characters.',
        taxIds: '? is not a tax number.',
        ibans: 'DE88370400440532013000 is not an IBAN: its form or its check digits are wrong.',
      },
    },
  });
  await expect(
    updateCompanyIdentity(
      { db },
      {
        scope,
        identity: { ...none, otherNames: Array.from({ length: 21 }, (_, k) => `Name ${k}`) },
        revision,
      },
    ),
  ).rejects.toMatchObject({ detail: { fields: { otherNames: 'Give at most 20 lines.' } } });
  expect(await getCompanySettings({ db }, { scope })).toMatchObject({ ...none, revision });
});
