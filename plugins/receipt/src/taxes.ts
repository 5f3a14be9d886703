import { joinSightings, type Sighting, seenPart } from '@readout/plugin-kit';
import type { ReceiptRow, RowAmount } from './rows.ts';
import type { Sums } from './total.ts';

/** A tax with its rate (EN 16931, BG-23), as a row of the sums or of a table of taxes prints it. */
export interface TaxLine {
  /** Percent. */
  rate: number;
  /** What is taxed, where it is printed. */
  base?: RowAmount;
  amount: RowAmount;
  seen: Sighting;
}

const percent = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/g;
/** More than this no till prints. */
const maxTaxes = 12;

/**
 * Taxes by rate; none unless they add up to the tax of the receipt.
 * @param unit the least amount of the currency, ten-thousandths.
 */
export function taxesOf(rows: readonly ReceiptRow[], sums: Sums, unit: number): TaxLine[] {
  const { tax, subtotal, total } = sums;
  if (!tax || !total) return [];
  const found = rows.flatMap((row) => taxIn(row, row.index >= sums.firstSum, unit) ?? []);
  if (found.length === 0 || found.length > maxTaxes) return [];
  const addUp = (lines: readonly TaxLine[]) =>
    Math.abs(lines.reduce((sum, { amount }) => sum + amount.units, 0) - tax.units) <= unit * lines.length;
  // The sums and a table may print the same tax, two taxes of one rate may come to the same.
  const chosen = [found, distinct(found)].find(addUp);
  if (!chosen) return [];
  const [only, another] = chosen;
  const holdsOf = (base: number) => Math.abs((base * only!.rate) / 100 - only!.amount.units) <= unit;
  return only && !another && !only.base && subtotal && holdsOf(subtotal.found.units)
    ? [{ ...only, base: subtotal.found, seen: joinSightings([only.seen, subtotal.found.sighting], ' ') }]
    : chosen;
}

function taxIn(row: ReceiptRow, isBelowItems: boolean, unit: number): TaxLine | undefined {
  const [printed, another] = row.row.lines.flatMap(({ line }) =>
    [...line.text.matchAll(percent)].map((match) => ({ match, line })),
  );
  if (!printed || another || row.amounts.length === 0 || row.amounts.length > 4) return undefined;
  const rate = Number(printed.match[1]!.replace(',', '.'));
  const lineOf = (amount: RowAmount, base?: RowAmount): TaxLine => ({
    rate,
    amount,
    ...(base ? { base } : {}),
    seen: joinSightings(
      [
        seenPart(printed.line, printed.match.index, printed.match[0].length),
        ...(base ? [base.sighting] : []),
        amount.sighting,
      ],
      ' ',
    ),
  });
  const [first, second] = row.amounts;
  if (!second) return row.role === 'tax' ? lineOf(first!) : undefined;
  if (!isBelowItems && row.role !== 'tax') return undefined;
  const isShare = (amount: RowAmount, of: RowAmount, whole: number) =>
    amount !== of && Math.abs((of.units * rate) / whole - amount.units) <= unit && amount.units !== 0;
  for (const base of row.amounts)
    for (const amount of row.amounts) if (isShare(amount, base, 100)) return lineOf(amount, base);
  // The amount with the tax in it beside the tax.
  for (const gross of row.amounts)
    for (const amount of row.amounts) if (isShare(amount, gross, 100 + rate)) return lineOf(amount);
  return undefined;
}

function distinct(lines: readonly TaxLine[]): TaxLine[] {
  const kept: TaxLine[] = [];
  for (const line of lines) {
    const at = kept.findIndex(({ rate, amount }) => rate === line.rate && amount.units === line.amount.units);
    if (at < 0) kept.push(line);
    else if (line.base && !kept[at]!.base) kept[at] = line;
  }
  return kept;
}
