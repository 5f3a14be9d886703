// cspell:ignore Totale
import type { Sighting } from '@readout/plugin-kit';
import { type InvoiceAmount, type InvoiceRow, last, near } from './rows.ts';
import { distinctTaxes, markTaxes } from './taxes.ts';

export interface Sums {
  total: InvoiceAmount;
  totalRow: InvoiceRow;
  subtotal: InvoiceAmount | undefined;
  /** The total without tax, with what is added to or taken off the subtotal (EN 16931, BT-109); undefined where not printed. */
  net: InvoiceAmount | undefined;
  tax: { units: number; seen: Sighting[] } | undefined;
  /** Rows of the taxes by their rates, each tax once. */
  taxes: InvoiceRow[];
  /** What comes on top of the subtotal beside the tax, or is taken off it, ten-thousandths. */
  extra: number;
  /** The amounts it is made of, as they are added; undefined where they cannot be told. */
  extraParts: { amount: InvoiceAmount; units: number }[] | undefined;
  /** What is taken off, positive, ten-thousandths. */
  discount: { units: number; seen: Sighting[]; isProved: boolean } | undefined;
  /** What speaks for the total, in words. */
  proof: string | undefined;
  /** What on the paper speaks against it. */
  doubts: string[];
  /** Row of the first sum. */
  first: number;
}

/** More taxes or discounts than this are no parts of one sum. */
const maxParts = 100;

const sizeOf = (row: InvoiceRow) => Math.abs(last(row).units);

/**
 * The total, with what adds up to it. Undefined where no row names one.
 * @param unit the least amount of the currency, ten-thousandths.
 */
export function readSums(rows: InvoiceRow[], unit: number): Sums | undefined {
  markTaxes(rows, unit);
  const withAmount = rows.filter(isSum);
  // `Summe`, `Totale` stand over the net as well; the strongest word, then the greatest amount, then the last.
  const totals = withAmount
    .filter((row) => row.role === 'total' && last(row).units !== 0)
    .sort((a, b) => b.strength - a.strength || sizeOf(b) - sizeOf(a) || b.index - a.index);
  const subtotals = withAmount.filter((row) => row.role === 'subtotal');
  const named = totals[0] ?? grownRow(rows, subtotals);
  if (!named) return undefined;
  const grown = grownRow(rows, [...subtotals, ...totals]);
  // What tax and service add up to, and is printed, is the total whatever the words are.
  const totalRow =
    grown && !near(last(grown).units, last(named).units) && isPartOf(named, grown, rows) ? grown : named;
  const total = last(totalRow);
  const others = subtotals.filter((row) => row !== totalRow);
  const taxes = withAmount.filter(
    (row) => row.role === 'tax' && row !== totalRow && sizeOf(row) < 0.5 * Math.abs(total.units),
  );
  const rates = taxes.filter((row) => row.vat || /\d\s?%/.test(row.row.text) || taxes.length === 1);
  const kept = rates.length > maxParts ? [] : distinctTaxes(rates.length > 0 ? rates : taxes.slice(0, 1));
  const byRate =
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
    signedSum(extras),
  ];
  // What is taken off is printed with a minus or without.
  const addsUpWith = (net: number, taxed: number) =>
    [...added, ...added.map((extra) => -extra)].find((extra) => near(net + taxed + extra, total.units));
  const explains = (taxed: number) => others.some((row) => addsUpWith(last(row).units, taxed) !== undefined);
  // The tax of all rates, where it is printed as well: `Total VAT`.
  const printed = taxes.find((row) => !rates.includes(row));
  const tax =
    byRate &&
    printed &&
    (near(last(printed).units, byRate.units) || (explains(last(printed).units) && !explains(byRate.units)))
      ? { units: last(printed).units, seen: [last(printed).seen] }
      : byRate;
  const addsUp = (net: number) => addsUpWith(net, tax?.units ?? 0);
  // Where a plain word for a sum stands over the net, the strong one below has it with tax.
  const net =
    others.find((row) => tax && addsUp(last(row).units) !== undefined) ??
    totals.find((row) => row !== totalRow && tax && near(last(row).units + tax.units, total.units)) ??
    others[0];
  // What the only tax is on is all there is where no sum says so.
  const base = !net && kept.length === 1 ? kept[0]!.vat?.base : undefined;
  const baseExtra = base && addsUp(base.units);
  const extra = net ? (addsUp(last(net).units) ?? 0) : (baseExtra ?? 0);
  const isWhole = net !== undefined && tax !== undefined && addsUp(last(net).units) !== undefined;
  const isNetPrinted =
    !net &&
    tax !== undefined &&
    (baseExtra !== undefined ||
      rows.some((row) => row.amounts.some(({ units }) => near(units + tax.units, total.units))));
  const sums = [totalRow, ...others, ...taxes, ...(net ? [net] : [])].map((row) => row.index);
  const rival = totals.find(
    (row) =>
      row !== totalRow && row.strength >= totalRow.strength && !near(sizeOf(row), Math.abs(total.units)),
  );
  return {
    total,
    totalRow,
    subtotal: net && last(net),
    net: net
      ? netSumOf(withAmount, net, tax?.units, extra, total.units)
      : tax &&
        (besideTotal(withAmount, total.units - tax.units) ?? (baseExtra === undefined ? undefined : base)),
    tax,
    taxes: kept.filter((row) => row.vat),
    extra,
    extraParts: addendsOf(extra, extras),
    discount: discountOf(
      withAmount,
      totalRow,
      (off) => isWhole && (near(extra, -off) || near(extra, signedSum(extras))),
    ),
    proof: isWhole || isNetPrinted ? 'subtotal and tax' : undefined,
    doubts: !isWhole && !isNetPrinted && rival ? ['Another amount is called the total as well.'] : [],
    first: Math.min(...sums),
  };
}

