import { textsIn } from '@readout/texts';
import { expect, test } from 'vitest';
import { chosenColumns, fieldsOfTable, fieldsToChoose, tableColumns, tableRoom } from './table-columns.ts';

const text = textsIn('en');
const types = [
  {
    type: 'invoice',
    label: 'Invoice',
    usual: ['supplier', 'total'],
    fields: [
      { name: 'supplier', label: 'Supplier', type: 'text' as const },
      { name: 'address', label: 'Address', type: 'address' as const },
      { name: 'total', label: 'Total', type: 'amount' as const },
      { name: 'items', label: 'Items', type: 'list' as const },
    ],
  },
  {
    type: 'receipt',
    label: 'Receipt',
    usual: ['merchant', 'total'],
    fields: [
      { name: 'merchant', label: 'Merchant', type: 'text' as const },
      { name: 'total', label: 'Sum', type: 'amount' as const },
    ],
  },
];

test('until somebody chooses, a type has its usual columns; afterwards what was chosen, each type for itself', () => {
  const table = { isShown: true, columns: { invoice: ['total', '@tags'] }, types };
  expect(chosenColumns({ columns: {}, types }, 'invoice')).toEqual([
    '@state',
    'supplier',
    'total',
    '@confidence',
    '@captured',
  ]);
  expect(chosenColumns(table, 'invoice')).toEqual(['total', '@tags']);
  expect(chosenColumns(table, undefined)).toContain('date');
  expect(fieldsOfTable(table, 'invoice')).toEqual(['total']);
  expect(fieldsOfTable({ ...table, isShown: false }, 'invoice')).toEqual([]);
});

test('of all types each field is offered once, and a column that nothing declares any more keeps its name', () => {
  expect(fieldsToChoose(types, undefined).map(({ label }) => label)).toEqual([
    'Supplier',
    'Address',
    'Total',
    'Items',
    'Merchant',
  ]);
  const columns = tableColumns(
    ['merchant', 'total', 'gone', '@captured'],
    fieldsToChoose(types, 'receipt'),
    text,
  );
  expect(columns.map(({ label, isNumber, sorts }) => [label, isNumber, sorts?.[0]])).toEqual([
    ['Merchant', false, 'merchant'],
    ['Sum', true, '-amount'],
    ['gone', false, undefined],
    ['Captured', false, '-captured'],
  ]);
  const width = columns.reduce((sum, each) => sum + each.width, 0);
  expect(tableRoom(columns)['--columns-width']).toBe(`${width}px`);
});
