import { expect, test } from 'vitest';
import { csvCell } from '../csv.ts';

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('a text that a spreadsheet would run is defused: %j', (text) => expect(csvCell(text)).toMatch(/^"?'/));

test('numbers, amounts and texts that only hold such a sign stay what they are', () => {
  expect([-12.5, { decimal: '-12.50' }, 'a=b', '2026-03-05', ''].map(csvCell)).toEqual([
    '-12.5',
    '-12.50',
    'a=b',
    '2026-03-05',
    '',
  ]);
});