/** Amounts of one row, or of all, that make what comes on top. */
function addendsOf(extra: number, rows: readonly InvoiceRow[]): Sums['extraParts'] {
  if (extra === 0) return [];
  const [one] = rows.filter((row) => near(sizeOf(row), Math.abs(extra)));
  if (one) return [{ amount: last(one), units: extra }];
  const all = rows.map((row) => ({
    amount: last(row),
    units: row.isDiscount ? -sizeOf(row) : last(row).units,
  }));
  return near(
    all.reduce((sum, { units }) => sum + units, 0),
    extra,
  )
    ? all
    : undefined;
}

/** What is added, less what is taken off. */
const signedSum = (extras: readonly InvoiceRow[]): number =>
  extras.reduce((sum, row) => sum + (row.isDiscount ? -sizeOf(row) : last(row).units), 0);

/** An amount that a row of sums prints beside its last: `Total 170.00 39.10 209.10`. */
const besideTotal = (sums: readonly InvoiceRow[], units: number): InvoiceAmount | undefined =>
  sums
    .filter(({ role }) => role === 'total')
    .flatMap((row) => row.amounts.slice(0, -1))
    .find((amount) => near(amount.units, units));

function discountOf(
  sums: InvoiceRow[],
  total: InvoiceRow,
  proves: (units: number) => boolean,
): Sums['discount'] {
  const rows = sums.filter((row) => row.isDiscount && row.index < total.index && last(row).units !== 0);
  if (rows.length === 0 || rows.length > maxParts) return undefined;
  const units = rows.reduce((sum, row) => sum + sizeOf(row), 0);
  return { units, seen: rows.map((row) => last(row).seen), isProved: proves(units) };
}

/** The printed sum that is taxed: the subtotal, unless something before the tax is added to it or taken off. */
function netSumOf(
  sums: InvoiceRow[],
  subtotal: InvoiceRow,
  tax: number | undefined,
  extra: number,
  total: number,
): InvoiceAmount | undefined {
  if (extra === 0) return last(subtotal);
  if (tax === undefined) return undefined;
  const printed = sums.find(
    (row) => (row.role === 'subtotal' || row.role === 'total') && near(last(row).units, total - tax),
  );
  if (printed) return last(printed);
  const [rate, another] = new Set(sums.flatMap(({ vat }) => vat?.rate ?? []));
  if (another !== undefined) return undefined;
  return rate !== undefined && near((last(subtotal).units * rate) / 100, tax) ? last(subtotal) : undefined;
}

/** The row whose amount is that of a row above it with the taxes and extras between them on top. */
function grownRow(rows: InvoiceRow[], bases: InvoiceRow[]): InvoiceRow | undefined {
  const lowest = bases.toSorted((a, b) => a.index - b.index).slice(-12);
  return rows.findLast(
    (row) =>
      row.amounts.length > 0 &&
      row.role !== 'tax' &&
      row.role !== 'subtotal' &&
      lowest.some((base) => isPartOf(base, row, rows)),
  );
}

function isPartOf(lower: InvoiceRow, upper: InvoiceRow, rows: readonly InvoiceRow[]): boolean {
  // Of a long list of sums only those near each other belong together.
  if (lower.index >= upper.index || upper.index - lower.index > 30) return false;
  const difference = last(upper).units - last(lower).units;
  if (Math.abs(difference) > Math.abs(last(lower).units)) return false;
  let added = [0];
  for (const row of rows.slice(lower.index + 1, upper.index))
    if ((row.role === 'tax' || row.role === 'extra') && isSum(row) && added.length < 64)
      added = [...added, ...added.map((one) => one + last(row).units)];
  return added.some((one) => one !== 0 && near(one, difference));
}

/** Whether a row has an amount and words that say what it is. */
const isSum = (row: InvoiceRow): boolean =>
  row.role !== undefined && row.amounts.length > 0 && !last(row).amount.isRange;
