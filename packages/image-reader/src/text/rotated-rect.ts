import type { Point, Quad } from '../reading.ts';

/** A rectangle turned about its centre. */
export interface RotatedRect {
  /** Centre. */
  cx: number;
  cy: number;
  /** Extent along the reading direction, pixels. */
  width: number;
  /** Extent across the reading direction, pixels. */
  height: number;
  /** Angle of the reading direction, radians clockwise (y points down) from the x axis. */
  angle: number;
  /**
   * Of text on bent paper: the rectangle lies about the chord of its middle line, and half way along the text lies this much
   * across from there, pixels, positive below as it reads; the middle line is a parabola.
   */
  bend?: number | undefined;
}

/** The same place read the other way round. */
export const turnedRect = (rect: RotatedRect, by: number): RotatedRect => ({
  ...rect,
  angle: rect.angle + by,
  ...(rect.bend === undefined ? {} : { bend: -rect.bend }),
});

/** How far across from the chord a bent line lies half way along, as a vector in the picture; undefined where it is straight. */
export const bendVector = ({ bend, angle }: RotatedRect): Point | undefined =>
  bend === undefined ? undefined : [-Math.sin(angle) * bend, Math.cos(angle) * bend];

/** Where a line lies in a picture. */
export interface LinePlace {
  quad: Quad;
  /** Of a line on bent paper, see {@link bendVector}; the quad is then about the chord of its middle line. */
  bend?: Point | undefined;
}

export const placeOf = (rect: RotatedRect): LinePlace => ({ quad: rectToQuad(rect), bend: bendVector(rect) });

/** Share of its bend that a line has at a fraction of its length, 0 at both ends and 1 half way. */
export const bendShare = (along: number): number => 4 * along * (1 - along);

/** The part about the middle of a line, at most so wide. */
export function middleOf(rect: RotatedRect, most: number): RotatedRect {
  if (rect.width <= most) return rect;
  const vector = bendVector(rect);
  if (!vector) return { ...rect, width: most };
  const left = (most / rect.width) ** 2;
  return {
    ...rect,
    width: most,
    cx: rect.cx + vector[0] * (1 - left),
    cy: rect.cy + vector[1] * (1 - left),
    bend: (rect.bend as number) * left,
  };
}

/** The outline of a line that is bent by a vector, as four corners. */
export function bentOutline(quad: Quad, bend: Point | undefined): Quad {
  if (!bend) return quad;
  const [a, b, c, d] = quad;
  const moved = ([x, y]: Point): Point => [x + bend[0], y + bend[1]];
  const isDown = (d[0] - a[0]) * bend[0] + (d[1] - a[1]) * bend[1] > 0;
  return isDown ? [a, b, moved(c), moved(d)] : [moved(a), moved(b), c, d];
}

/** Convex hull, counter-clockwise in mathematical axes, without collinear points (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (input: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of input) {
      while (chain.length >= 2) {
        const a = chain[chain.length - 2] as Point;
        const b = chain[chain.length - 1] as Point;
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  const lower = half(sorted);
  const upper = half(sorted.reverse());
  return [...lower, ...upper];
}

/**
 * Rectangle of least area around the points: one of its sides lies on an edge of the convex hull (Freeman and
 * Shapira 1975). The longer side becomes the width; its angle is in (-π/2, π/2].
 */
export function minAreaRect(points: readonly Point[]): RotatedRect {
  const hull = convexHull(points);
  if (hull.length === 0) return { cx: 0, cy: 0, width: 0, height: 0, angle: 0 };
  let best: RotatedRect | undefined;
  let bestArea = Number.POSITIVE_INFINITY;
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i] as Point;
    const b = hull[(i + 1) % hull.length] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const ux = length > 0 ? (b[0] - a[0]) / length : 1;
    const uy = length > 0 ? (b[1] - a[1]) / length : 0;
    let minU = Number.POSITIVE_INFINITY;
    let maxU = Number.NEGATIVE_INFINITY;
    let minV = Number.POSITIVE_INFINITY;
    let maxV = Number.NEGATIVE_INFINITY;
    for (const [x, y] of hull) {
      const u = x * ux + y * uy;
      const v = y * ux - x * uy;
      if (u < minU) minU = u;
      if (u > maxU) maxU = u;
      if (v < minV) minV = v;
      if (v > maxV) maxV = v;
    }
    const area = (maxU - minU) * (maxV - minV);
    if (area < bestArea - 1e-9) {
      bestArea = area;
      const u = (minU + maxU) / 2;
      const v = (minV + maxV) / 2;
      best = {
        cx: u * ux - v * uy,
        cy: u * uy + v * ux,
        width: maxU - minU,
        height: maxV - minV,
        angle: Math.atan2(uy, ux),
      };
    }
  }
  const rect = best as RotatedRect;
  if (rect.height > rect.width) {
    [rect.width, rect.height] = [rect.height, rect.width];
    rect.angle += Math.PI / 2;
  }
  while (rect.angle > Math.PI / 2 + 1e-9) rect.angle -= Math.PI;
  while (rect.angle <= -Math.PI / 2 + 1e-9) rect.angle += Math.PI;
  return rect;
}

/** Corners clockwise from the top left as the rectangle's reading direction has it. */
export function rectToQuad(rect: RotatedRect): Quad {
  const c = Math.cos(rect.angle);
  const s = Math.sin(rect.angle);
  const corner = (u: number, v: number): Point => [rect.cx + u * c - v * s, rect.cy + u * s + v * c];
  const w = rect.width / 2;
  const h = rect.height / 2;
  return [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
}

/** The rotated rectangle whose sides are the mean sides of a quad. */
export function quadToRect(quad: Quad): RotatedRect {
  const [a, b, c, d] = quad;
  const dx = (b[0] - a[0] + c[0] - d[0]) / 2;
  const dy = (b[1] - a[1] + c[1] - d[1]) / 2;
  const ex = (d[0] - a[0] + c[0] - b[0]) / 2;
  const ey = (d[1] - a[1] + c[1] - b[1]) / 2;
  return {
    cx: (a[0] + b[0] + c[0] + d[0]) / 4,
    cy: (a[1] + b[1] + c[1] + d[1]) / 4,
    width: Math.hypot(dx, dy),
    height: Math.hypot(ex, ey),
    angle: Math.atan2(dy, dx),
  };
}

/**
 * The part of a quad between two fractions of its reading direction, each 0 (left) to 1 (right).
 *
 * @param bend of the line in the quad, see {@link bendVector}.
 */
export function quadSlice(quad: Quad, from: number, to: number, bend: Point = [0, 0]): Quad {
  const mix = (a: Point, b: Point, t: number): Point => [
    a[0] + (b[0] - a[0]) * t + bend[0] * bendShare(t),
    a[1] + (b[1] - a[1]) * t + bend[1] * bendShare(t),
  ];
  const [a, b, c, d] = quad;
  return [mix(a, b, from), mix(a, b, to), mix(d, c, to), mix(d, c, from)];
}
