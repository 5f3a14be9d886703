import {
  type CellFrame,
  type CellNetwork,
  cellClasses,
  cellScores,
  gridColumns,
  gridRows,
  sampleCell,
} from './cell-reader.ts';
import type { InkPlane } from './ink-plane.ts';
import type { Row } from './row-search.ts';

/** What the cell reader makes of one place. */
export interface CellGuess {
  character: string;
  /** Log odds of this character against "no digit stands here like this". */
  odds: number;
  /** Log odds of this character against the next best one. */
  margin: number;
  /** Share of this character among all classes, 0 to 1. */
  probability: number;
  frame: CellFrame;
}

/** The cell reader over one plane, with room for its intermediate values. */
export interface CellLook {
  plane: InkPlane;
  network: CellNetwork;
  polarity: 1 | -1;
  /** Classes that may be read. */
  allowed: readonly number[];
  sample: Float32Array;
  hidden: Float32Array;
  scores: Float32Array;
  sums: Float32Array;
}

export function cellLook(plane: InkPlane, network: CellNetwork, polarity: 1 | -1, allowed: string): CellLook {
  return {
    plane,
    network,
    polarity,
    allowed: [...allowed].map((character) => cellClasses.indexOf(character)).filter((at) => at >= 0),
    sample: new Float32Array(gridColumns * gridRows),
    hidden: new Float32Array(network.hidden),
    scores: new Float32Array(network.classes),
    sums: new Float32Array(network.classes),
  };
}

/** Writes the scores of all classes into `look.scores`. */
export function scoreFrame(look: CellLook, frame: CellFrame): void {
  sampleCell(look.plane, frame, look.polarity, look.sample);
  cellScores(look.network, look.sample, look.hidden, look.scores);
}

/** Log odds of the best digit against none. */
export function digitOdds(look: CellLook, frame: CellFrame): number {
  scoreFrame(look, frame);
  let best = Number.NEGATIVE_INFINITY;
  for (const at of look.allowed) if ((look.scores[at] as number) > best) best = look.scores[at] as number;
  return best - (look.scores[cellClasses.length - 1] as number);
}

const nudges: readonly (readonly [right: number, down: number, wide: number, high: number])[] = [
  [0, 0, 1, 1],
  [-0.1, 0, 1, 1],
  [0.1, 0, 1, 1],
  [0, -0.07, 1, 1],
  [0, 0.07, 1, 1],
  [0, 0, 0.92, 0.94],
  [0, 0, 1.09, 1.06],
];

/** Reads a cell as the mean of several looks at nearly the same place, which is steadier than any one of them. */
export function guessCell(look: CellLook, frame: CellFrame): CellGuess {
  const { sums, scores, allowed } = look;
  const none = cellClasses.length - 1;
  sums.fill(0);
  for (const [right, down, wide, high] of nudges) {
    scoreFrame(look, nudged(frame, right, down, wide, high));
    for (let at = 0; at <= none; at++)
      sums[at] = (sums[at] as number) + (scores[at] as number) / nudges.length;
  }
  let best = allowed[0] ?? 0;
  for (const at of allowed) if ((sums[at] as number) > (sums[best] as number)) best = at;
  const top = sums[best] as number;
  let next = Number.NEGATIVE_INFINITY;
  let total = 0;
  for (let at = 0; at <= none; at++) {
    total += Math.exp((sums[at] as number) - top);
    if (at !== best && at !== none && allowed.includes(at) && (sums[at] as number) > next)
      next = sums[at] as number;
  }
  return {
    character: cellClasses[best] as string,
    odds: top - (sums[none] as number),
    margin: top - next,
    probability: 1 / total,
    frame,
  };
}

export function nudged(frame: CellFrame, right: number, down: number, wide: number, high: number): CellFrame {
  return {
    x: frame.x + right * frame.rightX + down * frame.downX,
    y: frame.y + right * frame.rightY + down * frame.downY,
    rightX: frame.rightX * wide,
    rightY: frame.rightY * wide,
    downX: frame.downX * high,
    downY: frame.downY * high,
  };
}

/** Where the cell at a place of a row stands; places before the first are negative. */
export function frameOf(row: Row, place: number, planeWidth: number): CellFrame {
  const fromMiddle = place - (row.count - 1) / 2;
  const size = 1 + row.growth * fromMiddle;
  const x = row.middle + row.pitch * fromMiddle * (1 + (row.growth * fromMiddle) / 2);
  return {
    x,
    y: row.top + row.height / 2 + row.tilt * (x - planeWidth / 2),
    rightX: (row.digitWidth * size) / 2,
    rightY: (row.tilt * row.digitWidth * size) / 2,
    downX: (-row.slant * row.height * size) / 2,
    downY: (row.height * size) / 2,
  };
}

/** The row without its other places, or with places added before its first or after its last. */
export function partOf(row: Row, first: number, count: number): Row {
  const moved = first + (count - 1) / 2 - (row.count - 1) / 2;
  return {
    ...row,
    count,
    middle: row.middle + row.pitch * moved * (1 + (row.growth * moved) / 2),
    pitch: row.pitch * (1 + row.growth * moved),
    digitWidth: row.digitWidth * (1 + row.growth * moved),
    height: row.height * (1 + row.growth * moved),
    top: row.top - (row.height * row.growth * moved) / 2,
  };
}

/** What one cell may add to or take from a row, so that one of them cannot outvote the others. */
const leastOdds = -6;
const mostOdds = 7;
/** Odds from which a further cell is worth having: they are low because a box a little off is no digit to the cell reader. */
const cellCost = -3;

export function rateRow(look: CellLook, row: Row): number {
  let sum = 0;
  for (let place = 0; place < row.count; place++) {
    const odds = digitOdds(look, frameOf(row, place, look.plane.width));
    sum += Math.min(mostOdds, Math.max(leastOdds, odds - cellCost));
  }
  return sum;
}

/**
 * Moves, widens, leans and tilts a row for as long as its cells look more like digits.
 *
 * @param firstReach how far the first round goes, 1 for a row that was only just found; each round goes 0.7 of the one before.
 */
export function fitRow(
  look: CellLook,
  start: Row,
  rounds: number,
  firstReach = 1,
): { row: Row; score: number } {
  let row = start;
  let score = rateRow(look, row);
  let reach = firstReach;
  for (let round = 0; round < rounds; round++) {
    for (const change of changes) {
      for (const direction of [reach, -reach]) {
        const tried = change(row, direction);
        const rating = rateRow(look, tried);
        if (rating > score) {
          score = rating;
          row = tried;
          break;
        }
      }
    }
    reach *= 0.7;
  }
  return { row, score };
}

const changes: ((row: Row, by: number) => Row)[] = [
  (row, by) => ({ ...row, middle: row.middle + by * 0.08 * row.digitWidth }),
  (row, by) => ({ ...row, top: row.top + by * 0.06 * row.height }),
  (row, by) => ({ ...row, height: row.height * (1 + 0.08 * by), top: row.top - 0.04 * by * row.height }),
  (row, by) => ({ ...row, digitWidth: row.digitWidth * (1 + 0.08 * by) }),
  (row, by) => ({ ...row, pitch: row.pitch + (0.15 * by * row.digitWidth) / row.count }),
  (row, by) => ({ ...row, slant: row.slant + 0.05 * by }),
  (row, by) => ({ ...row, tilt: row.tilt + 0.02 * by }),
  (row, by) => ({ ...row, growth: row.growth + (0.08 * by) / row.count }),
];
