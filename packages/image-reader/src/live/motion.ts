import type { GrayImage } from '../image.ts';

/** A frame's brightness in cells: small enough to compare thirty times a second, averaged enough to hide noise. */
export interface Thumbnail {
  columns: number;
  rows: number;
  /** Mean luma of each cell, 0 to 255, rows from the top. */
  cells: Float32Array;
  /** Mean of each cell and its neighbours: fine patterns of one cell would hide how far they moved. */
  smooth: Float32Array;
  /** Milliseconds, on the clock of the frames. */
  at: number;
}

/** Cells along the longer side. */
const cellsAlong = 64;
/** Rows of a cell that are looked at: of bars and print every column counts, or a shift by a pixel looks like news. */
const rowsOfCell = 10;

export function toThumbnail(gray: GrayImage, at: number): Thumbnail {
  const { width, height, data } = gray;
  const side = Math.max(1, Math.max(width, height) / cellsAlong);
  const columns = Math.max(1, Math.floor(width / side));
  const rows = Math.max(1, Math.floor(height / side));
  const cells = new Float32Array(columns * rows);
  const starts = Int32Array.from({ length: columns + 1 }, (_, column) => Math.floor(column * side));
  const step = Math.max(1, Math.floor(side / rowsOfCell));
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [
      Math.floor(row * side),
      Math.max(Math.floor(row * side) + 1, Math.floor((row + 1) * side)),
    ];
    let lines = 0;
    for (let y = top; y < bottom && y < height; y += step, lines++) {
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (let from = y * width + starts[column]!; from < y * width + starts[column + 1]!; from++)
          sum += data[from]!;
        cells[row * columns + column]! += sum;
      }
    }
    for (let column = 0; column < columns; column++)
      cells[row * columns + column]! /= lines * Math.max(1, starts[column + 1]! - starts[column]!);
  }
  return { columns, rows, cells, smooth: smoothed(cells, columns, rows), at };
}

function smoothed(cells: Float32Array, columns: number, rows: number): Float32Array {
  const across = new Float32Array(cells.length);
  const both = new Float32Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    const column = at % columns;
    const [left, right] = [column > 0 ? at - 1 : at, column < columns - 1 ? at + 1 : at];
    across[at] = (cells[left]! + cells[at]! + cells[right]!) / 3;
  }
  for (let at = 0; at < cells.length; at++) {
    const above = at >= columns ? at - columns : at;
    const below = at + columns < columns * rows ? at + columns : at;
    both[at] = (across[above]! + across[at]! + across[below]!) / 3;
  }
  return both;
}

/** Grey levels of a cell's mean that sensor noise and compression account for. */
const noise = 0.4;
/** Mean gradient (grey levels a cell) below which a picture has nothing to see motion by. */
const minStructure = 0.3;
/** Shares of the longer side beyond which a displacement is only known to be large. */
const maxDisplacement = 0.25;

/**
 * How far the picture moved between two frames, as a share of its longer side: the sum of the brightness
 * differences over the sum of the brightness gradients (what a small shift changes is the gradient times the
 * shift; Lucas and Kanade 1981, without solving for the direction). A change of exposure alone does not count.
 */
export function displacement(before: Thumbnail, after: Thumbnail): number {
  if (before.columns !== after.columns || before.rows !== after.rows) return maxDisplacement;
  const { columns, rows } = after;
  const shift = meanOf(after.smooth) - meanOf(before.smooth);
  let changed = 0;
  let gradient = 0;
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const at = row * columns + column;
      const value = after.smooth[at]!;
      changed += Math.max(0, Math.abs(value - before.smooth[at]! - shift) - noise);
      gradient += Math.hypot(after.smooth[at + 1]! - value, after.smooth[at + columns]! - value);
    }
  }
  const counted = Math.max(1, (rows - 1) * (columns - 1));
  if (gradient / counted < minStructure) return changed / counted > 4 * noise ? maxDisplacement : 0;
  return Math.min(maxDisplacement, changed / gradient / Math.max(columns, rows));
}

export interface Change {
  /** Where the picture went, in cells to the right and down. */
  drift: [x: number, y: number];
  /** How much is something else, 0 to 1, once the drift and the exposure are evened out. */
  novelty: number;
}

/** Cells beyond which a picture has not drifted but changed. */
const maxDrift = 4;
const alignments = 4;

/**
 * How the picture changed since another frame: where a trembling hand moved it (Lucas and Kanade 1981, a few steps of
 * translation), and what is left then: the largest difference of brightness over two by two cells. A digit that changes
 * on a display counts as much as a new page.
 */
