import type { JsonValue } from '@readout/plugin-kit';
import { expect, test } from 'vitest';
import { field } from '../testing/arrange.ts';
import { strangeRates } from './tax-rates.ts';

const strange = (values: Record<string, JsonValue>, locale = 'de-DE') =>
  strangeRates(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, field(value)])),
    locale,
  );
const taxed = (rate: JsonValue, more: Record<string, JsonValue> = {}) => ({
  date: '2026-03-05',
  taxes: [{ rate, base: '100.00', amount: '19.00' }],
  ...more,
});

test('a rate is asked for in the country of the tax number, else of the account, else of the company', () => {
  expect(strange(taxed('19.00'))).toBeUndefined();
  expect(strange(taxed('16'))).toEqual({
    field: 'taxes',
    found: { rates: [16], country: 'DE', day: '2026-03-05' },
  });
  expect(strange(taxed('20', { supplierTaxId: 'ATU12345678' }))).toBeUndefined();
  expect(strange(taxed('19.6', { supplierTaxId: 'FR 40 303 265 045' }))?.found.country).toBe('FR');
  expect(strange(taxed('7.7', { supplierTaxId: 'CHE-109.322.551 MWST' }))?.found.country).toBe('CH');
  expect(strange(taxed('8.1', { iban: 'CH93 0076 2011 6238 5295 7' }))).toBeUndefined();
});

test('a rate holds that was in force on any day of the document', () => {
  expect(strange(taxed('16', { date: '2020-09-01' }))).toBeUndefined();
  expect(strange(taxed('19', { date: '2020-09-01' }))?.found.rates).toEqual([19]);
  expect(strange(taxed('19', { date: '2020-07-10', deliveryDate: '2020-06-20' }))).toBeUndefined();
});

test('the rate of farmers is that of its weeks', () => {
  expect(strange(taxed('8.4', { date: '2024-12-06' }))).toBeUndefined();
  expect(strange(taxed('8.4', { date: '2024-12-05' }))?.found.rates).toEqual([8.4]);
  expect(strange(taxed('9', { date: '2024-12-20' }))).toBeUndefined();
  expect(strange(taxed('9', { date: '2025-01-02' }))?.found.rates).toEqual([9]);
});

test('items say rates, too', () => {
  const items = [{ text: 'A', taxRate: '19' }, { text: 'B', taxRate: '17' }, { text: 'C' }, 'no row'];
  expect(strange({ date: '2026-03-05', items })).toEqual({
    field: 'items',
    found: { rates: [17], country: 'DE', day: '2026-03-05' },
  });
});

test('nothing is said where country, day or rates are not known', () => {
  expect(strange(taxed('16'), 'de')).toBeUndefined();
  expect(strange(taxed('16', { date: null }))).toBeUndefined();
  expect(strange(taxed('16', { date: '1999-01-01' }))).toBeUndefined();
  expect(strange(taxed('16', { supplierTaxId: 'PL1234567890' }))).toBeUndefined();
  for (const rate of [null, '', 'VAT', true, []]) expect(strange(taxed(rate))).toBeUndefined();
  expect(strange({ date: '2026-03-05', taxes: 'none' })).toBeUndefined();
});
