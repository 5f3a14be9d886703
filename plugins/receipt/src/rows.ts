// cspell:disable -- words of many languages, as printed
import {
  type Amount,
  digitLike,
  type Layout,
  type Line,
  type PlacedLine,
  parseAmount,
  type Row,
  type Sighting,
  seenPart,
} from '@readout/plugin-kit';
import { type Role, roleOf } from './keywords.ts';

/** An amount of money in a row. */
export interface RowAmount {
  amount: Amount;
  /** Ten-thousandths, sign dropped where a till prints payments as negative. */
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

const d = `[${digitLike}]`;
const sign = '(?:RM|Rp|US\\$|CHF|Fr\\.|EUR|GBP|USD|MYR|SGD|SEK|NOK|DKK|PLN|kr\\.?|[€£$¥₹])';
const decimals = new RegExp(
  `(?<![\\p{L}\\d/:@-]|\\d[.,])(?:${sign}\\s?)?[-−–(]?\\s?(?:${sign}\\s?)?(?:\\d${d}{0,2}(?:[.,'’ ]\\d${d}{2})+|\\d${d}{0,6}|(?<=[€£$])[lI|]|(?<=^|[\\s$€£M]))\\s?[.,]\\s?\\d${d}(?!\\d|[.,/:]\\d|%|\\s?%)[-)]?(?:\\s?[€£$])?`,
  'gu',
);
const glued = /(?<=RM|[€£$])[-]?\d+[.,]\d{2}(?!\d)/g;
/** Whole amounts only where a currency stands beside them. */
const whole =
  /(?<![\p{L}\d.,/:-])(?:(?:RM|Rp|CHF|¥|€|£|\$|kr\.?|Kr\.?|KR|Ft|₩|₹)\s?-?\d{1,3}(?:[.,' ]?\d{3})*|\d{1,3}(?:[.,' ]?\d{3})*\s?(?:kr|Kr|KR|Ft|¥|€|:-))(?![\p{L}\d]|[.,:/]\d)/gu;

/** Full-width forms and marks recognisers confuse with a point, one character for one. */
export function plain(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/[、。·•]/g, '.')
    .replace(/\u3000/g, ' ');
}

// Most lines hold no amount, and a look at their characters is much cheaper than the patterns.
const hasDecimals = (text: string) => /[.,] ?[\dOoQDIlSsBZ|]{2}/.test(text);
const hasCurrency = (text: string) => /\d/.test(text) && /[¥€£$₩₹]|RM|Rp|CHF|kr|Kr|KR|Ft|:-/.test(text);
/** The point of an amount that fills its line is the first thing faint print loses. */
const withoutPoint = /^(-?\d{1,4}) (\d{2})$/;

/** Whether {@link readRows} could find an amount in a line, seen as `plain`. */
export const mayHoldAmount = (text: string): boolean =>
  hasDecimals(text) || hasCurrency(text) || withoutPoint.test(text.trim());

function amountsOf(placed: PlacedLine, locale: string): { found: RowAmount[]; label: string } {
  const text = plain(placed.line.text);
  const found: RowAmount[] = [];
  const taken: [number, number][] = [];
  const width = (placed.right - placed.left) / Math.max(1, text.length);
  const take = (raw: string, index: number, printed = raw) => {
    const start = index + (printed.length - printed.trimStart().length);
    const length = printed.trim().length;
    if (taken.some(([from, to]) => start < to && from < start + length)) return;
    const repaired = raw
      .replace(/(?<=[€£$])[lI|](?=\s?[.,])/, '1')
      .replace(/^(-?)\s?[.,]/, '$10.')
      .replace(/^(RM|[€£$])\s?[.,]/, '$1 0.');
    const amount = parseAmount(repaired, { locale });
    if (!amount) return;
    taken.push([start, start + length]);
    found.push({
      amount,
      units: unitsOf(amount.value),
      sighting: seenPart(placed.line, start, length),
      left: placed.left + start * width,
      right: placed.left + (start + length) * width,
    });
  };
  const patterns = [...(hasDecimals(text) ? [decimals, glued] : []), ...(hasCurrency(text) ? [whole] : [])];
  for (const pattern of patterns) for (const match of text.matchAll(pattern)) take(match[0], match.index);
  const spaced = withoutPoint.exec(text.trim());
  if (spaced && found.length === 0) take(`${spaced[1]}.${spaced[2]}`, text.indexOf(spaced[0]), spaced[0]);
  let label = text;
  for (const [from, to] of taken) label = label.slice(0, from) + ' '.repeat(to - from) + label.slice(to);
  return { found: found.sort((a, b) => a.left - b.left), label };
}

function unitsOf(value: string): number {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  return Number(whole) * 10_000 + Number(fraction.slice(0, 4).padEnd(4, '0'));
}

/** Rows of the receipt with their amounts and roles; none where there is no amount at all. */
export function readRows(layout: Layout, locale: string): ReceiptRow[] {
  const partsOf = layout.rows.map((row) => row.lines.map((placed) => amountsOf(placed, locale)));
  // Without an amount there is no total, whatever the words say.
  if (!partsOf.some((parts) => parts.some(({ found }) => found.length > 0))) return [];
  const rows = layout.rows.map((row, index): ReceiptRow => {
    const parts = partsOf[index]!;
    const label = parts
      .map((part) => part.label.trim())
      .filter(Boolean)
      .join(' ')
      .replace(/\s+/g, ' ');
    return {
      index,
      row,
      text: plain(row.text),
      label,
      amounts: parts.flatMap((part) => part.found),
      role: roleOf(label),
    };
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
