// cspell:disable -- words of many languages, as printed
import {
  type FindAmountsOptions,
  type FoundAmount,
  findAmounts,
  type Layout,
  type Line,
  minorUnits,
  type PlacedLine,
  parseAmount,
  type Row,
  type Sighting,
  seenPart,
} from '@readout/plugin-kit';
import { type Role, roleOf } from './keywords.ts';

/** An amount of money in a row. */
export interface RowAmount {
  amount: Omit<FoundAmount, 'raw' | 'index'>;
  /** Ten-thousandths; without its sign in a row of payment or change. */
  units: number;
  sighting: Sighting;
  /** Left edge, pixels along the text. */
  left: number;
  right: number;
}

export interface ReceiptRow {
  index: number;
  row: Row;
  /** Text with full-width and look-alike punctuation made plain, same length as printed. */
  text: string;
  /** The text without its amounts. */
  label: string;
  amounts: RowAmount[];
  role: Role | undefined;
  /** Its amounts stood in a neighbouring row, a little higher or lower. */
  borrowed?: true;
}

const unusual = /[\uff01-\uff5e、。·•\u3000]/;

/** Full-width forms and marks recognisers confuse with a point, one character for one. */
export function plain(text: string): string {
  // Most lines hold none of them, and each replacement takes as long as this look.
  if (!unusual.test(text)) return text;
  return text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/[、。·•]/g, '.')
    .replace(/\u3000/g, ' ');
}

function amountsOf(placed: PlacedLine, options: FindAmountsOptions): { found: RowAmount[]; label: string } {
  const text = plain(placed.line.text);
  const width = (placed.right - placed.left) / Math.max(1, text.length);
  let label = text;
  const found = findAmounts(text, options).map((amount): RowAmount => {
    const { index, raw } = amount;
    label = label.slice(0, index) + ' '.repeat(raw.length) + label.slice(index + raw.length);
    return {
      amount,
      units: minorUnits(amount.value),
      sighting: seenPart(placed.line, index, raw.length),
      left: placed.left + index * width,
      right: placed.left + (index + raw.length) * width,
    };
  });
  return { found, label };
}

/** Rows of the receipt with their amounts and roles; none where there is no amount at all. */
export function readRows(layout: Layout, options: FindAmountsOptions): ReceiptRow[] {
  const partsOf = layout.rows.map((row) => row.lines.map((placed) => amountsOf(placed, options)));
  // Without an amount there is no total, whatever the words say.
  if (!partsOf.some((parts) => parts.some(({ found }) => found.length > 0))) return [];
  const rows = layout.rows.map((row, index): ReceiptRow => {
    const parts = partsOf[index]!;
    const label = parts
      .map((part) => part.label.trim())
      .filter(Boolean)
      .join(' ')
      .replace(/\s+/g, ' ');
    const role = roleOf(label);
    const amounts = parts.flatMap((part) => part.found);
    return { index, row, text: plain(row.text), label, amounts, role };
  });
  for (const current of rows) {
    if (current.role === undefined || current.amounts.length > 0) continue;
    // Tilt or a fold: the amount of this label was taken for a row of its own.
    const neighbour = [rows[current.index - 1], rows[current.index + 1]]
      .filter(
        (other) =>
          other !== undefined && other.amounts.length > 0 && other.label.replace(/[^\p{L}]/gu, '').length < 2,
      )
      .filter((other) => Math.abs(other!.row.middle - current.row.middle) < 0.95 * layout.lineHeight)
      .sort(
        (a, b) => Math.abs(a!.row.middle - current.row.middle) - Math.abs(b!.row.middle - current.row.middle),
      )[0];
    if (!neighbour || neighbour.borrowed) continue;
    current.amounts = neighbour.amounts;
    neighbour.borrowed = true;
  }
  // Tills print what was paid, and change, with either sign.
  for (const row of rows)
    if (row.role === 'paid' || row.role === 'change')
      row.amounts = row.amounts.map((one) => ({ ...one, units: Math.abs(one.units) }));
  return rows;
}

/**
 * The amount of a row that lost its point altogether (`400`), where something else says what it has to be.
 * @param units ten-thousandths.
 */
export function amountWithoutPoint({ row }: ReceiptRow, units: number): RowAmount | undefined {
  const printed = String(units / 100);
  const placed = row.lines.find(({ line }) => plain(line.text).trim() === printed);
  const amount = parseAmount(`${printed.slice(0, -2)}.${printed.slice(-2)}`, { locale: 'en-GB' });
  if (!placed || !amount || printed.length < 3) return undefined;
  const sighting = seenPart(placed.line, placed.line.text.indexOf(printed), printed.length);
  return {
    amount,
    units,
    sighting: { ...sighting, confidence: 0.8 * sighting.confidence },
    left: placed.left,
    right: placed.right,
  };
}

/** The sighting of a whole row, one part for each of its lines. */
export function rowLines(row: ReceiptRow): Line[] {
  return row.row.lines.map((placed) => placed.line);
}

/** How many letters are in it. */
export const letters = (text: string) => text.replace(/[^\p{L}]/gu, '').length;
