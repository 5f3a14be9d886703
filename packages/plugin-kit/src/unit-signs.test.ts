import { expect, test } from 'vitest';
import { parseNumber } from './numbers.ts';
import { plainUnit } from './unit-signs.ts';

test.each([
  ['\u00b5A', '\u03bcA'],
  ['k\u03a9', 'k\u2126'],
  ['\u00b0C', '\u00ba C'],
  ['\u00b0C', '\u2103'],
  ['m3/h', 'm\u00b3 / h'],
  ['min-1', 'min\u22121'],
  ['%', '\uff05'],
])('%s and %s are one unit', (one, other) => {
  expect(plainUnit(one)).toBe(plainUnit(other));
});

test('units that differ in case stay two', () => {
  expect(plainUnit('mW')).not.toBe(plainUnit('MW'));
});

test.each([
  ['12.5 \u03bcA', '\u00b5A'],
  ['12.5 \u00b5A', '\u03bcA'],
  ['4.7 k\u2126', 'k\u03a9'],
  ['-3 \u02daC', '\u00b0C'],
])('%s is a number in %s', (text, unit) => {
  expect(parseNumber(text, { units: [unit], needsUnit: true })).toMatchObject({ unit });
});