export function changeBetween(before: Thumbnail, after: Thumbnail): Change {
  if (before.columns !== after.columns || before.rows !== after.rows) return { drift: [0, 0], novelty: 1 };
  const { columns, rows } = after;
  const shift = meanOf(after.smooth) - meanOf(before.smooth);
  let [driftX, driftY] = [0, 0];
  const differenceAt = (column: number, row: number): number =>
    after.smooth[row * columns + column]! - shift - sampled(before, column - driftX, row - driftY);
  for (let step = 0; step < alignments; step++) {
    let [xx, xy, yy, xe, ye] = [0, 0, 0, 0, 0];
    for (let row = 1; row < rows - 1; row++) {
      for (let column = 1; column < columns - 1; column++) {
        const at = row * columns + column;
        const gx = (after.smooth[at + 1]! - after.smooth[at - 1]!) / 2;
        const gy = (after.smooth[at + columns]! - after.smooth[at - columns]!) / 2;
        const difference = differenceAt(column, row);
        xx += gx * gx;
        xy += gx * gy;
        yy += gy * gy;
        xe += gx * difference;
        ye += gy * difference;
      }
    }
    const determinant = xx * yy - xy * xy;
    if (determinant < 1e-3 * xx * yy || determinant === 0) break;
    driftX -= (yy * xe - xy * ye) / determinant;
    driftY -= (xx * ye - xy * xe) / determinant;
    if (Math.hypot(driftX, driftY) > maxDrift) {
      [driftX, driftY] = [0, 0];
      break;
    }
  }
  // What came in at the edge was not there before and is no news.
  const margin = 1 + Math.ceil(Math.max(Math.abs(driftX), Math.abs(driftY)));
  let largest = 0;
  for (let row = margin; row < rows - margin - 1; row++) {
    for (let column = margin; column < columns - margin - 1; column++) {
      const sum =
        Math.abs(differenceAt(column, row)) +
        Math.abs(differenceAt(column + 1, row)) +
        Math.abs(differenceAt(column, row + 1)) +
        Math.abs(differenceAt(column + 1, row + 1));
      largest = Math.max(largest, sum / 4);
    }
  }
  return { drift: [driftX, driftY], novelty: largest / 255 };
}

/** Bilinear; beyond the edge the edge goes on. */
function sampled({ smooth, columns, rows }: Thumbnail, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), columns - 1.001);
  const cy = Math.min(Math.max(y, 0), rows - 1.001);
  const [left, top] = [Math.floor(cx), Math.floor(cy)];
  const [fx, fy] = [cx - left, cy - top];
  const at = top * columns + left;
  return (
    (smooth[at]! * (1 - fx) + smooth[at + 1]! * fx) * (1 - fy) +
    (smooth[at + columns]! * (1 - fx) + smooth[at + columns + 1]! * fx) * fy
  );
}

function meanOf(cells: Float32Array): number {
  let sum = 0;
  for (const cell of cells) sum += cell;
  return sum / cells.length;
}

/** Frames are compared with one at least this much older: from one to the next a slow pan hides in the noise. */
const comparedMs = 150;
/** Displacement over that time up to which a picture holds still, share of the longer side. */
const stillBelow = 0.006;
/** Displacement from which a still picture moves again: above the other, so that a trembling hand does not flicker. */
const movesAbove = 0.014;
/** How long a picture has to hold still before it counts, by the frames' own clock. */
const stillForMs = 300;

export interface Motion {
  /** Displacement as a share of the longer side over about 150 ms. */
  displacement: number;
  /** Milliseconds for which that has been next to nothing; 0 while the picture moves. */
  stillMs: number;
  isStill: boolean;
}

/** Follows the motion of a stream frame by frame. */
export function createMotionMeter(): { next(thumbnail: Thumbnail): Motion; reset(): void } {
  let history: Thumbnail[] = [];
  let stillSince: number | undefined;
  let isStill = false;
  return {
    next(thumbnail) {
      const older = history.filter(({ at }) => thumbnail.at - at >= comparedMs);
      const reference = older.at(-1);
      history = [...(reference ? history.slice(history.indexOf(reference)) : history), thumbnail];
      if (!reference) return { displacement: maxDisplacement, stillMs: 0, isStill: false };
      const moved = displacement(reference, thumbnail);
      if (moved > (isStill ? movesAbove : stillBelow)) {
        stillSince = undefined;
        isStill = false;
      } else {
        stillSince ??= thumbnail.at;
        isStill ||= thumbnail.at - stillSince >= stillForMs;
      }
      return { displacement: moved, stillMs: thumbnail.at - (stillSince ?? thumbnail.at), isStill };
    },
    reset() {
      history = [];
      stillSince = undefined;
      isStill = false;
    },
  };
}
