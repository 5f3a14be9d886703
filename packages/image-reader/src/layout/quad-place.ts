import type { Point, Quad } from '../reading.ts';

export function quadCentre(box: Quad): Point {
  return [box.reduce((sum, p) => sum + p[0], 0) / 4, box.reduce((sum, p) => sum + p[1], 0) / 4];
}

/** Whether a point lies inside a convex quad, whichever way its corners run. */
export function quadContains(box: Quad, [x, y]: Point): boolean {
  let sign = 0;
  for (let i = 0; i < 4; i++) {
    const [ax, ay] = box[i] as Point;
    const [bx, by] = box[(i + 1) % 4] as Point;
    const side = Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
    if (side !== 0 && sign !== 0 && side !== sign) return false;
    if (side !== 0) sign = side;
  }
  return true;
}

/** Whether the centre of one lies inside the other. */
export const quadsOverlap = (one: Quad, other: Quad): boolean =>
  quadContains(one, quadCentre(other)) || quadContains(other, quadCentre(one));

const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

/** Mean length of the two sides that run as the quad reads. */
export const quadLength = ([a, b, c, d]: Quad): number => (apart(a, b) + apart(d, c)) / 2;

/** Mean length of the two other sides. */
export const quadHeight = ([a, b, c, d]: Quad): number => (apart(a, d) + apart(b, c)) / 2;

/** How far along a quad a point lies, as a share of its length from its beginning. */
export function shareAlong([a, b, c, d]: Quad, [x, y]: Point): number {
  const [fromX, fromY] = [(a[0] + d[0]) / 2, (a[1] + d[1]) / 2];
  const [alongX, alongY] = [(b[0] + c[0]) / 2 - fromX, (b[1] + c[1]) / 2 - fromY];
  return ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX ** 2 + alongY ** 2 || 1);
}

/** The point at shares of a quad's length and height; beyond 0 and 1 it lies outside. */
export function placeInQuad([a, b, c, d]: Quad, u: number, v: number): Point {
  const mix = (k: 0 | 1): number => (a[k] * (1 - u) + b[k] * u) * (1 - v) + (d[k] * (1 - u) + c[k] * u) * v;
  return [mix(0), mix(1)];
}

/** A quad with more, or less, beside and over it, as shares of its length and height. */
export const grownQuad = (quad: Quad, beside: number, over: number): Quad => [
  placeInQuad(quad, -beside, -over),
  placeInQuad(quad, 1 + beside, -over),
  placeInQuad(quad, 1 + beside, 1 + over),
  placeInQuad(quad, -beside, 1 + over),
];
