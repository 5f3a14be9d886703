import type { GrayImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { chooseQuad, type QuadCandidate } from './choose-quad.ts';
import { findEdgeLines } from './edge-lines.ts';
import { refineQuad } from './refine-quad.ts';
import { gradients, reduce, withoutText } from './small-gray.ts';

export interface FoundDocument {
  /** Corners in pixels of the picture, clockwise from the one nearest to its top left. */
  quad: Quad;
  /** 0 to 1; what is below {@link leastConfidence} is not reported. */
  confidence: number;
}

/** Longer side of the copy lines are looked for in, pixels. */
const smallSide = 256;
const mostLines = 26;
/** Wider than the strokes of text at that size, narrower than any document, pixels. */
const strokeSize = 7;
/** A guess less certain than this is none. */
const leastConfidence = 0.5;

/**
 * Finds the one sheet, card or plate a picture shows: a four-sided, convex shape that differs from what
 * lies around it along all four sides. Says nothing rather than guess: pictures that are all document (scans,
 * screenshots) have none.
 */
export function findDocument(gray: GrayImage): FoundDocument | undefined {
  if (Math.min(gray.width, gray.height) < 64) return undefined;
  const small = reduce(gray, smallSide);
  let best: { candidate: QuadCandidate; dark: boolean } | undefined;
  for (const dark of [false, true]) {
    const plain = withoutText(small, strokeSize, dark);
    const lines = findEdgeLines(plain, gradients(plain), mostLines);
    const candidate = chooseQuad(lines, plain, dark);
    if (candidate && (!best || candidate.score > best.candidate.score)) best = { candidate, dark };
  }
  if (!best) return undefined;
  const { candidate, dark } = best;
  const confidence = judge(candidate);
  if (confidence < leastConfidence) return undefined;
  const enlarged = candidate.quad.map(([x, y]) => [(x + 0.5) * small.scale, (y + 0.5) * small.scale]) as Quad;
  return { quad: refineQuad(gray, enlarged, Math.max(2, 2 * small.scale), dark), confidence };
}

/** How sure one can be of four sides: the weakest decides. */
function judge({ support, contrast }: QuadCandidate): number {
  const least = Math.min(...support);
  const mean = support.reduce((sum, side) => sum + side, 0) / 4;
  const step = Math.min(...contrast);
  const clear = Math.min(1, Math.max(0, step / 10));
  return Math.max(0, Math.min(1, (0.6 * mean + 0.4 * least) * (0.5 + 0.5 * clear)));
}
