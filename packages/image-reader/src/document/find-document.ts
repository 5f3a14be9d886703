import type { GrayImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { chooseQuads, type QuadCandidate } from './choose-quad.ts';
import { findEdgeLines } from './edge-lines.ts';
import { refineQuad } from './refine-quad.ts';
import { compareBands, type SideBands } from './side-bands.ts';
import { gradients, reduce, withoutText } from './small-gray.ts';

export interface FoundDocument {
  /** Corners in pixels of the picture, clockwise from the one nearest to its top left. */
  quad: Quad;
  /** 0.5 to 1; what is less certain is not reported. */
  confidence: number;
}

/** Longer side of the copy lines are looked for in, pixels. */
const smallSide = 256;
const mostLines = 26;
/** Candidates whose surroundings are compared. */
const mostCandidates = 8;
/** Wider than the strokes of text at that size, narrower than any document, pixels. */
const strokeSize = 7;
const leastConfidence = 0.5;
/** Bright documents, the common kind, are looked for first; dark ones only where none is this certain. */
const certain = 0.9;
/** Share of pixels equal to their neighbours from which on a picture was drawn rather than taken. */
const drawnFrom = 0.6;

/**
 * Finds the one sheet, card or plate a picture shows: a four-sided, convex shape that differs from what
 * lies around it along all four sides. Says nothing rather than guess: pictures that are all document (scans,
 * screenshots) have none.
 */
export function findDocument(gray: GrayImage): FoundDocument | undefined {
  if (Math.min(gray.width, gray.height) < 64) return undefined;
  const small = reduce(gray, smallSide);
  let best: { quad: Quad; confidence: number; worth: number; dark: boolean } | undefined;
  for (const dark of [false, true]) {
    if (best && best.confidence >= certain) break;
    const plain = withoutText(small, strokeSize, dark);
    const lines = findEdgeLines(plain, gradients(plain), mostLines);
    for (const candidate of chooseQuads(lines, plain, dark, mostCandidates)) {
      const confidence = judge(
        candidate,
        compareBands(plain, candidate.quad, dark),
        compareBands(small, candidate.quad, dark),
      );
      // Of two that lie in each other the larger is the document, the smaller its half outside of a shadow.
      const worth = Math.sqrt(candidate.area) * (0.4 + 0.6 * confidence) * candidate.score;
      if (confidence >= leastConfidence && (!best || worth > best.worth))
        best = { quad: candidate.quad, confidence, worth, dark };
    }
  }
  if (!best) return undefined;
  const enlarged = best.quad.map(([x, y]) => [(x + 0.5) * small.scale, (y + 0.5) * small.scale]) as Quad;
  const quad = refineQuad(gray, enlarged, Math.max(2, 2 * small.scale), best.dark);
  // A window or box of a screenshot is no sheet of paper.
  if (uprightSides(quad) >= 2 && shareOfFlat(gray) >= drawnFrom) return undefined;
  const rounded = quad.map(([x, y]) => [hundredths(x), hundredths(y)]) as Quad;
  return { quad: rounded, confidence: hundredths(best.confidence) };
}

/** Finer than any edge is. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/**
 * How sure one can be of four sides: the weakest decides. A block of text is dark once its gaps are filled; with
 * its gaps it has the brightness of its surroundings.
 */
function judge(
  { support }: QuadCandidate,
  plain: readonly SideBands[],
  withText: readonly SideBands[],
): number {
  let least = 1;
  let product = 1;
  for (let k = 0; k < 4; k++) {
    const { apart } = plain[k] as SideBands;
    const step = Math.min((plain[k] as SideBands).step, (withText[k] as SideBands).step);
    const side = ramp(support[k] as number, 0.3, 0.9) * ramp(apart, 0.5, 0.8) * ramp(step, 1, 9);
    least = Math.min(least, side);
    product *= side;
  }
  return 0.5 * least + 0.5 * product ** 0.25;
}

function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** How many sides run along rows or columns, to within about half a degree. */
function uprightSides(quad: Quad): number {
  return quad.filter(([x, y], k) => {
    const [nx, ny] = quad[(k + 1) % 4] as readonly [number, number];
    const dx = Math.abs(nx - x);
    const dy = Math.abs(ny - y);
    return Math.min(dx, dy) <= 0.01 * Math.max(dx, dy) + 1;
  }).length;
}

/** Share of pixels equal to their right and lower neighbours: cameras make noise, programs do not. */
function shareOfFlat({ width, height, data }: GrayImage): number {
  let flat = 0;
  let seen = 0;
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)));
  for (let y = 0; y < height - 1; y += step) {
    for (let x = 0; x < width - 1; x += step) {
      const i = y * width + x;
      seen++;
      if (data[i] === data[i + 1] && data[i] === data[i + width]) flat++;
    }
  }
  return flat / seen;
}
