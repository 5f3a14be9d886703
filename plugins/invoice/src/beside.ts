import {
  type Cell,
  cellsOf,
  type Layout,
  type Line,
  type PlacedLine,
  placeBox,
  type Row,
  type Sighting,
  seenPart,
} from '@readout/plugin-kit';
import { smallWords } from './words.ts';

/** A value found in a text. */
export interface Match {
  index: number;
  raw: string;
}

export interface Beside<Found extends Match> {
  found: Found;
  seen: Sighting;
  line: Line;
  /** Where the label stands. */
  label: Spot;
}

/** A stretch of a line's text. */
export interface Spot {
  line: Line;
  index: number;
  length: number;
}

/** The layout with spaces where `spots` were: what stood there is already known to be something else. */
export function blankOut(layout: Layout, spots: readonly Spot[]): Layout {
  if (spots.length === 0) return layout;
  const byLine = new Map<string, Spot[]>();
  for (const spot of spots) byLine.set(spot.line.id, [...(byLine.get(spot.line.id) ?? []), spot]);
  const blanked = (placed: PlacedLine): PlacedLine => {
    let { text } = placed.line;
    for (const { index, length } of byLine.get(placed.line.id) ?? [])
      text = text.slice(0, index) + ' '.repeat(length) + text.slice(index + length);
    return { ...placed, line: { ...placed.line, text } };
  };
  const isTouched = ({ line }: PlacedLine) => byLine.has(line.id);
  const rows = layout.rows.map((row) =>
    row.lines.some(isTouched)
      ? { ...row, lines: row.lines.map((placed) => (isTouched(placed) ? blanked(placed) : placed)) }
      : row,
  );
  return { ...layout, rows };
}

/** How far below its label a value stands, in heights of the label's line. */
const reach = 2.2;

/**
 * What `find` makes of the text behind a label in its line, else of the next line in the row, else of what stands under
 * the label. The first label on the page that leads to a value wins.
 * @param skip says of a line that what stands there belongs to somebody else.
 */
export function beside<Found extends Match>(
  layout: Layout,
  label: RegExp,
  find: (text: string) => Found | undefined,
  skip: (line: Line) => boolean = () => false,
): Beside<Found> | undefined {
  const take = (line: Line, from: number) => {
    const found = find(line.text.slice(from));
    return found && !skip(line)
      ? { found, line, seen: seenPart(line, from + found.index, found.raw.length) }
      : undefined;
  };
  for (const [rowAt, row] of layout.rows.entries())
    for (const [at, placed] of row.lines.entries()) {
      const { line } = placed;
      const match = label.exec(line.text);
      if (!match || skip(line)) continue;
      const end = match.index + match[0].length;
      const spot = { line, index: match.index, length: match[0].length };
      const behind = line.text.slice(end);
      const own = take(line, end);
      if (own) return { ...own, label: spot };
      if (/\d/.test(behind) || isSentence(line.text)) continue;
      // Another word behind it heads the next column.
      const right = /\p{L}/u.test(behind.replace(smallWords, '')) ? undefined : row.lines[at + 1];
      const next = right && take(right.line, 0);
      if (next) return { ...next, label: spot };
      const under = cellUnder(layout, layout.rows.slice(rowAt + 1, rowAt + 4), placed, match);
      const value = under && find(under.text);
      const of = under && layout.rows.flatMap(({ lines }) => lines).find((one) => holds(one, under));
      if (under && value && of && !skip(of.line)) {
        const start = of.line.text.indexOf(value.raw);
        return {
          found: value,
          line: of.line,
          label: spot,
          seen: start < 0 ? under.seen : seenPart(of.line, start, value.raw.length),
        };
      }
    }
  return undefined;
}

/** What is said about a value is not its label: `Please quote the invoice number when paying.` */
const isSentence = (text: string): boolean => /^(?:\S+\s+){3,}\S+[.!?]\s*$/.test(text);

const holds = ({ line }: PlacedLine, cell: Cell): boolean =>
  cell.seen.evidence.some((one) => one.line === line.id);

/** The cell under a label, as in a table with a head. */
function cellUnder(
  layout: Layout,
  rows: readonly Row[],
  { line, bottom, height }: PlacedLine,
  match: RegExpExecArray,
): Cell | undefined {
  const box = seenPart(line, match.index, match[0].trimEnd().length).evidence[0]?.box;
  if (!box) return undefined;
  const { left, right } = placeBox(layout, box);
  for (const row of rows) {
    if (row.top - bottom > reach * height) return undefined;
    // Columns are ragged: of two that reach under the label the one that does so more.
    const overlap = (one: Cell) => Math.min(one.right, right) - Math.max(one.left, left);
    const [cell] = cellsOf(layout, row)
      .filter((one) => overlap(one) > 0)
      .sort((a, b) => overlap(b) - overlap(a));
    if (cell) return cell;
  }
  return undefined;
}
