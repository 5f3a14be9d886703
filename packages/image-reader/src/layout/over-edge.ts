import type { Point, Quad } from '../reading.ts';
import { placeInQuad, quadContains, quadHeight, quadLength } from './quad-place.ts';

/** Share of the lines that may run over a paper's edge: more, and what was found is no paper's edge. */
const mostOverEdge = 0.2;
/** Shorter lines, in their own heights, tell nothing: they may stand on the edge of paper that is bent. */
const leastLength = 3;

/** Whether lines of text run over what was taken for the edge of their paper, a shadow's edge perhaps. */
export function runOverEdge(lines: readonly Quad[], paper: Quad): boolean {
  const over = lines.filter((line) => {
    if (quadLength(line) < leastLength * quadHeight(line)) return false;
    const inside = Array.from({ length: 11 }, (_, k): Point => placeInQuad(line, k / 10, 0.5)).filter(
      (point) => quadContains(paper, point),
    ).length;
    return inside > 1 && inside < 10;
  });
  return over.length > mostOverEdge * lines.length;
}
