import { closeBeginnings, foldText } from './folded-text.ts';
import { findLabels, type Label } from './labels.ts';
import { type Layout, type PlacedLine, placeBox, type Row, wordsOf } from './layout.ts';
import { joinSightings, type Sighting, seenPart } from './sightings.ts';

/** A table on the page: what stands under each header, row by row. */
export interface Table<Column extends string> {
  /** The header of each column that was found. */
  headers: Partial<Record<Column, Label>>;
  /** Rows from top to bottom; a column with nothing in it is missing. */
  rows: TableRow<Column>[];
}

export interface TableRow<Column extends string> {
  cells: Partial<Record<Column, Sighting>>;
  /** The row of the layout it was made of. */
  row: Row;
}

export interface TableOptions<Column extends string> {
  /** Rows without all of these are no rows of the table: notes, or the second line of a text. */
  required?: readonly Column[];
  /** A row with nothing but this column continues the row above: the second line of an article's name. */
  wraps?: Column;
  /** The table ends before the first row that begins with one of these: `['Subtotal', 'Total']`. */
  until?: readonly string[];
  /** The table ends where this many heights of a line are free. 4 unless told. */
  maxGap?: number;
  /** Least number of headers that must stand in one row. All that are asked for unless told, but at most two. */
  minHeaders?: number;
}

interface Span {
  left: number;
  right: number;
}

/**
 * Finds a table by its headers, `{ article: ['Article', 'Item'], price: ['Price'] }`, and says what stands under each.
 * Words stand in the column whose header they lie under, or else nearest to; words close together stay together.
 * Undefined where the headers are not there.
 */
export function tableOf<Column extends string>(
  layout: Layout,
  columns: Readonly<Record<Column, readonly string[]>>,
  options: TableOptions<NoInfer<Column>> = {},
): Table<Column> | undefined {
  const names = Object.keys(columns) as Column[];
  const least = options.minHeaders ?? Math.min(2, names.length);
  let best: { index: number; headers: Partial<Record<Column, Label>>; count: number } | undefined;
  for (const [index, row] of layout.rows.entries()) {
    const headers = headersIn({ ...layout, rows: [row] }, names, columns);
    const count = Object.keys(headers).length;
    if (count >= least && count > (best?.count ?? 0)) best = { index, headers, count };
  }
  if (!best) return undefined;
  const header = layout.rows[best.index]!;
  const groups = header.lines.flatMap((placed) => groupsOf(layout, placed)).map(mergedOf);
  const headers = { ...best.headers, ...misreadHeaders(layout, groups, best.headers, columns) };
  const spans = names.flatMap((name): [Column, Span][] => {
    const label = headers[name];
    return label ? [[name, spanOf(layout, label)]] : [];
  });
  // What else stands among the headers heads columns nobody asked for: what is under it belongs to none of these.
  const others = groups.filter((group) => spans.every(([, span]) => overlapOf(span, group) <= 0));
  const rows: TableRow<Column>[] = [];
  let bottom = header.bottom;
  for (const row of layout.rows.slice(best.index + 1)) {
    if (row.top - bottom > (options.maxGap ?? 4) * Math.max(1, layout.lineHeight)) break;
    if (options.until && startsWith(layout, row, options.until)) break;
    bottom = Math.max(bottom, row.bottom);
    const cells = cellsUnder(layout, row, [
      ...spans,
      ...others.map((span): [undefined, Span] => [undefined, span]),
    ]);
    const above = rows.at(-1);
    const found = Object.keys(cells);
    if (above && options.wraps && found.length === 1 && cells[options.wraps]) {
      const parts = [above.cells[options.wraps], cells[options.wraps]].filter((cell) => cell !== undefined);
      above.cells[options.wraps] = joinSightings(parts, ' ');
      continue;
    }
    const isWhole = (options.required ?? []).every((name) => cells[name] !== undefined);
    if (isWhole && found.length > 0) rows.push({ cells, row });
  }
  return { headers, rows };
}

/** Each column's header in a row, none used twice. */
function headersIn<Column extends string>(
  row: Layout,
  names: readonly Column[],
  columns: Readonly<Record<Column, readonly string[]>>,
): Partial<Record<Column, Label>> {
  const headers: Partial<Record<Column, Label>> = {};
  const taken: Label[] = [];
  const all = names
    .flatMap((name) => findLabels(row, columns[name]).map((label) => ({ name, label })))
    .sort((a, b) => b.label.score - a.label.score || b.label.label.length - a.label.label.length);
  for (const { name, label } of all) {
    const overlaps = taken.some(
      (other) =>
        other.placed.line.id === label.placed.line.id && label.start < other.end && other.start < label.end,
    );
    if (headers[name] || overlaps) continue;
    headers[name] = label;
    taken.push(label);
  }
  return headers;
}

