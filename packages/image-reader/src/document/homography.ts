import type { Point, Quad } from '../reading.ts';

/** A projective map of the plane, row by row: `x' = (m0 x + m1 y + m2) / (m6 x + m7 y + m8)`, `y'` likewise. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/**
 * The map that takes the rectangle `(0, 0)` to `(width, height)` onto a quad, corner by corner, clockwise from
 * the top left (Heckbert 1989, section 2.2.3). Undefined where three corners lie on a line.
 */
export function rectToQuadMap(width: number, height: number, quad: Quad): Homography | undefined {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad;
  const sx = x0 - x1 + x2 - x3;
  const sy = y0 - y1 + y2 - y3;
  const dx1 = x1 - x2;
  const dx2 = x3 - x2;
  const dy1 = y1 - y2;
  const dy2 = y3 - y2;
  const det = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(det) < 1e-9 || !(width > 0) || !(height > 0)) return undefined;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  return [
    (x1 - x0 + g * x1) / width,
    (x3 - x0 + h * x3) / height,
    x0,
    (y1 - y0 + g * y1) / width,
    (y3 - y0 + h * y3) / height,
    y0,
    g / width,
    h / height,
    1,
  ];
}

/** The map back; up to a factor, which does not matter. */
export function invert(map: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = map;
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

export function mapPoint(map: Homography, [x, y]: Point): Point {
  const w = map[6] * x + map[7] * y + map[8];
  return [(map[0] * x + map[1] * y + map[2]) / w, (map[3] * x + map[4] * y + map[5]) / w];
}

export function mapQuad(map: Homography, quad: Quad): Quad {
  return quad.map((point) => mapPoint(map, point)) as Quad;
}
