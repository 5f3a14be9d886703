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