/**
 * Headers that are there but for one character (`Dale` for `Date`), which alone would be too little to go by: beside other
 * headers of the table it is enough.
 */
function misreadHeaders<Column extends string>(
  layout: Layout,
  groups: readonly Piece[],
  headers: Partial<Record<Column, Label>>,
  columns: Readonly<Record<Column, readonly string[]>>,
): Partial<Record<Column, Label>> {
  const found: Partial<Record<Column, Label>> = {};
  const taken = (Object.values(headers) as Label[]).map((label) => spanOf(layout, label));
  for (const name of Object.keys(columns) as Column[]) {
    if (headers[name]) continue;
    for (const { placed, start, end, left, right } of groups) {
      if (taken.some((span) => overlapOf(span, { left, right }) > 0)) continue;
      const { text } = foldText(placed.line.text.slice(start, end));
      const label = columns[name].find((one) => {
        const wanted = foldText(one).text;
        return (
          wanted.length > 2 && closeBeginnings(text, wanted, 1).some(({ length }) => length === text.length)
        );
      });
      if (label === undefined) continue;
      const seen = seenPart(placed.line, start, end - start);
      found[name] = { label, placed, start, end, score: 1 - 1 / text.length, seen };
      taken.push({ left, right });
      break;
    }
  }
  return found;
}

function spanOf(layout: Layout, label: Label): Span {
  return placeBox(layout, label.seen.evidence[0]!.box);
}

function startsWith(layout: Layout, row: Row, labels: readonly string[]): boolean {
  return findLabels({ ...layout, rows: [row] }, labels).some(
    (label) => label.placed === row.lines[0] && label.placed.line.text.slice(0, label.start).trim() === '',
  );
}

interface Piece extends Span {
  placed: PlacedLine;
  start: number;
  end: number;
}

/** What of a row stands in which column. */
function cellsUnder<Column extends string>(
  layout: Layout,
  row: Row,
  spans: readonly [Column | undefined, Span][],
): Partial<Record<Column, Sighting>> {
  const parts = new Map<Column, Sighting[]>();
  for (const placed of row.lines)
    for (const group of groupsOf(layout, placed)) {
      const under = spans.filter(([, span]) => overlapOf(span, wholeOf(group)) > 0);
      // A group under one header, or between two, stands together; one under several is several cells.
      for (const piece of under.length > 1 ? group : [mergedOf(group)]) {
        const column = nearestOf(piece, spans);
        if (column === undefined) continue;
        const seen = seenPart(placed.line, piece.start, piece.end - piece.start);
        parts.set(column, [...(parts.get(column) ?? []), seen]);
      }
    }
  return Object.fromEntries(
    [...parts].map(([column, seen]) => [column, seen.length === 1 ? seen[0] : joinSightings(seen, ' ')]),
  ) as Partial<Record<Column, Sighting>>;
}

/** The words of a line in groups that stand closer together than columns do. */
function groupsOf(layout: Layout, placed: PlacedLine): Piece[][] {
  const { line } = placed;
  const words: Piece[] = wordsOf(line).map(({ word, start, end }) => ({
    ...placeBox(layout, word.box),
    placed,
    start,
    end,
  }));
  const trimmed = line.text.trimEnd();
  const start = line.text.length - line.text.trimStart().length;
  if (words.length === 0)
    return trimmed === ''
      ? []
      : [[{ left: placed.left, right: placed.right, placed, start, end: trimmed.length }]];
  const groups: Piece[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    if (last && word.left - last.right < 0.9 * placed.height) groups.at(-1)!.push(word);
    else groups.push([word]);
  }
  return groups;
}

const wholeOf = (group: readonly Piece[]): Span => ({
  left: Math.min(...group.map(({ left }) => left)),
  right: Math.max(...group.map(({ right }) => right)),
});

const mergedOf = (group: readonly Piece[]): Piece => ({
  ...group[0]!,
  ...wholeOf(group),
  end: group.at(-1)!.end,
});

const overlapOf = (a: Span, b: Span): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** The column a piece overlaps most, or else whose header is nearest by an edge or the middle. */
function nearestOf<Column extends string>(
  piece: Span,
  spans: readonly [Column | undefined, Span][],
): Column | undefined {
  const distance = (span: Span) => {
    const overlap = overlapOf(span, piece);
    if (overlap > 0) return -overlap;
    return Math.min(
      Math.abs(span.left - piece.left),
      Math.abs(span.right - piece.right),
      Math.abs(span.left + span.right - piece.left - piece.right) / 2,
    );
  };
  return spans.reduce((best, one) => (distance(one[1]) < distance(best[1]) ? one : best))[0];
}
