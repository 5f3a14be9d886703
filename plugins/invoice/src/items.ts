import { joinSightings, type Sighting, seenLine } from '@readout/plugin-kit';
import type { InvoiceRow } from './sums.ts';
import { columnHead } from './words.ts';

export interface Item {
  text: string;
  quantity?: number;
  amount: string;
  units: number;
  seen: Sighting;
}

/** Rows with an amount between the heads of the columns and the first sum. */
export function readItems(rows: InvoiceRow[], first: number): Item[] {
  const head = rows.findLastIndex(
    (row) =>
      row.index < first && row.amounts.length === 0 && (row.row.text.match(columnHead)?.length ?? 0) >= 2,
  );
  if (head < 0) return [];
  const items: Item[] = [];
  for (const row of rows.slice(head + 1, first)) {
    const last = row.amounts.at(-1);
    if (!last || (row.role && row.role !== 'extra')) continue;
    const cells = row.row.lines.map(({ line }) => line);
    const named = cells.find(({ text }) => (text.match(/\p{L}/gu)?.length ?? 0) >= 2);
    const text = named?.text
      .replace(/^\s*\d{1,3}[.)]?\s+(?=\p{L})/u, '')
      .replace(/\s+\d+[.,]\d{2}\b.*$/, '')
      .trim();
    if (!text) continue;
    const quantity = quantityOf(row, text);
    items.push({
      text,
      ...(quantity === undefined ? {} : { quantity }),
      amount: last.amount.value,
      units: last.units,
      seen: joinSightings(cells.map(seenLine), ' '),
    });
  }
  return items;
}

/** A number in a cell of its own that is no place in the list; price times quantity settles which. */
function quantityOf(row: InvoiceRow, text: string): number | undefined {
  const rest = row.label.replace(text, ' ');
  const numbers = [...rest.matchAll(/(?<![\p{L}\d.,])\d{1,4}(?:[.,]\d{1,3})?(?![\d.,%]|\s?%)/gu)].map(
    ([one]) => Number(one.replace(',', '.')),
  );
  const [unit, total] = [row.amounts.at(-2)?.units, row.amounts.at(-1)!.units];
  const proved = unit && numbers.find((number) => Math.abs(number * unit - total) <= 200);
  return proved || (numbers.length === 1 && numbers[0]! > 0 ? numbers[0] : undefined);
}
