import { cellWeights } from './cell-weights.ts';
import type { InkPlane } from './ink-plane.ts';
import type { PackedNetwork } from './packed-network.ts';
import { pointWeights } from './point-weights.ts';

/** Where a digit stands in the plane: its centre and the ways from there to its right and its lower edge. */
export interface CellFrame {
  x: number;
  y: number;
  rightX: number;
  rightY: number;
  downX: number;
  downY: number;
}

export const gridColumns = 10;
export const gridRows = 14;
const reachRight = 1.5;
const reachDown = 1.3;

/** Classes of the cell reader; the last is "no digit stands here like this". */
export const cellClasses = [...'0123456789-', ''];

/**
 * Samples the ink of a cell and a margin around it on a grid, and evens its contrast.
 *
 * @param polarity -1 turns bright strokes into dark ones.
 * @param out `gridColumns * gridRows` values are written from `at` on.
 */
export function sampleCell(
  plane: InkPlane,
  frame: CellFrame,
  polarity: 1 | -1,
  out: Float32Array,
  at = 0,
): void {
  const { width, height, values } = plane;
  let sum = 0;
  let squares = 0;
  let k = at;
  for (let row = 0; row < gridRows; row++) {
    const v = ((row + 0.5) / gridRows - 0.5) * 2 * reachDown;
    const rowX = frame.x + v * frame.downX - 0.5;
    const rowY = frame.y + v * frame.downY - 0.5;
    for (let column = 0; column < gridColumns; column++) {
      const u = ((column + 0.5) / gridColumns - 0.5) * 2 * reachRight;
      const x = rowX + u * frame.rightX;
      const y = rowY + u * frame.rightY;
      let value = 0;
      if (x > -0.5 && y > -0.5 && x < width - 0.5 && y < height - 0.5) {
        const left = x < 0 ? 0 : Math.floor(x);
        const top = y < 0 ? 0 : Math.floor(y);
        const right = left + 1 < width ? left + 1 : left;
        const below = (top + 1 < height ? top + 1 : top) * width;
        const fx = x < 0 ? 0 : x - left;
        const fy = y < 0 ? 0 : y - top;
        const line = top * width;
        const upper = (values[line + left] as number) * (1 - fx) + (values[line + right] as number) * fx;
        const lower = (values[below + left] as number) * (1 - fx) + (values[below + right] as number) * fx;
        value = upper * (1 - fy) + lower * fy;
      }
      out[k++] = value;
      sum += value;
      squares += value * value;
    }
  }
  const count = gridColumns * gridRows;
  const mean = sum / count;
  const share = polarity / (Math.sqrt(Math.max(0, squares / count - mean * mean)) + 0.15);
  for (let j = at; j < k; j++) out[j] = ((out[j] as number) - mean) * share;
}

/** A small network of one hidden layer, in one array: hidden weights and biases, then those of the classes. */
export interface CellNetwork {
  inputs: number;
  hidden: number;
  classes: number;
  /** `hidden` rows of `inputs` weights and a bias, then `classes` rows of `hidden` weights and a bias. */
  weights: Float32Array;
}

/** Scores of all classes for one sampled cell, before they are turned into shares. */
export function cellScores(
  network: CellNetwork,
  sample: Float32Array,
  hidden: Float32Array,
  out: Float32Array,
): void {
  const { inputs, weights } = network;
  const stride = inputs + 1;
  // Four units at a time: each sampled value is then fetched once for four sums. `hidden` is a multiple of four.
  for (let h = 0, w = 0; h < network.hidden; h += 4, w += 4 * stride) {
    let one = weights[w + inputs] as number;
    let two = weights[w + stride + inputs] as number;
    let three = weights[w + 2 * stride + inputs] as number;
    let four = weights[w + 3 * stride + inputs] as number;
    for (let k = 0; k < inputs; k++) {
      const value = sample[k] as number;
      one += (weights[w + k] as number) * value;
      two += (weights[w + stride + k] as number) * value;
      three += (weights[w + 2 * stride + k] as number) * value;
      four += (weights[w + 3 * stride + k] as number) * value;
    }
    hidden[h] = Math.max(one, 0);
    hidden[h + 1] = Math.max(two, 0);
    hidden[h + 2] = Math.max(three, 0);
    hidden[h + 3] = Math.max(four, 0);
  }
  let w = network.hidden * stride;
  for (let c = 0; c < network.classes; c++) {
    let sum = 0;
    for (let h = 0; h < network.hidden; h++) sum += (weights[w++] as number) * (hidden[h] as number);
    out[c] = sum + (weights[w++] as number);
  }
}

/** The networks were trained on drawn displays (see `training/train-segments.ts` of this package). */
export function loadCellNetwork(): CellNetwork {
  return unpackNetwork(cellWeights);
}

/** Two classes: no point, a point. */
export function loadPointNetwork(): CellNetwork {
  return unpackNetwork(pointWeights);
}

/**
 * Where the point after a digit is looked for: around the lower end of the gap behind it.
 *
 * @param gap between this digit and the next, in half digit widths.
 */
export function pointFrame(digit: CellFrame, gap: number): CellFrame {
  const right = 1 + gap / 2;
  const down = 0.88;
  return {
    x: digit.x + right * digit.rightX + down * digit.downX,
    y: digit.y + right * digit.rightY + down * digit.downY,
    rightX: 0.55 * digit.rightX,
    rightY: 0.55 * digit.rightY,
    downX: 0.35 * digit.downX,
    downY: 0.35 * digit.downY,
  };
}

export function unpackNetwork({ inputs, hidden, classes, scales, bytes }: PackedNetwork): CellNetwork {
  const packed = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
  const weights = new Float32Array(packed.length);
  let at = 0;
  for (let row = 0; row < hidden + classes; row++) {
    const length = (row < hidden ? inputs : hidden) + 1;
    for (let k = 0; k < length; k++, at++)
      weights[at] = (((packed[at] as number) << 24) >> 24) * (scales[row] as number);
  }
  return { inputs, hidden, classes, weights };
}
