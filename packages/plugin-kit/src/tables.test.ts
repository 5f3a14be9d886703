import { describe, expect, expectTypeOf, it } from 'vitest';
import { numberField, tableField } from './index.ts';
import { layoutOf } from './layout.ts';
import { readingOfText } from './reading-of-text.ts';
import { readingOf } from './real-readings.ts';
import { tableOf } from './tables.ts';
import type { PluginReading } from './types.ts';

const texts = (table: ReturnType<typeof tableOf<string>>) =>
  table?.rows.map(({ cells }) =>
    Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell?.text])),
  );

const revenue = readingOf('receipt/fixtures/declines-a-table-of-revenue');
const statement = readingOf('receipt/fixtures/declines-a-statement-of-account');

/** The same picture, held at an angle. */
function tilted(reading: PluginReading, degrees: number): PluginReading {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const turn = <T extends { box: PluginReading['lines'][number]['box'] }>(one: T): T => ({
    ...one,
    box: one.box.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]) as T['box'],
  });
  return { ...reading, lines: reading.lines.map((line) => turn({ ...line, words: line.words.map(turn) })) };
}

describe.each([0, 4, -7])('a real table held at %d degrees', (degrees) => {
  const layout = layoutOf(tilted(revenue, degrees));

  it('has each number under its header, though they are aligned to the right and the first column to the left', () => {
    const table = tableOf(
      layout,
      { region: ['Region'], orders: ['Orders'], revenue: ['Revenue'], share: ['Share'] },
      { until: ['Total'] },
    );
    expect(texts(table)).toEqual([
      { region: 'North', orders: '1,204', revenue: '48,210.50', share: '31.2%' },
      { region: 'South', orders: '987', revenue: '39,114.00', share: '25.3%' },
      { region: 'East', orders: '1,456', revenue: '51,870.25', share: '33.6%' },
      { region: 'West', orders: '402', revenue: '15,320.00', share: '9.9%' },
    ]);
  });

  it('leaves a cell of the table empty where nothing is printed', () => {
    const table = tableOf(layoutOf(tilted(statement, degrees)), {
      date: ['Date'],
      payee: ['Payee', 'Description'],
      category: ['Category'],
      amount: ['Amount'],
      balance: ['Balance'],
    });
    expect(texts(table)?.at(2)).toEqual({
      date: '01/09/2026',
      payee: 'Card payment',
      category: 'Fuel',
      amount: '-40.00',
      balance: '1,005.80',
    });
    expect(texts(table)?.at(3)).toEqual({ date: 'Total', amount: '-994.20', balance: '1,005.80' });
  });
});

it('rows without what every row has are none, and a page without the headers has no table', () => {
  const layout = layoutOf(statement);
  const columns = { payee: ['Payee'], amount: ['Amount'] };
  expect(texts(tableOf(layout, columns, { required: ['payee', 'amount'] }))).toHaveLength(3);
  expect(tableOf(layout, { article: ['Article'], price: ['Price'] })).toBeUndefined();
});

it('columns are those that have headers, whichever of them a row needs, and a row needs no other', () => {
  const layout = layoutOf(statement);
  const columns = { payee: ['Payee'], amount: ['Amount'] };
  const table = tableOf(layout, columns, { required: ['payee'], wraps: 'payee' });
  expectTypeOf(table?.rows[0]?.cells.amount?.text).toEqualTypeOf<string | undefined>();
  // @ts-expect-error there is no such column
  expect(tableOf(layout, columns, { required: ['price'] })?.rows).toEqual([]);
});

it('a header with one misread character is known by the headers beside it, and an article may take two lines', () => {
  const { lines } = readingOfText(
    [
      'Dale         Article               Qty',
      '01/02/26     Spelt grain             8',
      '             organic, in bags',
      '02/02/26     Bolt                   12',
    ].join('\n'),
  );
  const columns = { date: ['Date'], article: ['Article'], quantity: ['Qty'] };
  const table = tableOf(layoutOf({ lines }), columns, { wraps: 'article' });
  expect(texts(table)).toEqual([
    { date: '01/02/26', article: 'Spelt grain organic, in bags', quantity: '8' },
    { date: '02/02/26', article: 'Bolt', quantity: '12' },
  ]);
  expect(table?.rows[0]?.cells.article?.evidence).toHaveLength(2);
});

it('a line that goes through several columns is taken apart at its words', () => {
  const line = (id: string, y: number, words: [string, number][]) => ({
    id,
    text: words.map(([text]) => text).join(' '),
    confidence: 0.9,
    box: box(words[0]![1], words.at(-1)![1] + 10 * words.at(-1)![0].length, y),
    words: words.map(([text, x]) => ({ text, confidence: 0.9, box: box(x, x + 10 * text.length, y) })),
  });
  const box = (left: number, right: number, y: number): PluginReading['lines'][number]['box'] => [
    [left, y],
    [right, y],
    [right, y + 20],
    [left, y + 20],
  ];
  const lines = [
    line('l0', 0, [
      ['Qty', 0],
      ['Article', 50],
      ['Price', 300],
    ]),
    line('l1', 30, [
      ['2', 0],
      ['Garden', 50],
      ['hose', 115],
      ['19.90', 300],
    ]),
    line('l2', 60, [
      ['12', 0],
      ['Bolt', 50],
      ['0.35', 310],
    ]),
  ];
  const table = tableOf(layoutOf({ lines }), { quantity: ['Qty'], article: ['Article'], price: ['Price'] });
  expect(texts(table)).toEqual([
    { quantity: '2', article: 'Garden hose', price: '19.90' },
    { quantity: '12', article: 'Bolt', price: '0.35' },
  ]);
});

it('tableField makes typed rows with the pixels of every cell', () => {
  const table = tableOf(layoutOf(revenue), { region: ['Region'], orders: ['Orders'] }, { until: ['Total'] });
  const rows = tableField(table!.rows, {
    region: (cell) => cell.text,
    orders: (cell) => numberField(cell, { locale: 'en-US' })?.value,
  });
  expectTypeOf(rows!.value).toEqualTypeOf<{ region?: string; orders?: string }[]>();
  expect(rows?.value[0]).toEqual({ region: 'North', orders: '1204' });
  expect(rows?.evidence.map(({ line }) => line)).toEqual('l5 l6 l9 l10 l13 l14 l17 l18'.split(' '));
  expect(tableField([], { region: (cell) => cell.text })).toBeUndefined();
});
