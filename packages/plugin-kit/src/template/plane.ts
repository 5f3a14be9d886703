import { wordsOf } from '../layout.ts';
import type { Line, Point, Quad } from '../types.ts';

const between = (a: Point, b: Point, part: number): Point => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
];

/** Box of characters `start` to `end` (excluded) of a line, by its words where the engine gave them. */
export function boxOfPart(line: Line, start: number, end: number): Quad {
  const words = wordsOf(line);
  const first = words.find((word) => word.end > start);
  const last = words.findLast((word) => word.start < end);
  const whole = { word: { box: line.box }, start: 0, end: line.text.length };
  const [from, to] = first && last && first.start <= last.start ? [first, last] : [whole, whole];
  const shareOf = ({ start: a, end: b }: { start: number; end: number }, index: number) =>
    Math.min(1, Math.max(0, (index - a) / Math.max(1, b - a)));
  const left = shareOf(from, start);
  const right = shareOf(to, end);
  const [a, b] = [from.word.box, to.word.box];
  return [
    between(a[0], a[1], left),
    between(b[0], b[1], right),
    between(b[3], b[2], right),
    between(a[3], a[2], left),
  ];
}

export const leftMiddle = (box: Quad): Point => between(box[0], box[3], 0.5);
export const rightMiddle = (box: Quad): Point => between(box[1], box[2], 0.5);
export const centreOf = (box: Quad): Point =>
  between(between(box[0], box[2], 0.5), between(box[1], box[3], 0.5), 0.5);
export const heightOf = (box: Quad): number =>
  (Math.hypot(box[3][0] - box[0][0], box[3][1] - box[0][1]) +
    Math.hypot(box[2][0] - box[1][0], box[2][1] - box[1][1])) /
  2;

/** Direction most text runs in, radians, quarter turns included: by length of the lines. */
export function textDirection(lines: readonly { box: Quad }[]): number {
  const votes = [0, 0, 0, 0];
  let [cos, sin] = [0, 0];
  for (const { box } of lines) {
    const [dx, dy] = [box[1][0] - box[0][0], box[1][1] - box[0][1]];
    const length = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    votes[((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4]! += length;
    // Four times the angle is the same for all quarters.
    cos += length * Math.cos(4 * angle);
    sin += length * Math.sin(4 * angle);
  }
  return (votes.indexOf(Math.max(...votes)) * Math.PI) / 2 + Math.atan2(sin, cos) / 4;
}

/** Turns, scales and moves: `x' = a x - b y + e`, `y' = b x + a y + f`. */
export interface Similarity {
  a: number;
  b: number;
  e: number;
  f: number;
}

/** The one that leads two points to two others; undefined where they are one. */
export function similarityOf(from: [Point, Point], to: [Point, Point]): Similarity | undefined {
  const [dx, dy] = [from[1][0] - from[0][0], from[1][1] - from[0][1]];
  const [du, dv] = [to[1][0] - to[0][0], to[1][1] - to[0][1]];
  const square = dx * dx + dy * dy;
  if (square < 1e-9 || du * du + dv * dv < 1e-9) return undefined;
  const a = (dx * du + dy * dv) / square;
  const b = (dx * dv - dy * du) / square;
  return {
    a,
    b,
    e: to[0][0] - a * from[0][0] + b * from[0][1],
    f: to[0][1] - b * from[0][0] - a * from[0][1],
  };
}

export function moved({ a, b, e, f }: Similarity, [x, y]: Point): Point {
  return [a * x - b * y + e, b * x + a * y + f];
}

export type PlaneMap = (point: Point) => Point;

/**
 * A projective map close to `start` that leads each `from` to its `to` as well as it can, least squares. Pulled towards
 * `start` where few points say otherwise, so that two anchors do not invent a perspective.
 * @param unit length in the target plane over which distances are of the order of 1: the page's diagonal.
 * @param levels ends of lines that lie level once moved, wherever they are: texts that stand in one column only say
 *   little about what is far to the side of them.
 */
export function refine(
  start: Similarity,
  pairs: readonly { from: Point; to: Point }[],
  unit: number,
  levels: readonly (readonly [Point, Point])[] = [],
): PlaneMap {
  const mean: Point = [0, 0];
  for (const { to } of pairs) {
    mean[0] += to[0] / pairs.length;
    mean[1] += to[1] / pairs.length;
  }
  const normal = ([x, y]: Point): Point => [(x - mean[0]) / unit, (y - mean[1]) / unit];
  // Deviation from the identity after `start`, eight unknowns.
  const matrix = Array.from({ length: 8 }, () => new Array<number>(9).fill(0));
  const priors = [1e-3, 1e-3, 1e-9, 1e-3, 1e-3, 1e-9, 4e-3, 4e-3];
  for (const [index, prior] of priors.entries()) matrix[index]![index] = prior;
  for (const pair of pairs) {
    const [x, y] = normal(moved(start, pair.from));
    const [u, v] = normal(pair.to);
    add(matrix, [x, y, 1, 0, 0, 0, -u * x, -u * y], u - x);
    add(matrix, [0, 0, 0, x, y, 1, -v * x, -v * y], v - y);
  }
  for (const [left, right] of levels) {
    const [x, y] = normal(moved(start, left));
    const [u, v] = normal(moved(start, right));
    add(matrix, [0, 0, 0, u - x, v - y, 0, x * y - u * v, y * y - v * v], y - v);
  }
  const h = solve(matrix);
  return (point) => {
    const [x, y] = normal(moved(start, point));
    const w = 1 + h[6]! * x + h[7]! * y;
    return [
      ((x + h[0]! * x + h[1]! * y + h[2]!) / w) * unit + mean[0],
      ((y + h[3]! * x + h[4]! * y + h[5]!) / w) * unit + mean[1],
    ];
  };
}

function add(matrix: number[][], row: readonly number[], value: number): void {
  for (const [i, left] of row.entries()) {
    if (left === 0) continue;
    const target = matrix[i]!;
    for (const [j, right] of row.entries()) target[j]! += left * right;
    target[8]! += left * value;
  }
}

/** Gauss with the largest pivot; the matrix is positive definite. */
function solve(matrix: number[][]): number[] {
  const size = matrix.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    for (let row = column + 1; row < size; row++) {
      const share = matrix[row]![column]! / matrix[column]![column]!;
      if (share !== 0) for (let k = column; k <= size; k++) matrix[row]![k]! -= share * matrix[column]![k]!;
    }
  }
  const result = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    let value = matrix[row]![size]!;
    for (let k = row + 1; k < size; k++) value -= matrix[row]![k]! * result[k]!;
    result[row] = value / matrix[row]![row]!;
  }
  return result;
}
