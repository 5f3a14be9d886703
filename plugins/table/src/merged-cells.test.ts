// cspell:disable -- words of many languages, as read
import { inputOfText } from '@readout/plugin-kit/testing';
import { expect, test } from 'vitest';
import reader from './index.ts';

const rowsOf = (page: string) => reader.read(inputOfText(page)).map(({ fields }) => fields.rows?.value);

test('a cell over all columns is a row of the table, and what stands under it goes on', () => {
  const page = [
    'Article        Size      Stock      Price',
    'Bolt M8        40 mm     318        0.12',
    'Bolt M10       50 mm     75         0.19',
    'Nuts and washers',
    'Nut M8         8 mm      1204       0.03',
    'Washer M8      8 mm      16         0.01',
  ].join('\n');
  const [rows, ...more] = rowsOf(page);
  expect(more).toEqual([]);
  expect(rows).toEqual([
    ['Bolt M8', '40 mm', '318', '0.12'],
    ['Bolt M10', '50 mm', '75', '0.19'],
    ['Nuts and washers', '', '', ''],
    ['Nut M8', '8 mm', '1204', '0.03'],
    ['Washer M8', '8 mm', '16', '0.01'],
  ]);
});

test.each([
  ['Schrauben', 'Muttern'],
  ['Vis', 'Écrous'],
  ['Tornillos', 'Tuercas'],
])('several of them part a table into groups: %s, %s', (first, second) => {
  const page = [
    'No       Type        Count',
    '101      A-40        12',
    '102      A-50        7',
    first,
    '103      B-8         3',
    '104      B-10        44',
    second,
    '105      C-1         9',
  ].join('\n');
  const [rows] = rowsOf(page) as [string[][]];
  expect(rows.map(([cell]) => cell)).toEqual(['101', '102', first, '103', '104', second, '105']);
});

test('a text behind the last row, and one before columns of another kind, belong to no table', () => {
  const page = [
    'No       Type        Count',
    '101      A-40        12',
    '102      A-50        7',
    '103      B-8         3',
    'Checked by the warehouse',
  ].join('\n');
  const [rows] = rowsOf(page) as [string[][]];
  expect(rows.map(([cell]) => cell)).toEqual(['101', '102', '103']);
  const other = `${page}\n     Opened at 09:00         Closed at 17:30`;
  expect((rowsOf(other) as [string[][]])[0].map(([cell]) => cell)).toEqual(['101', '102', '103']);
});
