import type { Point, Quad } from '@readout/image-reader';

/** Area both quads share over the area of either (Jaccard), 0 to 1. Both convex and clockwise. */
export function overlap(a: Quad, b: Quad): number {
  let shared: Point[] = [...a];
  for (let k = 0; k < 4; k++) {
    const from = b[k] as Point;
    const to = b[(k + 1) % 4] as Point;
    const side = ([x, y]: Point): number =>
      (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    const kept: Point[] = [];
    shared.forEach((point, i) => {
      const next = shared[(i + 1) % shared.length] as Point;
      const here = side(point);
      const there = side(next);
      if (here >= 0) kept.push(point);
      if (here >= 0 !== there >= 0) {
        const t = here / (here - there);
        kept.push([point[0] + t * (next[0] - point[0]), point[1] + t * (next[1] - point[1])]);
      }
    });
    shared = kept;
  }
  const both = areaOf(shared);
  return both / (areaOf(a) + areaOf(b) - both);
}

function areaOf(corners: readonly Point[]): number {
  let sum = 0;
  corners.forEach(([x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % corners.length] as Point;
    sum += x * nextY - nextX * y;
  });
  return Math.abs(sum) / 2;
}

/** Distance of the worst corner, pixels; the corners may begin anywhere. */
export function worstCorner(found: Quad, truth: Quad): number {
  const turns = [0, 1, 2, 3].map((turn) =>
    Math.max(
      ...truth.map(([x, y], k) => {
        const [fx, fy] = found[(k + turn) % 4] as Point;
        return Math.hypot(fx - x, fy - y);
      }),
    ),
  );
  return Math.min(...turns);
}
