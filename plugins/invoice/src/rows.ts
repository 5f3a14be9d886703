import {
  type Cell,
  cellsOf,
  type FindAmountsOptions,
  type FoundAmount,
  findAmounts,
  type Layout,
  minorUnits,
  type PlacedLine,
  placeBox,
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
  const rows: InvoiceRow[] = [];
  for (const row of layout.rows) {
    const parts = row.lines.map((placed) => amountsOf(placed, options));
    const label = parts.map((part) => part.label.trim()).join(' ');
    const amounts = parts.flatMap((part) => part.amounts);
    const above = rows.at(-1);
    const sums = above && sumsUnderHeads(layout, above, row, label, amounts);
    if (sums) {
      // Each is a sum with its label, as if they stood one below the other.
      rows.pop();
      for (const sum of sums) rows.push(invoiceRow(rows.length, ...sum));
    } else rows.push(invoiceRow(rows.length, row, label, amounts));
  }
  return rows;
}

function invoiceRow(index: number, row: Row, label: string, amounts: InvoiceAmount[]): InvoiceRow {
  const role = sumRole(label);
  return {
    index,
    row,
    label,
    amounts,
    role: role?.role,
    strength: role?.strength ?? 0,
    isDiscount: role?.role === 'extra' && discountLabel.test(label),
  };
}

/**
 * Sums in a row below a row of their labels: `Net | VAT | Total due`. Undefined unless every amount has its label, and
 * they are the labels of different sums, a total among them.
 */
function sumsUnderHeads(
  layout: Layout,
  above: InvoiceRow,
  row: Row,
  label: string,
  amounts: InvoiceAmount[],
): [Row, string, InvoiceAmount[]][] | undefined {
  if (amounts.length < 2 || amounts.length > 6 || above.amounts.length > 0) return undefined;
  const isFar = row.top - above.row.bottom > 2 * row.height;
  if (isFar || /\p{L}{4}/u.test(label)) return undefined;
  const heads = cellsOf(layout, above.row);
  const sums: [Row, string, InvoiceAmount[]][] = [];
  const roles = new Set<SumRole>();
  for (const amount of amounts) {
    const { line, box } = amount.seen.evidence[0]!;
    const { left, right } = placeBox(layout, box);
    const overlap = (one: Cell) => Math.min(one.right, right) - Math.max(one.left, left);
    const [head] = heads.filter((one) => overlap(one) > 0).sort((a, b) => overlap(b) - overlap(a));
    const role = head && sumRole(head.text)?.role;
    if (!role) return undefined;
    if (role !== 'extra' && roles.has(role)) return undefined;
    roles.add(role);
    const lines = [...above.row.lines, ...row.lines].filter(
      (placed) => placed.line.id === line || head.seen.evidence.some((one) => one.line === placed.line.id),
    );
    sums.push([{ ...row, lines, text: `${head.text} ${amount.amount.raw}` }, head.text, [amount]]);
  }
  return roles.has('total') && roles.size > 1 ? sums : undefined;
}

/** Whether two sums are the same but for rounding: two hundredths. */
export const near = (a: number, b: number): boolean => Math.abs(a - b) <= 200;
/** The amount a row is about: the last, but for taxes in tables. */
export const last = (row: InvoiceRow): InvoiceAmount => row.vat?.amount ?? row.amounts.at(-1)!;
