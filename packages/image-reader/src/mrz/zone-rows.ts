import type { Point, Quad } from '../reading.ts';

/** A line as the recogniser read it. */
export interface ZoneLine {
  quad: Quad;
  /** Characters and their middles, as shares of the quad's length. */
  glyphs: readonly { text: string; middle: number }[];
}

export interface ZonePart {
  /** Index of the line. */
  index: number;
}

/** A row that may belong to a zone. */
export interface ZoneRow {
  parts: ZonePart[];
  /** From the middle of the zone's first character to that of its last, as high as the row was found. */
  quad: Quad;
  /** Length of the quad over its height. */
  shape: number;
}

const zoneLike = /[A-Z0-9<«‹〈《＜≤]/;
const fillerLike = /[<«‹〈《＜≤]/;
/** Share of the characters that a zone could hold, and number of them, for a line to be a part of one. */
const leastLike = 0.8;
const leastPart = 4;
const leastRow = 16;
const leastFillers = 3;
const leastRows = 2;

interface Part {
  index: number;
  from: Point;
  to: Point;
  height: number;
  count: number;
  fillers: number;
}

const along = ([x, y]: Point, [ux, uy]: Point): number => x * ux + y * uy;
const middleOf = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** Stacks of rows that may be machine-readable zones, from top to bottom as they read. */
export function rowsOfZones(lines: readonly ZoneLine[]): { rows: ZoneRow[] }[] {
  const parts = lines.flatMap((line, index) => partOf(line, index) ?? []);
  const longest = parts.reduce<Part | undefined>((a, b) => (a && length(a) >= length(b) ? a : b), undefined);
  if (!longest) return [];
  const size = length(longest);
  const u: Point = [(longest.to[0] - longest.from[0]) / size, (longest.to[1] - longest.from[1]) / size];
  const v: Point = [-u[1], u[0]];
  const down = (part: Part): number => along(middleOf(part.from, part.to), v);
  const sorted = parts
    .filter((part) => along([part.to[0] - part.from[0], part.to[1] - part.from[1]], u) > 0.9 * length(part))
    .sort((a, b) => down(a) - down(b));
  const rows: Part[][] = [];
  for (const part of sorted) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && down(part) - down(last) < 0.5 * Math.min(part.height, last.height)) row.push(part);
    else rows.push([part]);
  }
  const whole = rows
    .map((row) => row.sort((a, b) => along(a.from, u) - along(b.from, u)))
    .filter((row) => row.reduce((sum, { count }) => sum + count, 0) >= leastRow);
  const stacks: Part[][][] = [];
  for (const row of whole) {
    const stack = stacks.at(-1);
    const above = stack?.at(-1);
    if (stack && above && belongTogether(above, row, u, v)) stack.push(row);
    else stacks.push([row]);
  }
  return stacks
    .filter(
      (stack) =>
        stack.length >= leastRows &&
        stack.flat().reduce((sum, { fillers }) => sum + fillers, 0) >= leastFillers,
    )
    .map((stack) => ({ rows: stack.map((row) => zoneRow(row, stack, u)) }));
}

const length = ({ from, to }: Part): number => Math.max(1, Math.hypot(to[0] - from[0], to[1] - from[1]));

function partOf({ quad, glyphs }: ZoneLine, index: number): Part | undefined {
  const like = glyphs.filter(({ text }) => zoneLike.test(text)).length;
  if (glyphs.length < leastPart || like < leastLike * glyphs.length) return undefined;
  const [a, b, c, d] = quad;
  const [left, right] = [middleOf(a, d), middleOf(b, c)];
  return {
    index,
    from: between(left, right, glyphs[0]?.middle ?? 0),
    to: between(left, right, glyphs.at(-1)?.middle ?? 1),
    height: Math.hypot(d[0] - a[0], d[1] - a[1]) / 2 + Math.hypot(c[0] - b[0], c[1] - b[1]) / 2,
    count: glyphs.length,
    fillers: glyphs.filter(({ text }) => fillerLike.test(text)).length,
  };
}

const ends = (row: readonly Part[], u: Point): [number, number] => [
  Math.min(...row.map(({ from }) => along(from, u))),
  Math.max(...row.map(({ to }) => along(to, u))),
];

function belongTogether(above: readonly Part[], below: readonly Part[], u: Point, v: Point): boolean {
  const middle = (row: readonly Part[]): number =>
    row.reduce((sum, { from, to }) => sum + along(middleOf(from, to), v), 0) / row.length;
  const height = Math.max(...[...above, ...below].map((part) => part.height));
  const distance = middle(below) - middle(above);
  const [[left, right], [otherLeft, otherRight]] = [ends(above, u), ends(below, u)];
  const shared = Math.min(right, otherRight) - Math.max(left, otherLeft);
  return distance < 3 * height && shared > 0.5 * Math.min(right - left, otherRight - otherLeft);
}

/** All rows of a zone begin and end below each other: where fillers were missed, the other rows tell how far it goes. */
function zoneRow(row: readonly Part[], stack: readonly Part[][], u: Point): ZoneRow {
  const [from, to] = [(row[0] as Part).from, (row.at(-1) as Part).to];
  const height = median(row.map((part) => part.height));
  const size = Math.max(1, Math.hypot(to[0] - from[0], to[1] - from[1]));
  const direction: Point = [(to[0] - from[0]) / size, (to[1] - from[1]) / size];
  const tilt = Math.max(0.1, along(direction, u));
  const [least, most] = ends(stack.flat(), u);
  const at = (place: number): Point => {
    const distance = (place - along(from, u)) / tilt;
    return [from[0] + direction[0] * distance, from[1] + direction[1] * distance];
  };
  const [start, end] = [at(least), at(most)];
  const [nx, ny] = [(-direction[1] * height) / 2, (direction[0] * height) / 2];
  const quad: Quad = [
    [start[0] - nx, start[1] - ny],
    [end[0] - nx, end[1] - ny],
    [end[0] + nx, end[1] + ny],
    [start[0] + nx, start[1] + ny],
  ];
  return {
    parts: row.map(({ index }) => ({ index })),
    quad,
    shape: Math.hypot(end[0] - start[0], end[1] - start[1]) / height,
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
