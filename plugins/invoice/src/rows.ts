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
import { discountLabel, type SumRole, sumRole } from './words.ts';

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
  /** Its amount is taken off the rest. */
  isDiscount: boolean;
  /** A tax with its rate. */
  vat?: VatLine;
}

/** A tax with its rate, as a line of an invoice or of a table of taxes prints it. */
export interface VatLine {
  /** Percent, 0 to 100. */
  rate: number;
  /** What is taxed, where it stands in the same row. */
  base?: InvoiceAmount;
  amount: InvoiceAmount;
  /** Whether the rate of the base is the amount; undefined without a base. */
  holds?: boolean;
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
      isDiscount: role?.role === 'extra' && discountLabel.test(label),
    };
  });
}

/** Whether two sums are the same but for rounding: two hundredths. */
export const near = (a: number, b: number): boolean => Math.abs(a - b) <= 200;
/** The amount a row is about: the last, but for taxes in tables. */
export const last = (row: InvoiceRow): InvoiceAmount => row.vat?.amount ?? row.amounts.at(-1)!;
