import type { RecordField } from '@readout/domain/records/rules';
import type { Evidence, Quad } from '@readout/plugin-kit';
import { expect, test } from 'vitest';
import { boxesOf, recordsOnPage } from './field-boxes.ts';

const box: Quad = [
  [0, 0],
  [9, 0],
  [9, 9],
  [0, 9],
];
const field = (...evidence: Evidence[]): RecordField => ({
  value: 'x',
  raw: 'x',
  confidence: 1,
  evidence,
  checks: [],
});
const invoice = {
  id: 'r',
  fields: {
    number: field({ box, line: 'l0', page: 1 }),
    total: field({ box, line: 'l0', page: 2 }),
    items: field({ box, line: 'l1', page: 1 }, { box, line: 'l1', page: 2 }),
  },
};
const reading = { lines: ['l0', 'l1'].map((id) => ({ id, box, text: id })), barcodes: [] };

test('a page shows the boxes of what was seen on it, though lines of other pages have the same ids', () => {
  const usesOn = (pageNumber: number) =>
    boxesOf(reading, recordsOnPage([invoice], { pageNumber })).flatMap(({ kind, use }) =>
      kind === 'line' && use ? [use.field] : [],
    );
  expect(usesOn(1)).toEqual(['number', 'items']);
  expect(usesOn(2)).toEqual(['total', 'items']);
  expect(usesOn(3)).toEqual([]);
});

test('what says no page is of the only one there is', () => {
  const receipt = { id: 'r', fields: { total: field({ box, line: 'l0' }) } };
  expect(recordsOnPage([receipt], { pageNumber: 1 })).toEqual([receipt]);
});
