import { expect, test } from 'vitest';
import type { Barcode, Line, Quad } from '../reading.ts';
import { compareReadings } from './compare.ts';

const box: Quad = [
  [0, 0],
  [10, 0],
  [10, 5],
  [0, 5],
];
const line = (text: string, shift = 0): Line =>
  ({ text, box: box.map(([x, y]) => [x + shift, y]) }) as unknown as Line;
const code = (text: string): Barcode => ({ format: 'EAN13', text }) as unknown as Barcode;
const reading = (lines: Line[], barcodes: Barcode[] = []) => ({ lines, barcodes });

test('equal readings have no differences, however their boxes lie', () => {
  const compared = compareReadings(
    reading([line('a'), line('b')], [code('1')]),
    reading([line('a'), line('b', 2)], [code('1')]),
  );
  expect(compared).toEqual({
    lines: 2,
    equalLines: 2,
    lineDifferences: [],
    barcodes: 1,
    equalBarcodes: 1,
    maxBoxShift: 2,
  });
});

test('one line read otherwise is one difference and does not shift the rest', () => {
  const compared = compareReadings(
    reading([line('a'), line('total 10'), line('b')]),
    reading([line('a'), line('total 1O'), line('b')]),
  );
  expect(compared).toMatchObject({ lines: 3, equalLines: 2 });
  expect(compared.lineDifferences).toEqual([{ server: 'total 10', device: 'total 1O' }]);
});

test('a line only one side saw counts against both, and a code seen once is equal once', () => {
  const compared = compareReadings(
    reading([line('a')], [code('1'), code('1')]),
    reading([line('a'), line('noise')], [code('1')]),
  );
  expect(compared).toMatchObject({ lines: 2, equalLines: 1, barcodes: 2, equalBarcodes: 1 });
  expect(compared.lineDifferences).toEqual([{ server: undefined, device: 'noise' }]);
});
