import { expect, test, vi } from 'vitest';
import { numberIn, readRegion } from './read-region.ts';
import { drawSegments } from './testing/drawn-segments.ts';

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

const display = { kind: 'segments', decimals: 1 } as const;
const says = (text: string | null) => vi.fn(async () => ({ text, confidence: 0.9 }));

test('digits of a display that look clear are read without the engine', async () => {
  const readText = says(null);
  expect(await readRegion(drawSegments('12.3'), display, readText)).toMatchObject({ value: 12.3 });
  expect(readText).not.toHaveBeenCalled();
});

test.each([
  ['38.9', '3 8.9', 38.9],
  ['38.9', '38,9', 38.9],
  ['988.0', '988.0', 988],
  ['-3.9', '-3.9', -3.9],
])(
  'doubtful digits are taken for read where the engine reads the same: %s',
  async (shown, seconded, value) => {
    const read = await readRegion(drawSegments(shown), display, says(seconded));
    expect(read).toMatchObject({ value });
    expect(read.problem).toBeUndefined();
  },
);

test.each([
  ['other digits', '88.9', 'contrast'],
  ['nothing', null, 'contrast'],
  ['a minus before them', '-38.9', 'minus'],
])('they stay in doubt where it reads %s', async (_, seconded, problem) => {
  expect(await readRegion(drawSegments('38.9'), display, says(seconded))).toMatchObject({
    value: null,
    problem,
  });
});
