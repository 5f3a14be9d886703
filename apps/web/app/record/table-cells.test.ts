// cspell:ignore Stunde
import type { JsonValue } from '@readout/plugin-kit';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../ui/texts.tsx';
import { cellText, columnsOf, emptyRow, fillCells, pastedCells, withCell } from './table-cells.ts';

const writing = { locale: 'de-DE', text: textsIn('en'), today: '2026-11-21' };
const items = {
  label: 'Items',
  columns: [
    { name: 'text', label: 'Text', type: 'text' as const },
    { name: 'amount', label: 'Amount', type: 'amount' as const },
  ],
};
const columns = columnsOf(items, [], []);

describe('a list as a table', () => {
  it('has the columns its field declares, else those of its rows', () => {
    const labels = (rows: JsonValue[], heads: string[] = []) =>
      columnsOf({ label: 'Pairs', columns: [] }, rows, heads).map(({ label }) => label);
    expect(columns.map(({ label }) => label)).toEqual(['Text', 'Amount']);
    expect(labels([{ label: 'a' }, { value: 'b' }])).toEqual(['label', 'value']);
    expect(labels([['10', 'Isopropanol', '62'], ['20']], ['No', 'Name'])).toEqual(['No', 'Name', '3']);
    expect(labels(['one', 'two'])).toEqual(['Pairs']);
  });

  it('shows and keeps a cell of a row, whatever the row is', () => {
    const [, second] = columnsOf({ label: 'Rows', columns: [] }, [['10', 'Isopropanol']], []);
    expect(cellText(['10', 'Isopropanol'], second!, 'de')).toBe('Isopropanol');
    const unit = { key: 'unit', label: 'Unit', type: 'text' } as const;
    expect(cellText({ quantity: '1', unit: 'HUR' }, unit, 'de')).toBe('Stunde');
    expect(cellText({ unit: 'Stk' }, unit, 'de')).toBe('Stk');
    expect(withCell(['10'], 2, 'x')).toEqual(['10', '', 'x']);
    expect(withCell(['10', 'a'], 1, null)).toEqual(['10', '']);
    expect(withCell({ text: 'a' }, 'amount', '1.00')).toEqual({ text: 'a', amount: '1.00' });
    expect(withCell('old', null, 'new')).toBe('new');
    expect(emptyRow(columns)).toEqual({ text: null, amount: null });
  });
});

describe('cells from a spreadsheet', () => {
  it.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\r\nb', [['a'], ['b']]],
    ['"two\nlines"\t"6"" pipe"\n', [['two\nlines', '6" pipe']]],
    ['\t1\n', [['', '1']]],
    ['6" pipe\t2', [['6" pipe', '2']]],
  ])('%j', (text, cells) => expect(pastedCells(text)).toEqual(cells));

  it('are no table where it is one value', () => {
    for (const text of ['a', 'a\n', '"quoted"']) expect(pastedCells(text)).toBeUndefined();
  });

  it('go in from a cell on, as they are written here, with rows added; what is beside the table is left out', () => {
    expect(
      fillCells(
        [{ text: 'a', amount: '1.00' }],
        columns,
        { row: 0, column: 1 },
        [['1.234,50'], ['2,00', 'x']],
        writing,
      ),
    ).toEqual({
      ok: true,
      rows: [
        { text: 'a', amount: '1234.50' },
        { text: null, amount: '2.00' },
      ],
    });
  });

  it('go in all or not at all', () => {
    expect(
      fillCells(
        [],
        columns,
        { row: 0, column: 0 },
        [
          ['a', '1,00'],
          ['b', 'much'],
        ],
        writing,
      ),
    ).toMatchObject({
      ok: false,
      row: 2,
      label: 'Amount',
    });
  });
});
