import { expect, test } from 'vitest';
import { fieldChanges } from './try-versions.ts';

const record = (type: string, values: Record<string, string>) => ({
  type,
  fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, seen: ['l0'] }])),
});

test('a value that is other, gone or new is told field by field; what is the same is not', () => {
  expect(
    fieldChanges(
      [record('receipt', { total: '12.50', date: '2026-01-02', tax: '1.00' })],
      [record('receipt', { total: '12.60', date: '2026-01-02', merchant: 'Alder' })],
    ),
  ).toEqual([
    { record: 'receipt', field: 'total', from: '12.50', to: '12.60' },
    { record: 'receipt', field: 'tax', from: '1.00', to: undefined },
    { record: 'receipt', field: 'merchant', from: undefined, to: 'Alder' },
  ]);
});

test('a record more or of another type is told with all its fields', () => {
  const one = record('meter', { value: '1' });
  expect(fieldChanges([one], [one, record('meter', { value: '2' })])).toEqual([
    { record: 'meter', field: 'value', from: undefined, to: '2' },
  ]);
  expect(fieldChanges([one], [])).toHaveLength(1);
  expect(fieldChanges([one], [one])).toEqual([]);
});
