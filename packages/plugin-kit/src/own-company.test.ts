// cspell:disable -- names
import { expect, test } from 'vitest';
import { ownCompany } from './own-company.ts';

const own = ownCompany({
  names: ['Nordlicht Handel GmbH', 'Post', 'Šmíd & Søn'],
  taxIds: ['DE123456788', '257/123/45678'],
  ibans: ['DE89370400440532013000'],
});

test.each([
  ['Nordlicht Handel GmbH', true],
  ['NORDLICHT HANDEL', true],
  ['An: Nordlicht Handel GmbH, Einkauf', true],
  // As recognisers read it.
  ['Nord1icht HandeI GmbH', true],
  ['Smid & Son', true],
  ['Post AG', true],
  ['Deutsche Post Beamtenversicherung AG', false],
  ['Postfach 12', false],
  ['Nordlicht Reisen GmbH', false],
])('%s names the company: %s', (text, expected) => {
  expect(own.isNamedIn(text)).toBe(expected);
});

test.each([
  ['USt-IdNr. DE 123 456 788', true],
  ['IBAN DE89 3704 0044 0532 0130 00', true],
  ['IBAN DE21 3704 0044 0532 0130 01', false],
])('%s holds a code of the company: %s', (text, expected) => {
  expect(own.hasCodeIn(text)).toBe(expected);
});

test('tax numbers are its own with and without their country', () => {
  expect(own.isTaxId('123 456 788')).toBe(true);
  expect(own.isTaxId('DE123456788')).toBe(true);
  expect(own.isTaxId('257/123/45678')).toBe(true);
  expect(own.isTaxId('DE123456789')).toBe(false);
});

test('of a company that says nothing of itself nothing is its own', () => {
  const none = ownCompany(undefined);
  expect([none.isNamedIn('Nordlicht Handel GmbH'), none.isTaxId('1'), none.isIban('')]).toEqual([
    false,
    false,
    false,
  ]);
});
