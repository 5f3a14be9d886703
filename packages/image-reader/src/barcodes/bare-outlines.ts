// cspell:ignore Otsu
import { reduce } from '../document/small-gray.ts';
import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';

/** Outline of a patch of light and dark on a ground of one of the two. */
export interface BareOutline {
  /**
   * Corners of what differs from the ground, clockwise; which of them comes first means nothing. First as a rectangle, then in
   * perspective: where only a few modules lie on each side, as on a small QR code between its finders, the first is the surer.
   */
  quads: readonly [rectangle: Quad, inPerspective: Quad];
  /** Whether the ground is the darker of the two. */
  isOnDark: boolean;
}

/** Longer side of the copy that is looked at, and the cells it is looked at in, pixels. */
const longSide = 640;
const cell = 8;
/** Grey levels between light and dark of a picture that may hold a code. */
const leastContrast = 40;
/** Side of the smallest patch, in cells, and how much longer one side may be than the other. */
const leastCells = 4;
const mostLonger = 1.7;
/** Share of the patch's outline that differs from the ground: of a code about half of all. */
const leastShare = 0.28;
const mostShare = 0.78;
/** How far beside the outline the ground is looked at, in sides of the patch, and how much of it has to be ground. */
const beside = 0.06;
const leastGround = 0.93;
const mostOutlines = 3;

/**
 * Patches of about as many light as dark pixels, nearly square, that stand by themselves on an even ground: what a matrix code
 * without its margin looks like from afar. Its outermost modules of the ground's own colour are as if cut off, but of each side
 * some are of the other, so that the outline of those is that of the code.
 *
 * @returns the largest first, at most 3
 */
export function bareOutlines(gray: GrayImage): BareOutline[] {
  const small = reduce(gray, longSide);
  const threshold = separation(small);
  if (threshold === undefined) return [];
  return mixedPatches(small, threshold)
    .flatMap((patch) => {
      const outline = outlineOf(small, threshold, patch);
      return outline ? [{ ...outline, area: patch.width * patch.height }] : [];
    })
    .sort((a, b) => b.area - a.area)
    .slice(0, mostOutlines)
    .map(({ quads, isOnDark }) => {
      const inPicture = (quad: Quad): Quad =>
        quad.map(([x, y]) => [x * small.scale, y * small.scale]) as Quad;
      return { isOnDark, quads: [inPicture(quads[0]), inPicture(quads[1])] as const };
    });
}

/** The grey value that parts light from dark best (Otsu 1979); undefined where the picture has hardly both. */
export function separation({ data }: GrayImage): number | undefined {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] as number) + 1;
  let total = 0;
  for (let value = 0; value < 256; value++) total += value * (counts[value] as number);
  let [below, sum, best, most] = [0, 0, 0, -1];
  let contrast = 0;
  for (let value = 0; value < 255; value++) {
    below += counts[value] as number;
    sum += value * (counts[value] as number);
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const difference = (total - sum) / above - sum / below;
    const between = below * above * difference * difference;
    if (between <= most) continue;
    most = between;
    best = value;
    contrast = difference;
  }
  return contrast >= leastContrast ? best : undefined;
}

/** A rectangle of whole cells, in pixels. */
interface Patch {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Connected cells that hold light as well as dark. */
function mixedPatches({ width, height, data }: GrayImage, threshold: number): Patch[] {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const mixed = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      const at = row + (x >> 3);
      mixed[at] = (mixed[at] as number) | ((data[y * width + x] as number) > threshold ? 1 : 2);
    }
  }
  const patches: Patch[] = [];
  for (let seed = 0; seed < mixed.length; seed++) {
    if (mixed[seed] !== 3) continue;
    const stack = [seed];
    mixed[seed] = 0;
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const [x, y] = [at % columns, Math.floor(at / columns)];
      [left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x + 1),
        Math.min(top, y),
        Math.max(bottom, y + 1),
      ];
      for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) {
          const next = ny * columns + nx;
          if (mixed[next] !== 3) continue;
          mixed[next] = 0;
          stack.push(next);
        }
    }
    if (right - left < leastCells || bottom - top < leastCells) continue;
    patches.push({
      x: left * cell,
      y: top * cell,
      width: Math.min(width, right * cell) - left * cell,
      height: Math.min(height, bottom * cell) - top * cell,
    });
  }
  return patches;
}

function outlineOf(gray: GrayImage, threshold: number, patch: Patch): BareOutline | undefined {
  for (const isOnDark of [true, false]) {
    const points: Point[] = [];
    let count = 0;
    for (let y = patch.y; y < patch.y + patch.height; y++) {
      let [first, last] = [-1, -1];
      for (let x = patch.x; x < patch.x + patch.width; x++) {
        if ((gray.data[y * gray.width + x] as number) > threshold !== isOnDark) continue;
        if (first < 0) first = x;
        last = x;
        count++;
      }
      if (first < 0) continue;
      points.push([first, y], [first, y + 1], [last + 1, y], [last + 1, y + 1]);
    }
    const hull = hullOf(points);
    const rectangle = rectangleAround(hull);
    if (!rectangle) continue;
    const share = count / areaOf(rectangle);
    if (share < leastShare || share > mostShare || !isSquarish(rectangle)) continue;
    if (groundShare(gray, threshold, rectangle, isOnDark) < leastGround) continue;
    return { quads: [rectangle, quadAround(hull) ?? rectangle], isOnDark };
  }
  return undefined;
}

