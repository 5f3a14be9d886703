// cspell:ignore Totale
import {
  type FindAmountsOptions,
  type FoundAmount,
  findAmounts,
  type Layout,
  minorUnits,
  type PlacedLine,
  type Row,
  type Sighting,
  seenPart,
} from '@readout/plugin-kit';
import { type SumRole, sumRole } from './words.ts';

export interface InvoiceAmount {
  amount: FoundAmount;
  /** Ten-thousandths. */
  units: number;
  seen: Sighting;
}

export interface InvoiceRow {
  index: number;
  row: Row;
  /** The text without its amounts. */
  label: string;
  amounts: InvoiceAmount[];
  role: SumRole | undefined;
  strength: number;
}

function amountsOf(
  { line }: PlacedLine,
  options: FindAmountsOptions,
): { amounts: InvoiceAmount[]; label: string } {
  let label = line.text;
  const amounts = findAmounts(line.text, options).map((amount): InvoiceAmount => {
    const { index, raw } = amount;
    label = label.slice(0, index) + ' '.repeat(raw.length) + label.slice(index + raw.length);
    return { amount, units: minorUnits(amount.value), seen: seenPart(line, index, raw.length) };
  });
  return { amounts, label };
}

export function readRows(layout: Layout, options: FindAmountsOptions): InvoiceRow[] {
  return layout.rows.map((row, index) => {
    const parts = row.lines.map((placed) => amountsOf(placed, options));
    const label = parts.map((part) => part.label.trim()).join(' ');
    const role = sumRole(label);
    return {
      index,
      row,
      label,
      amounts: parts.flatMap((part) => part.amounts),
      role: role?.role,
      strength: role?.strength ?? 0,
    };
  });
}

export interface Sums {
  total: InvoiceAmount;
  totalRow: InvoiceRow;
  subtotal: InvoiceAmount | undefined;
  tax: { units: number; seen: Sighting[] } | undefined;
  /** What comes on top of the subtotal beside the tax, or is taken off it, ten-thousandths. */
  extra: number;
  /** What speaks for the total, in words. */
  proof: string | undefined;
  /** What on the paper speaks against it. */
  doubts: string[];
  /** Row of the first sum. */
  first: number;
}

const near = (a: number, b: number) => Math.abs(a - b) <= 200;
const last = (row: InvoiceRow) => row.amounts.at(-1)!;
const sizeOf = (row: InvoiceRow) => Math.abs(last(row).units);

/** The total, with what adds up to it. Undefined where no row names one. */
export function readSums(rows: InvoiceRow[]): Sums | undefined {
  const withAmount = rows.filter(
    (row) => row.role !== undefined && row.amounts.length > 0 && !last(row).amount.isRange,
  );
  // `Summe`, `Totale` stand over the net as well; the strongest word, then the greatest amount, then the last.
  const totals = withAmount
    .filter((row) => row.role === 'total' && last(row).units !== 0)
    .sort((a, b) => b.strength - a.strength || sizeOf(b) - sizeOf(a) || b.index - a.index);
  const subtotals = withAmount.filter((row) => row.role === 'subtotal');
  const named = totals[0] ?? grownRow(rows, subtotals, withAmount);
  if (!named) return undefined;
  const grown = grownRow(rows, [...subtotals, ...totals], withAmount);
  // What tax and service add up to, and is printed, is the total whatever the words are.
  const totalRow =
    grown && !near(last(grown).units, last(named).units) && isPartOf(named, grown, withAmount)
      ? grown
      : named;
  const total = last(totalRow);
  const others = subtotals.filter((row) => row !== totalRow);
  const taxes = withAmount.filter(
    (row) => row.role === 'tax' && row !== totalRow && sizeOf(row) < 0.5 * Math.abs(total.units),
  );
  const rates = taxes.filter((row) => /\d\s?%/.test(row.row.text) || taxes.length === 1);
  const kept = distinct(rates.length > 0 ? rates : taxes.slice(0, 1));
  const tax =
    kept.length > 0
      ? {
          units: kept.reduce((sum, row) => sum + last(row).units, 0),
          seen: kept.map((row) => last(row).seen),
        }
      : undefined;
  const extras = withAmount.filter((row) => row.role === 'extra' && row.index < totalRow.index);
  const added = [
    0,
    ...extras.map((row) => last(row).units),
    extras.reduce((sum, row) => sum + last(row).units, 0),
  ];
  const addsUp = (net: number) =>
    added.find((extra) => near(net + (tax?.units ?? 0) + extra, total.units)) ??
    added.find((extra) => near(net + (tax?.units ?? 0) - extra, total.units));
  // Where a plain word for a sum stands over the net, the strong one below has it with tax.
  const net =
    others.find((row) => tax && addsUp(last(row).units) !== undefined) ??
    totals.find((row) => row !== totalRow && tax && near(last(row).units + tax.units, total.units)) ??
    others[0];
  const extra = net ? (addsUp(last(net).units) ?? 0) : 0;
  const isWhole = net !== undefined && tax !== undefined && addsUp(last(net).units) !== undefined;
  const isNetPrinted =
    !net &&
    tax !== undefined &&
    rows.some((row) => row.amounts.some(({ units }) => near(units + tax.units, total.units)));
  const sums = [totalRow, ...others, ...taxes, ...(net ? [net] : [])].map((row) => row.index);
  const rival = totals.find(
    (row) =>
      row !== totalRow && row.strength >= totalRow.strength && !near(sizeOf(row), Math.abs(total.units)),
  );
  return {
    total,
    totalRow,
    subtotal: net && last(net),
    tax,
    extra,
    proof: isWhole || isNetPrinted ? 'subtotal and tax' : undefined,
    doubts: !isWhole && !isNetPrinted && rival ? ['Another amount is called the total as well.'] : [],
    first: Math.min(...sums),
  };
}

/** Rates that a table and the sums print twice count once. */
const distinct = (rows: InvoiceRow[]): InvoiceRow[] =>
  rows.filter(
    (row, at) =>
      !rows
        .slice(0, at)
        .some((other) => last(other).units === last(row).units && rateOf(other) === rateOf(row)),
  );
const rateOf = ({ row }: InvoiceRow) =>
  `${/\p{L}+/u.exec(row.text)?.[0]} ${/\d+(?:[.,]\d+)?\s?%/.exec(row.text)?.[0]}`;

/** The row whose amount is that of a row above it with the taxes and extras between them on top. */
function grownRow(rows: InvoiceRow[], bases: InvoiceRow[], sums: InvoiceRow[]): InvoiceRow | undefined {
  const lowest = bases.toSorted((a, b) => a.index - b.index).slice(-12);
  return rows.findLast(
    (row) =>
      row.amounts.length > 0 &&
      row.role !== 'tax' &&
      row.role !== 'subtotal' &&
      lowest.some((base) => isPartOf(base, row, sums)),
  );
}

function isPartOf(lower: InvoiceRow, upper: InvoiceRow, sums: InvoiceRow[]): boolean {
  // Of a long list of sums only those near each other belong together.
  if (lower.index >= upper.index || upper.index - lower.index > 30) return false;
  const difference = last(upper).units - last(lower).units;
  if (Math.abs(difference) > Math.abs(last(lower).units)) return false;
  let added = [0];
  for (const row of sums)
    if (
      (row.role === 'tax' || row.role === 'extra') &&
      row.index > lower.index &&
      row.index < upper.index &&
      added.length < 64
    )
      added = [...added, ...added.map((one) => one + last(row).units)];
  return added.some((one) => one !== 0 && near(one, difference));
}
