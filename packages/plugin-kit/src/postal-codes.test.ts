// cspell:disable -- codes of many countries
import { describe, expect, it } from 'vitest';
import { postalCountry, regionCurrency, repairPostalCode } from './index.ts';

describe('postal codes', () => {
  it.each([
    ['Denver, CO 80206', 'US'],
    ['Denver, c0 80206', 'US'],
    ['LS22 6NE', 'GB'],
    ['Galway H91 X2Y3', 'IE'],
    ['North Vancouver BC V7M 2H9', 'CA'],
    ['3511 NG Utrecht', 'NL'],
    ['Bondi Beach NSW 2026', 'AU'],
    ['31-147 Kraków', 'PL'],
    ['Kyoto 605-0073', 'JP'],
    ['1100-148 Lisboa', 'PT'],
  ])('%s is of %s', (text, country) => expect(postalCountry(text)).toBe(country));

  it.each([
    '20099 Hamburg',
    '(303) 555-0142',
    'Tel 01937 555 0171',
    '69002 LYON',
    '113 46 Stockholm',
    '2026-03-05',
    '12:31',
    'Bon 3312',
  ])('%s tells no country', (text) => expect(postalCountry(text)).toBeUndefined());

  it('puts an O where a state or a postal area has one, and leaves numbers alone', () => {
    expect(repairPostalCode('Cincinnati, 0H 45202-1187')).toBe('Cincinnati, OH 45202-1187');
    expect(repairPostalCode('Y017 7PQ')).toBe('YO17 7PQ');
    expect(repairPostalCode('Lot 10 40150')).toBe('Lot 10 40150');
    expect(repairPostalCode('B01 7PQ')).toBe('B01 7PQ');
  });
});

it('the money of a region is known where the tag names one', () => {
  expect(regionCurrency('en-IE')).toBe('EUR');
  expect(regionCurrency('de-CH')).toBe('CHF');
  expect(regionCurrency('en-US')).toBe('USD');
  expect(regionCurrency('fr')).toBeUndefined();
});
