import type { Line, Point, Quad, Rotation } from '../reading.ts';

/**
 * The same corners, begun at the one that is the top left as the text on the document reads; without text, as the
 * picture's own rotation has it.
 */
export function orientQuad(quad: Quad, lines: readonly Pick<Line, 'box'>[], rotation: Rotation): Quad {
  let dx = 0;
  let dy = 0;
  for (const { box } of lines) {
    dx += box[1][0] - box[0][0];
    dy += box[1][1] - box[0][1];
  }
  const turn = dx === 0 && dy === 0 ? turnOf(rotation) : turnAlong(quad, dx, dy);
  return [0, 1, 2, 3].map((k) => quad[(k + turn) % 4] as Point) as Quad;
}

/** Content that has to be turned clockwise to be upright has its top left further on, against the clock. */
const turnOf = (rotation: Rotation): number => (4 - rotation / 90) % 4;

/** The side that runs most along a direction becomes the top. */
function turnAlong(quad: Quad, dx: number, dy: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 4; k++) {
    const [ax, ay] = quad[k] as Point;
    const [bx, by] = quad[(k + 1) % 4] as Point;
    const along = ((bx - ax) * dx + (by - ay) * dy) / Math.max(1e-9, Math.hypot(bx - ax, by - ay));
    if (along > most) {
      most = along;
      best = k;
    }
  }
  return best;
}
