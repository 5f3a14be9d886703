// cspell:ignore Anker Brücke Hafen Ufer
import { inputOfText } from '@readout/plugin-kit/testing';
import { expect, it } from 'vitest';
import receipt from './index.ts';

const rest = [
  'Tel: 020 7946 0991',
  '24/03/2026 12:05',
  'Tea   4.00',
  'Total   4.00',
  'Cash   5.00',
  'Change   1.00',
];
const addressOf = (...heading: string[]) =>
  receipt.read(inputOfText([...heading, ...rest].join('\n')))[0]?.fields.address?.value;

it.each([
  ['a building above the street', ['Moss House,', '12 Mill Lane,', 'York YO1 7PQ']],
  ['an estate no street is named in', ['Harbour Industrial Estate', '7 Quayside,', 'Hull HU1 1AA']],
])('an address begins with %s', (_, lines) =>
  expect(addressOf('CORNER BOOKS LTD', ...lines)).toBe(lines.join('\n')),
);

it('an address goes on below a number of the company, and ends with such a number after its postcode', () => {
  expect(addressOf('CORNER BOOKS LTD', '12 Mill Lane,', 'VAT Reg No: 123 4567 89', 'York YO1 7PQ')).toBe(
    '12 Mill Lane,\nYork YO1 7PQ',
  );
  expect(
    addressOf(
      'CORNER BOOKS LTD',
      '12 Mill Lane,',
      'York YO1 7PQ',
      'VAT Reg No: 123 4567 89',
      'Leeds LS1 4AP',
    ),
  ).toBe('12 Mill Lane,\nYork YO1 7PQ');
});

it.each([
  ['Otto Café', '107 Station Approach'],
  ['Café am Ufer', 'Am Hafen 3'],
  ['Zum Anker', 'An der Brücke 12a'],
])('the name is %s, not the street %s below it', (name, street) => {
  const { merchant, address } = receipt.read(inputOfText([name, street, ...rest].join('\n')))[0]!.fields;
  expect([merchant?.value, address?.value]).toEqual([name, street]);
});
