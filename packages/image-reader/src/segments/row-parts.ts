import {
  type CellFrame,
  type CellNetwork,
  cellClasses,
  cellScores,
  pointFrame,
  sampleCell,
} from './cell-reader.ts';
import {
  type CellGuess,
  type CellLook,
  digitOdds,
  frameOf,
  guessCell,
  nudged,
  scoreFrame,
} from './row-fit.ts';
import type { Row } from './row-search.ts';

/** Odds from which a smaller digit belongs to the display. */
const smallJoins = 0;
/** Odds from which a minus sign is there, and from which there may be one. */
export const minusOdds = -1.5;
const maybeMinusOdds = -4;

/** Reads a place, or a little beside it where the digit sits better. */
export function readPlace(look: CellLook, frame: CellFrame): CellGuess {
  let best = frame;
  let most = Number.NEGATIVE_INFINITY;
  for (const [right, down] of [
    [0, 0],
    [-0.13, 0],
    [0.13, 0],
    [0, -0.08],
    [0, 0.08],
  ] as const) {
    const tried = nudged(frame, right, down, 1, 1);
    const odds = digitOdds(look, tried) - (right || down ? 0.3 : 0);
    if (odds > most) {
      most = odds;
      best = tried;
    }
  }
  return guessCell(look, best);
}

/** Smaller digits that stand on the same line behind the row: many meters show their decimals so. */
export function smallDecimals(
  look: CellLook,
  row: Row,
  cells: CellGuess[],
): { small: CellGuess[]; further: number } {
  const found: CellGuess[] = [];
  let last = cells.at(-1)?.frame;
  let size = 0;
  let further = Number.NEGATIVE_INFINITY;
  while (last && found.length < 3) {
    const gap = (2 * (row.pitch - row.digitWidth)) / row.digitWidth;
    let best: CellFrame | undefined;
    let bestSize = size;
    let most = Number.NEGATIVE_INFINITY;
    for (const share of size === 0 ? [0.52, 0.62, 0.74] : [size])
      for (const apart of size === 0 ? [0.4, 0.8, 1.2] : [0.7, 1.1])
        for (const lift of [0, 0.1]) {
          const frame = smallFrame(last, size === 0 ? share : 1, gap * apart, lift);
          if (frame.x + 0.5 * frame.rightX > look.plane.width) continue;
          const odds = digitOdds(look, frame);
          if (odds > most) {
            most = odds;
            best = frame;
            bestSize = share;
          }
        }
    further = most;
    if (!best || most < smallJoins) break;
    found.push(readPlace(look, best));
    last = best;
    size = bestSize;
  }
  return { small: found, further };
}

/** The frame behind another one, of another size, with the lower edges on one line. */
function smallFrame(before: CellFrame, size: number, gap: number, lift: number): CellFrame {
  const right = 1 + gap + size;
  const down = 1 - size - lift;
  return { ...nudged(before, right, down, size, size) };
}

/** Log odds of a point behind a digit. */
export function pointOdds(look: CellLook, network: CellNetwork, row: Row, frame: CellFrame): number {
  const gap = (2 * (row.pitch - row.digitWidth)) / row.digitWidth;
  const hidden = new Float32Array(network.hidden);
  const scores = new Float32Array(network.classes);
  let sum = 0;
  const tries = [0.85, 1, 1.15];
  for (const share of tries) {
    sampleCell(look.plane, pointFrame(frame, gap * share), look.polarity, look.sample);
    cellScores(network, look.sample, hidden, scores);
    sum += (scores[1] as number) - (scores[0] as number);
  }
  return sum / tries.length;
}

/** A minus sign at the place before the first digit, or nearer to it. */
export function minusBefore(look: CellLook, row: Row): CellGuess | undefined {
  const minus = { ...look, allowed: [cellClasses.indexOf('-')] };
  const none = cellClasses.length - 1;
  let best: CellGuess | undefined;
  for (const shift of [0, 0.12, 0.25]) {
    const frame = frameOf({ ...row, middle: row.middle + shift * row.pitch }, -1, look.plane.width);
    scoreFrame(look, frame);
    const score = look.scores[cellClasses.length - 2] as number;
    const other = Math.max(...look.scores.subarray(0, cellClasses.length - 2));
    if (score - (look.scores[none] as number) < maybeMinusOdds || score < other + 1) continue;
    const guess = guessCell(minus, frame);
    if (!best || guess.odds > best.odds) best = guess;
  }
  return best;
}
