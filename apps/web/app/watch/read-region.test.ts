import { expect, test } from 'vitest';
import { numberIn } from './read-region.ts';

const number = { kind: 'number' } as const;

test.each([
  ['12 845.3 kWh', { unit: 'kWh' }, 12_845.3],
  ['1.234,50', { decimalMark: ',' }, 1234.5],
  ['1,234.50', {}, 1234.5],
  ['1.234', { decimalMark: '.' }, 1.234],
  ['1.234', { decimals: 0 }, 1234],
  ['1.234', { decimals: 3 }, 1.234],
  ['−12.5 °C', { unit: '°C' }, -12.5],
  ['212.5', {}, 212.5],
] as const)('%s is the number its profile makes of it', (text, more, value) => {
  expect(numberIn(text, { ...number, ...more })).toEqual({ value });
});

test('a text that is another number with each decimal mark is refused rather than guessed', () => {
  expect(numberIn('1.234', number)).toEqual({ problem: 'decimal_mark' });
  expect(numberIn('12 / 34', number)).toHaveProperty('problem');
});
