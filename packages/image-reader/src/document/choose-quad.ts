import type { Point, Quad } from '../reading.ts';
import { type EdgeLine, meanBetween } from './edge-lines.ts';

export interface QuadCandidate {
  quad: Quad;
  /** Share of each side along which an edge was seen, 0 to 1. */
  support: [number, number, number, number];
  /** How much brighter (darker, of dark objects) the inside of each side is, grey levels. */
  contrast: [number, number, number, number];
  /** Share of the picture it covers, 0 to 1. */
  area: number;
  score: number;
}

/** Share of the picture a document covers at least. Dark and smaller are photographs on a page. */
const leastArea = 0.06;
const leastDarkArea = 0.2;
/** Corners may lie this far outside the picture, as a share of its sides. */
const outside = 0.01;
/** Angles of the corners lie between this and 180 degrees less it. */
const leastAngle = (50 * Math.PI) / 180;
/** Opposite sides may be turned against each other by this much. */
const mostTaper = (32 * Math.PI) / 180;

interface Pair {
  /** The two lines face each other. */
  a: EdgeLine;
  b: EdgeLine;
}

/** The best four-sided shapes whose sides are all edges in the same sense, best first, at most `most`. */
export function chooseQuads(
  lines: readonly EdgeLine[],
  { width, height }: { width: number; height: number },
  dark: boolean,
  most: number,
): QuadCandidate[] {
  const pairs = facingPairs(lines, Math.min(width, height) * 0.12, { x: width / 2, y: height / 2 }, dark);
  const best: QuadCandidate[] = [];
  for (let i = 0; i < pairs.length; i++) {
    for (let j = i + 1; j < pairs.length; j++) {
      const candidate = consider(pairs[i] as Pair, pairs[j] as Pair, width, height, dark);
      if (!candidate || candidate.score <= (best[most - 1]?.score ?? 0)) continue;
      best.push(candidate);
      best.sort((a, b) => b.score - a.score);
      if (best.length > most) best.pop();
    }
  }
  return best;
}

function facingPairs(
  lines: readonly EdgeLine[],
  leastDistance: number,
  middle: { x: number; y: number },
  dark: boolean,
): Pair[] {
  const pairs: Pair[] = [];
  const sign = dark ? -1 : 1;
  for (let i = 0; i < lines.length; i++) {
    for (let j = i + 1; j < lines.length; j++) {
      const a = lines[i] as EdgeLine;
      const b = lines[j] as EdgeLine;
      if (a.nx * b.nx + a.ny * b.ny > -Math.cos(mostTaper)) continue;
      // Distance of the two where they pass the middle, positive where each lies inside of the other.
      const toA = middle.x * a.nx + middle.y * a.ny - a.offset;
      const toB = middle.x * b.nx + middle.y * b.ny - b.offset;
      if (sign * (toA + toB) < leastDistance) continue;
      pairs.push({ a, b });
    }
  }
  return pairs;
}

function consider(p: Pair, q: Pair, width: number, height: number, dark: boolean): QuadCandidate | undefined {
  const sides = [p.a, q.a, p.b, q.b] as const;
  const crossing = Math.abs(p.a.nx * q.a.nx + p.a.ny * q.a.ny);
  if (crossing > Math.cos(leastAngle)) return undefined;
  const corners: Point[] = [];
  for (let k = 0; k < 4; k++) {
    // Corner k is between side k - 1 and side k.
    const corner = meet(sides[(k + 3) % 4] as EdgeLine, sides[k] as EdgeLine);
    if (!corner) return undefined;
    const [x, y] = corner;
    if (x < -outside * width || y < -outside * height) return undefined;
    if (x > (1 + outside) * width || y > (1 + outside) * height) return undefined;
    corners.push(corner);
  }
  const area = signedArea(corners);
  if (Math.abs(area) < (dark ? leastDarkArea : leastArea) * width * height) return undefined;
  const turn = Math.sign(area);
  for (let k = 0; k < 4; k++) {
    const before = corners[(k + 3) % 4] as Point;
    const at = corners[k] as Point;
    const after = corners[(k + 1) % 4] as Point;
    const ux = before[0] - at[0];
    const uy = before[1] - at[1];
    const vx = after[0] - at[0];
    const vy = after[1] - at[1];
    const lengths = Math.hypot(ux, uy) * Math.hypot(vx, vy);
    const cosine = (ux * vx + uy * vy) / lengths;
    if (Math.abs(cosine) > Math.cos(leastAngle)) return undefined;
    if (Math.sign(vx * uy - vy * ux) !== turn) return undefined;
  }
  const support: number[] = [];
  const contrast: number[] = [];
  let sum = 0;
  let least = 1;
  for (let k = 0; k < 4; k++) {
    const line = sides[k] as EdgeLine;
    const from = corners[k] as Point;
    const to = corners[(k + 1) % 4] as Point;
    // The bright side has to be the inside (the outside of a dark object).
    const middle: Point = [
      ((corners[0] as Point)[0] + (corners[2] as Point)[0]) / 2,
      ((corners[0] as Point)[1] + (corners[2] as Point)[1]) / 2,
    ];
    const inwards = middle[0] * line.nx + middle[1] * line.ny - line.offset;
    if (dark ? inwards > 0 : inwards < 0) return undefined;
    const a = -from[0] * line.ny + from[1] * line.nx;
    const b = -to[0] * line.ny + to[1] * line.nx;
    const length = Math.abs(b - a);
    const trim = Math.sign(b - a) * Math.min(4, length * 0.04);
    const seen = meanBetween(line, line.hits, a + trim, b - trim);
    if (seen < 0.3) return undefined;
    const onward = Math.sign(b - a) * Math.max(8, length * 0.15);
    const beyond =
      (meanBetween(line, line.hits, a - trim, a - onward) +
        meanBetween(line, line.hits, b + trim, b + onward)) /
      2;
    const side = seen - 0.3 * beyond;
    support.push(seen);
    contrast.push(meanBetween(line, line.contrast, a + trim, b - trim));
    sum += side;
    least = Math.min(least, side);
  }
  const share = Math.abs(area) / (width * height);
  const score =
    0.5 * (sum / 4) + 0.5 * least + 0.25 * Math.sqrt(share) + 0.1 * Math.min(1, Math.min(...contrast) / 30);
  return {
    quad: clockwise(corners, turn),
    support: support as QuadCandidate['support'],
    contrast: contrast as QuadCandidate['contrast'],
    area: share,
    score,
  };
}

function meet(a: EdgeLine, b: EdgeLine): Point | undefined {
  const det = a.nx * b.ny - a.ny * b.nx;
  if (Math.abs(det) < 1e-6) return undefined;
  return [(a.offset * b.ny - b.offset * a.ny) / det, (a.nx * b.offset - b.nx * a.offset) / det];
}

function signedArea(corners: readonly Point[]): number {
  let sum = 0;
  for (let k = 0; k < corners.length; k++) {
    const [ax, ay] = corners[k] as Point;
    const [bx, by] = corners[(k + 1) % corners.length] as Point;
    sum += ax * by - bx * ay;
  }
  return sum / 2;
}

/** Corners clockwise, the one nearest to the top left of the picture first. */
function clockwise(corners: readonly Point[], turn: number): Quad {
  const order = turn > 0 ? [...corners] : [...corners].reverse();
  let first = 0;
  for (let k = 1; k < 4; k++) {
    const [x, y] = order[k] as Point;
    const [fx, fy] = order[first] as Point;
    if (x + y < fx + fy) first = k;
  }
  return [0, 1, 2, 3].map((k) => order[(first + k) % 4] as Point) as Quad;
}
