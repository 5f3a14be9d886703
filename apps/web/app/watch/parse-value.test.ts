import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseValue } from './parse-value.ts';

const number = { kind: 'number' } as const;

describe('a number as its profile types it', () => {
  test.each([
    ['12 845.3 kWh', { unit: 'kWh' }, 12_845.3],
    ['1.234,50', { decimalMark: ',' }, 1234.5],
    ['1,234.50', {}, 1234.5],
    ['1.234.567', {}, 1_234_567],
    ['1.234', { decimalMark: '.' }, 1.234],
    ['1.234', { decimals: 0 }, 1234],
    ['−12.5 °C', { unit: '°C' }, -12.5],
    ["12'845", {}, 12_845],
    ['41 m3', { unit: 'm3' }, 41],
    ['007', { digits: 3 }, 7],
  ] as const)('%s', (text, more, value) => {
    expect(parseValue(text, { ...number, ...more })).toMatchObject({ value });
  });

  test.each([
    ['', {}, 'Nothing is written'],
    ['error', {}, 'No number'],
    ['12 / 34', {}, 'More than one number'],
    ['E12', {}, 'Something else'],
    ['1.234', {}, 'unclear where the decimals begin'],
    ['123', { decimals: 1, decimalMark: '.' }, '0 decimals are written there, 1 are expected'],
    ['12345', { digits: 4 }, '5 digits are written there, the display has 4'],
  ] as const)('%s is refused rather than guessed', (text, more, problem) => {
    expect(parseValue(text, { ...number, ...more })).toMatchObject({
      value: null,
      problem: expect.stringContaining(problem),
    });
  });
});

test('whatever a display with a known mark and known decimals shows is read as it stands', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      fc.integer({ min: 0, max: 4 }),
      (count, decimals) => {
        const shown = (count / 10 ** decimals).toFixed(decimals);
        const german = Number(shown).toLocaleString('de', {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        });
        expect(parseValue(shown, { ...number, decimalMark: '.', decimals }).value).toBeCloseTo(
          Number(shown),
          9,
        );
        expect(parseValue(german, { ...number, decimalMark: ',', decimals }).value).toBeCloseTo(
          Number(shown),
          9,
        );
      },
    ),
    { seed: 20_261_121 },
  );
});