/** The convex hull (Andrew 1979), clockwise as pictures have it. */
function hullOf(points: Point[]): Point[] {
  const sorted = points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (some: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of some) {
      while (kept.length > 1 && cross(kept.at(-2) as Point, kept.at(-1) as Point, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const cross = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** The smallest rectangle around a convex outline: one of its sides lies on one of the outline's. */
function rectangleAround(hull: readonly Point[]): Quad | undefined {
  let best: Quad | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < hull.length; k++) {
    const [[ax, ay], [bx, by]] = [hull[k] as Point, hull[(k + 1) % hull.length] as Point];
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const along = hull.map(([x, y]) => x * ux + y * uy);
    const down = hull.map(([x, y]) => y * ux - x * uy);
    const [left, right] = [Math.min(...along), Math.max(...along)];
    const [top, bottom] = [Math.min(...down), Math.max(...down)];
    const area = (right - left) * (bottom - top);
    if (area >= least) continue;
    least = area;
    const at = (u: number, v: number): Point => [u * ux - v * uy, u * uy + v * ux];
    best = [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
  }
  return best;
}

/** A quad around a convex outline: edges are given up one by one, that first whose going adds the least area. */
function quadAround(hull: readonly Point[]): Quad | undefined {
  const points = [...hull];
  while (points.length > 4) {
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    let corner: Point | undefined;
    for (let k = 0; k < points.length; k++) {
      const at = (by: number): Point => points[(k + by) % points.length] as Point;
      const meeting = meet(at(0), at(1), at(2), at(3));
      if (!meeting) continue;
      const area = Math.abs(cross(at(1), meeting, at(2))) / 2;
      if (area >= least) continue;
      [best, least, corner] = [k, area, meeting];
    }
    if (!corner) return undefined;
    points[(best + 1) % points.length] = corner;
    points.splice((best + 2) % points.length, 1);
  }
  return points.length === 4 ? (points as Quad) : undefined;
}

/** Where the line from a to b, drawn on, meets the one from d back over c; undefined where they part. */
function meet(a: Point, b: Point, c: Point, d: Point): Point | undefined {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const [vx, vy] = [c[0] - d[0], c[1] - d[1]];
  const det = ux * vy - uy * vx;
  if (Math.abs(det) < 1e-9) return undefined;
  const along = ((d[0] - a[0]) * vy - (d[1] - a[1]) * vx) / det;
  const back = ((d[0] - a[0]) * uy - (d[1] - a[1]) * ux) / det;
  return along >= 1 && back >= 1 ? [a[0] + along * ux, a[1] + along * uy] : undefined;
}

function areaOf(quad: Quad): number {
  return Math.abs(cross(quad[0], quad[1], quad[2]) + cross(quad[0], quad[2], quad[3])) / 2;
}

/** Lengths of the sides, from the first corner on. */
export const sidesOf = (quad: Quad): [number, number, number, number] =>
  quad.map(([x, y], k) => {
    const [nx, ny] = quad[(k + 1) % 4] as Point;
    return Math.hypot(nx - x, ny - y);
  }) as [number, number, number, number];

function isSquarish(quad: Quad): boolean {
  const sides = sidesOf(quad);
  return Math.max(...sides) <= mostLonger * Math.min(...sides);
}

/** Share of what lies just beside an outline that is ground. */
function groundShare(
  { width, height, data }: GrayImage,
  threshold: number,
  quad: Quad,
  isOnDark: boolean,
): number {
  const middle: Point = [
    quad.reduce((sum, [x]) => sum + x, 0) / 4,
    quad.reduce((sum, [, y]) => sum + y, 0) / 4,
  ];
  const grow = 1 + 2 * beside;
  const samples = 32;
  let [ground, all] = [0, 0];
  for (let k = 0; k < 4; k++) {
    const [[ax, ay], [bx, by]] = [quad[k] as Point, quad[(k + 1) % 4] as Point];
    for (let n = 0; n < samples; n++) {
      const share = n / samples;
      const x = Math.round(middle[0] + grow * (ax + share * (bx - ax) - middle[0]));
      const y = Math.round(middle[1] + grow * (ay + share * (by - ay) - middle[1]));
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      all++;
      if ((data[y * width + x] as number) > threshold !== isOnDark) ground++;
    }
  }
  // What fills the picture to its edges has no ground that could hide its margin.
  return all === 0 ? 1 : ground / all;
}
