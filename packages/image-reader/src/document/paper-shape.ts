import type { Point, Quad } from '../reading.ts';

/** Focal length, in longer sides of the picture, where the quad does not tell: that of a phone's main camera. */
const usualFocal = 0.8;
/** What cameras, and crops of their pictures, have. */
const leastFocal = 0.5;
const mostFocal = 4;

/**
 * Width to height of the flat rectangle a quad is the picture of (Zhang and He 2007, "Whiteboard scanning and
 * image enhancement", section 3): square pixels, the lens's axis through the middle of the picture.
 */
export function shapeOf(quad: Quad, picture: { width: number; height: number }): number {
  const centred = quad.map(([x, y]): Point => [x - picture.width / 2, y - picture.height / 2]);
  const [m1, m2, m4, m3] = centred as [Point, Point, Point, Point];
  const k2 = triple(m1, m4, m3) / triple(m2, m4, m3);
  const k3 = triple(m1, m4, m2) / triple(m3, m4, m2);
  const n2 = [k2 * m2[0] - m1[0], k2 * m2[1] - m1[1], k2 - 1] as const;
  const n3 = [k3 * m3[0] - m1[0], k3 * m3[1] - m1[1], k3 - 1] as const;
  const side = Math.max(picture.width, picture.height);
  const squared = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2]);
  const focal = Math.sqrt(squared) / side;
  // Next to no perspective in one direction: the focal length is noise, and hardly matters.
  const f = side * (focal >= leastFocal && focal <= mostFocal ? focal : usualFocal);
  const across = (n2[0] ** 2 + n2[1] ** 2) / f ** 2 + n2[2] ** 2;
  const down = (n3[0] ** 2 + n3[1] ** 2) / f ** 2 + n3[2] ** 2;
  const shape = Math.sqrt(across / down);
  return Number.isFinite(shape) && shape > 0 ? shape : fallback(quad);
}

/** `(a × b) · c` of image points at depth 1. */
function triple(a: Point, b: Point, c: Point): number {
  return (a[1] - b[1]) * c[0] + (b[0] - a[0]) * c[1] + (a[0] * b[1] - a[1] * b[0]);
}

function fallback(quad: Quad): number {
  const { across, down } = sideLengths(quad);
  return across / down;
}

/** The longer of either two opposite sides, pixels. */
export function sideLengths([a, b, c, d]: Quad): { across: number; down: number } {
  const length = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1]);
  return {
    across: Math.max(length(a, b), length(d, c), 1),
    down: Math.max(length(a, d), length(b, c), 1),
  };
}
