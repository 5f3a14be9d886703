// cspell:disable -- units in many languages
import {
  type ColumnKind,
  type Layout,
  type PlacedLine,
  parseNumber,
  placeBox,
  quantityUnit,
  type Sighting,
  seenPart,
  wordsOf,
} from '@readout/plugin-kit';
import { type Column, columnOf, type Span, spanOf } from './columns.ts';
import type { InvoiceAmount, InvoiceRow } from './rows.ts';

/** What stands together in a row of items, and under which head. */
export interface ItemCell extends Span {
  text: string;
  seen: Sighting;
  kind: ColumnKind;
  column: Column | undefined;
  amount?: InvoiceAmount;
  number?: number;
  unit?: string;
  percent?: number;
}

const figure = /^[-−]?\d[\d.,]*%?$/;

/** The cells of a row under the heads of the columns, from left to right. */
export function itemCells(
  layout: Layout,
  { row, amounts }: InvoiceRow,
  columns: readonly Column[],
  locale: string,
): ItemCell[] {
  const sums = columns.filter(({ kind }) => !wordy.has(kind));
  return row.lines.flatMap((placed) => {
    const { line } = placed;
    const own = amounts.filter(({ seen }) => seen.evidence[0]?.line === line.id);
    const cells: ItemCell[] = own.map((amount) => {
      const { index, raw } = amount.amount;
      const span = spanOf(layout, line, index, index + raw.length);
      const nearest = columnOf(span, columns);
      // Within a text it is part of it.
      const isInText =
        nearest && wordy.has(nearest.kind) && nearest.kind !== 'other' && own.length < row.lines.length;
      const column = isInText || nearest?.kind === 'other' ? nearest : columnOf(span, sums);
      return { ...span, text: raw, seen: amount.seen, kind: column?.kind ?? 'other', column, amount };
    });
    for (const { start, end, left, right } of groupsOf(layout, placed, own, sums)) {
      const text = line.text.slice(start, end).trim();
      if (text === '') continue;
      const column = columnOf({ left, right }, columns);
      cells.push({
        left,
        right,
        ...readCell(text, locale),
        text,
        seen: seenPart(line, start, end - start),
        kind: column?.kind ?? 'other',
        column,
      });
    }
    return cells.sort((a, b) => a.left - b.left);
  });
}

/** Columns that hold words or codes rather than sums. */
const wordy: ReadonlySet<ColumnKind> = new Set(['text', 'code', 'position', 'date', 'unit', 'other']);

interface Group extends Span {
  /** Where it begins and ends in the line's text. */
  start: number;
  end: number;
  /** Nothing goes on from it. */
  isClosed: boolean;
  /** A number in a column of sums. */
  isFigure: boolean;
}

/** Stretches of a line beside its amounts; a number under the head of a column of its own is one, however near words are. */
function groupsOf(
  layout: Layout,
  placed: PlacedLine,
  amounts: readonly InvoiceAmount[],
  sums: readonly Column[],
): Group[] {
  const { line, height } = placed;
  const isAmounts = (start: number, end: number) =>
    amounts.some(({ amount: { index, raw } }) => start < index + raw.length && index < end);
  const words = wordsOf(line);
  if (words.length === 0) {
    const end = amounts[0]?.amount.index ?? line.text.length;
    return [{ start: 0, end, ...spanOf(layout, line, 0, end), isClosed: true, isFigure: false }];
  }
  const groups: Group[] = [];
  for (const { word, start, end } of words) {
    const last = groups.at(-1);
    if (isAmounts(start, end)) {
      if (last) last.isClosed = true;
      continue;
    }
    const { left, right } = placeBox(layout, word.box);
    const isFigure =
      figure.test(word.text) && sums.some((column) => column.left < right && left < column.right);
    const goesOn =
      last &&
      !last.isClosed &&
      left - last.right < 0.9 * height &&
      (last.isFigure ? quantityUnit.test(word.text) : !isFigure);
    if (goesOn) Object.assign(last, { end, right });
    else groups.push({ start, end, left, right, isClosed: false, isFigure });
  }
  return groups;
}

/** A number, with or without its unit, or a rate. */
function readCell(text: string, locale: string): Pick<ItemCell, 'number' | 'unit' | 'percent'> {
  const rate = /^(\d{1,2}(?:[.,]\d{1,3})?)\s?%$/.exec(text);
  if (rate) return { percent: Number(rate[1]!.replace(',', '.')) };
  if (quantityUnit.test(text)) return { unit: text };
  const parts = /^([-−]?\d[\d.,'’\s]*?)\s*(?:[x×]|(\p{L}[\p{L}\d²³.]*))?$/u.exec(text);
  if (!parts || (parts[2] !== undefined && !quantityUnit.test(parts[2]))) return {};
  const found = parseNumber(parts[1]!.replace('−', '-'), { locale });
  return found ? { number: Number(found.value), ...(parts[2] === undefined ? {} : { unit: parts[2] }) } : {};
}
