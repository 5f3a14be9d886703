// cspell:ignore Betrag Datei Lieferant mehr Steuerbüro
import { expect, test } from 'vitest';
import { parseProfile, parseProfileFile, toProfileFile } from './profile-input.ts';
import type { ProfileSettings } from './rules.ts';

const settings: ProfileSettings = {
  type: 'invoice',
  format: 'xlsx',
  language: 'de',
  items: 'sheet',
  columns: [
    { source: 'supplier', title: 'Lieferant' },
    { source: '@file', title: 'Datei' },
  ],
  originals: '{date} {number}',
  datev: null,
};

const datev = {
  consultant: 29098,
  client: 55003,
  fiscalYearStart: '2026-01-01',
  accountLength: 4,
  contraAccount: '70000',
  rates: [{ rate: '19', account: '5400', taxKey: '0009' }],
};
const profile = { name: 'Steuerbüro', ...settings };

test('a profile comes back from its file as it was', () => {
  const file = toProfileFile('Steuerbüro', settings);
  expect(parseProfile(parseProfileFile(`\uFEFF${file}`))).toEqual({ name: 'Steuerbüro', settings });
});

test.each([
  ['{"kind": "readout-export-profile", "version": 1', 'json'],
  ['[]', 'kind'],
  ['{"kind": "something-else", "version": 1}', 'kind'],
  [toProfileFile('x', { ...settings, format: 'pdf' as never }), 'part'],
])('a broken file is refused and says where: %s', (file, reason) => {
  expect(() => parseProfileFile(file)).toThrow(
    expect.objectContaining({
      code: 'export_profile.broken_file',
      detail: expect.objectContaining({ reason }),
    }),
  );
});

test('a file of a newer version is refused as that, whatever else is in it', () => {
  expect(() => parseProfileFile('{"kind": "readout-export-profile", "version": 2, "more": true}')).toThrow(
    expect.objectContaining({ code: 'export_profile.newer_file' }),
  );
});

test.each([
  [{ name: ' ' }, 'export_profile.bad_name'],
  [{ columns: [] }, 'export_profile.bad_columns'],
  [{ columns: [{ source: '@nothing', title: 'x' }] }, 'export_profile.bad_columns'],
  [
    {
      columns: [
        { source: 'total', title: 'Betrag' },
        { source: 'net', title: 'betrag' },
      ],
    },
    'export_profile.bad_columns',
  ],
  [{ columns: [{ source: 'total', title: '' }] }, 'export_profile.bad_columns'],
  [{ format: 'csv' as const }, 'export.one_table'],
  [{ originals: '../{number}' }, 'delivery.bad_pattern'],
  [{ originals: '{number' }, 'delivery.bad_pattern'],
  [{ type: 'Not a type' }, 'export_profile.bad_type'],
])('what cannot be exported by is refused: %j', (wrong, code) => {
  expect(() => parseProfile({ ...profile, ...wrong })).toThrow(expect.objectContaining({ code }));
});

test.each([
  [{ consultant: 1000 }, 'consultant'],
  [{ client: 0 }, 'client'],
  [{ fiscalYearStart: '2026-02-30' }, 'fiscalYearStart'],
  [{ accountLength: 9 }, 'accountLength'],
  [{ contraAccount: '700000' }, 'contraAccount'],
  [{ rates: [] }, 'rates'],
  [{ rates: [...datev.rates, ...datev.rates] }, 'rates'],
  [{ rates: [{ rate: '19', account: '5400', taxKey: '9' }] }, 'rates'],
])('a booking batch has numbers that DATEV takes: %j', (wrong, field) => {
  const batch = { ...profile, format: 'datev' as const, items: 'none' as const };
  expect(parseProfile({ ...batch, datev }).settings).toMatchObject({ datev, columns: [] });
  expect(() => parseProfile({ ...batch, datev: { ...datev, ...wrong } })).toThrow(
    expect.objectContaining({
      code: 'export_profile.bad_booking',
      detail: expect.objectContaining({ part: field }),
    }),
  );
});

test.each([
  [{ expenseAccount: '' }, 'expenseAccount'],
  [{ expenseAccount: 'two  spaces' }, 'expenseAccount'],
  [{ expenseAccount: '(virtual)' }, 'expenseAccount'],
  [{ taxAccount: 'tax ; comment' }, 'taxAccount'],
  [{ balanceAccount: 'assets:' }, 'balanceAccount'],
  [{ balanceAccount: 'a\nb' }, 'balanceAccount'],
])('a journal has accounts that hledger reads as one name: %j', (wrong, field) => {
  const hledger = { expenseAccount: 'expenses:Büro & mehr', taxAccount: '', balanceAccount: '1600' };
  const journal = { ...profile, format: 'hledger' as const, items: 'none' as const };
  const { name, settings } = parseProfile({ ...journal, hledger });
  expect(settings).toMatchObject({ hledger, columns: [] });
  expect(parseProfile(parseProfileFile(toProfileFile(name, settings))).settings).toEqual(settings);
  expect(() => parseProfile({ ...journal, hledger: { ...hledger, ...wrong } })).toThrow(
    expect.objectContaining({
      code: 'export_profile.bad_booking',
      detail: expect.objectContaining({ part: field }),
    }),
  );
});
