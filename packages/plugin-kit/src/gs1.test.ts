import { describe, expect, it } from 'vitest';
import { gs1CheckHolds, gs1Date, gs1Decimal, parseGs1, parseGs1DigitalLink } from './gs1.ts';

const pairs = (elements: ReturnType<typeof parseGs1>) =>
  elements && Object.fromEntries(elements.map(({ ai, value }) => [ai, value]));

describe('parseGs1', () => {
  const expected = { '01': '09506000134352', 17: '260305', 3103: '001250', 10: 'AB-12', 21: '99' };
  it.each([
    ['with separators', '0109506000134352172603053103001250' + '10AB-12\u001d2199'],
    ['with a leading FNC1', '\u001d0109506000134352172603053103001250' + '10AB-12\u001d2199'],
    ['with a symbology identifier', ']C10109506000134352172603053103001250' + '10AB-12\u001d2199\u001d'],
    ['as printed', '(01)09506000134352(17)260305(3103)001250(10)AB-12(21)99'],
    ['as printed with spaces', '(01) 0950 6000 1343 52 (17) 260305 (3103) 001250 (10) AB-12 (21) 99'],
  ])('reads element strings %s', (_, text) => expect(pairs(parseGs1(text))).toEqual(expected));

  it('keeps brackets that belong to a value', () => {
    expect(pairs(parseGs1('(10)A(1)B(21)7'))).toEqual({ 10: 'A(1)B', 21: '7' });
  });

  it.each([
    ['an identifier that does not exist', '(05)123'],
    ['a value that is too short', '(01)1234'],
    ['letters where digits belong', '(17)26030A'],
    ['text that is no element string', 'Hello'],
    ['a value cut off', '01095060001343'],
    ['the same identifier with two values', '(10)A(10)B'],
    ['nothing', ''],
  ])('declines %s', (_, text) => expect(parseGs1(text)).toBeUndefined());
});

it('says whether the check digit of a key holds', () => {
  expect(gs1CheckHolds({ ai: '01', value: '09506000134352', title: '' })).toBe(true);
  expect(gs1CheckHolds({ ai: '01', value: '09506000134353', title: '' })).toBe(false);
  expect(gs1CheckHolds({ ai: '8003', value: '09506000134352ABC', title: '' })).toBe(true);
  expect(gs1CheckHolds({ ai: '10', value: 'ABC', title: '' })).toBeUndefined();
});

it('places the decimal point of measures and amounts', () => {
  expect(gs1Decimal({ ai: '3103', value: '001250', title: '' })).toBe('1.250');
  expect(gs1Decimal({ ai: '3100', value: '001250', title: '' })).toBe('1250');
  expect(gs1Decimal({ ai: '3932', value: '9781250', title: '' })).toBe('12.50');
  expect(gs1Decimal({ ai: '10', value: '001250', title: '' })).toBeUndefined();
});

it('reads dates with the nearest century, and day 00 as the end of the month', () => {
  const date = (value: string) => gs1Date({ ai: '17', value, title: '' }, '2026-03-10');
  expect(date('260305')).toBe('2026-03-05');
  expect(date('280200')).toBe('2028-02-29');
  expect(date('750101')).toBe('2075-01-01');
  expect(date('770101')).toBe('1977-01-01');
  expect(date('261301')).toBeUndefined();
});

it('reads GS1 Digital Links', () => {
  expect(
    pairs(parseGs1DigitalLink('https://id.gs1.org/01/09506000134352/10/AB%2F1/21/7?17=260305&linkType=all')),
  ).toEqual({
    '01': '09506000134352',
    10: 'AB/1',
    21: '7',
    17: '260305',
  });
  expect(pairs(parseGs1DigitalLink('https://example.com/p/01/9506000134352'))).toEqual({
    '01': '09506000134352',
  });
  for (const link of [
    'https://example.com/',
    'https://example.com/01/abc',
    'https://example.com/2024/01/12',
    'hello',
  ])
    expect(parseGs1DigitalLink(link)).toBeUndefined();
});
