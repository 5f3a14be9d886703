// cspell:disable -- words of many languages, as printed
import {
  type Amount,
  type Layout,
  minorUnits,
  type PlacedLine,
  parseAmount,
  type Row,
  type Sighting,
  seenPart,
} from '@readout/plugin-kit';
import { type SumRole, sumRole } from './words.ts';

export interface InvoiceAmount {
  amount: Amount;
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

const sign = '(?:US\\$|CHF|EUR|GBP|USD|SEK|NOK|DKK|PLN|CZK|AUD|CAD|kr\\.?|z[łl]|[€£$])';
const form = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,/-])(?:${sign}\\s?)?[-−]?(?:\\d{1,3}(?:[.,'’ ]\\d{3})+|\\d{1,7})[.,]\\d{2}(?!\\d|[.,/-]\\d|\\s?%)(?:\\s?${sign}(?!\\p{L}))?`,
  'gu',
);

/** A point or comma read as a space between a thousand's groups is put back by the form; `raw` stays as printed. */
function amountsOf({ line }: PlacedLine, locale: string): { amounts: InvoiceAmount[]; label: string } {
  const amounts: InvoiceAmount[] = [];
  let label = line.text;
  for (const match of line.text.matchAll(form)) {
    const amount = parseAmount(match[0], { locale });
    if (!amount) continue;
    amounts.push({
      amount,
      units: minorUnits(amount.value),
      seen: seenPart(line, match.index, match[0].length),
    });
    label = label.replace(match[0], ' ');
  }
  return { amounts, label };
}

export function readRows(layout: Layout, locale: string): InvoiceRow[] {
  return layout.rows.map((row, index) => {
    const parts = row.lines.map((placed) => amountsOf(placed, locale));
    const label = parts.map((part) => part.label).join(' ');
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
  /** What speaks for the total, in words. */
  proof: string | undefined;
  /** Row of the first sum. */
  first: number;
}

const near = (a: number, b: number) => Math.abs(a - b) <= 200;

/** The total, with what adds up to it. Undefined where no row names one. */
export function readSums(rows: InvoiceRow[]): Sums | undefined {
  const withAmount = rows.filter((row) => row.amounts.length > 0 && row.role !== undefined);
  const last = (row: InvoiceRow) => row.amounts.at(-1)!;
  const totals = withAmount.filter((row) => row.role === 'total' && last(row).units > 0);
  // `Summe`, `Totale` stand over the net as well; the strongest word, then the greatest amount, then the last.
  const [totalRow] = [...totals].sort(
    (a, b) => b.strength - a.strength || last(b).units - last(a).units || b.index - a.index,
  );
  if (!totalRow) return undefined;
  const total = last(totalRow);
  const subtotals = withAmount.filter((row) => row.role === 'subtotal' && row !== totalRow);
  const taxes = withAmount.filter(
    (row) => row.role === 'tax' && row !== totalRow && last(row).units < 0.5 * total.units,
  );
  const rates = taxes.filter((row) => /\d\s?%/.test(row.label) || taxes.length === 1);
  const kept = rates.length > 0 ? rates : taxes.slice(0, 1);
  const tax =
    kept.length > 0
      ? {
          units: kept.reduce((sum, row) => sum + last(row).units, 0),
          seen: kept.map((row) => last(row).seen),
        }
      : undefined;
  // Where a plain word for a sum stands over the net, the strong one below has it with tax.
  const net =
    subtotals.find((row) => tax && near(last(row).units + tax.units, total.units)) ??
    totals.find((row) => row !== totalRow && tax && near(last(row).units + tax.units, total.units)) ??
    subtotals[0];
  const subtotal = net && last(net);
  const sums = [totalRow, ...subtotals, ...taxes, ...(net ? [net] : [])].map((row) => row.index);
  return {
    total,
    totalRow,
    subtotal,
    tax,
    proof: subtotal && tax && near(subtotal.units + tax.units, total.units) ? 'subtotal and tax' : undefined,
    first: Math.min(...sums),
  };
}
