import type { GrayImage } from '../image.ts';

/** A place that looks like the bars of a linear code. */
export interface BarRegion {
  /** Middle, in pixels of the picture. */
  x: number;
  y: number;
  /** Direction across the bars, radians clockwise from the x axis, in (-π/2, π/2]. */
  angle: number;
  /** Extent across the bars, pixels. */
  length: number;
  /** Extent along the bars, pixels. */
  height: number;
  /** Dark and light changes along the middle. */
  transitions: number;
}

/** Cells along the shorter side of the picture. */
const cellsAlongSide = 40;
const minCellSide = 8;
/** Samples of the gradient taken from one cell's side, at most. */
const samplesAlongCell = 10;
/** Mean squared gradient (grey levels over two pixels) from which a cell holds any structure. */
const minEnergy = 60;
/** Coherence of the gradient, 0 (all directions) to 1 (one direction), from which structure is bars. */
const minCoherence = 0.6;
/** Neighbouring cells belong together where their directions differ by less, radians. */
const maxTurn = 0.3;
const minCells = 6;
/** Dark and light changes along the middle of a region; the shortest codes in use have more. */
const minTransitions = 14;

/**
 * Finds regions of parallel bars by the structure tensor of the gradient (Bigün and Granlund 1987): over
 * small cells the gradient of bars points one way, that of text and texture many ways.
 *
 * @param maxRegions the strongest are kept
 */
export function locateBars(gray: GrayImage, maxRegions: number): BarRegion[] {
  const cellSide = Math.max(minCellSide, Math.round(Math.min(gray.width, gray.height) / cellsAlongSide));
  const cells = smooth(measureCells(gray, cellSide));
  return groupCells(cells)
    .map((group) => {
      const { region, energy } = toRegion(group, cells, cellSide);
      return { region: { ...region, transitions: countTransitions(gray, region) }, energy };
    })
    .filter(({ region }) => region.transitions >= minTransitions)
    .sort((a, b) => b.energy - a.energy)
    .slice(0, maxRegions)
    .map(({ region }) => region);
}

/** Structure tensors of all cells: sums of gx², gy² and gx·gy over the samples. */
interface Cells {
  columns: number;
  rows: number;
  xx: Float32Array;
  yy: Float32Array;
  xy: Float32Array;
  /** Samples in a cell. */
  samples: number;
}

function measureCells(gray: GrayImage, side: number): Cells {
  const { width, height, data } = gray;
  const columns = Math.max(0, Math.floor((width - 2) / side));
  const rows = Math.max(0, Math.floor((height - 2) / side));
  const count = columns * rows;
  const [xx, yy, xy] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const step = Math.max(1, Math.floor(side / samplesAlongCell));
  const perSide = Math.ceil(side / step);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let [sumXx, sumYy, sumXy] = [0, 0, 0];
      for (let y = 1 + row * side; y < 1 + (row + 1) * side; y += step) {
        const end = y * width + 1 + (column + 1) * side;
        for (let at = y * width + 1 + column * side; at < end; at += step) {
          const gx = data[at + 1]! - data[at - 1]!;
          const gy = data[at + width]! - data[at - width]!;
          sumXx += gx * gx;
          sumYy += gy * gy;
          sumXy += gx * gy;
        }
      }
      const cell = row * columns + column;
      xx[cell] = sumXx;
      yy[cell] = sumYy;
      xy[cell] = sumXy;
    }
  }
  return { columns, rows, xx, yy, xy, samples: perSide * perSide };
}

/** Sums each cell with its neighbours: one cell alone is too small to tell bars from the stem of a letter. */
function smooth({ columns, rows, xx, yy, xy, samples }: Cells): Cells {
  const sums = [xx, yy, xy].map((values) => {
    const summed = new Float32Array(values.length);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
          for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
            sum += values[y * columns + x]!;
          }
        }
        summed[row * columns + column] = sum;
      }
    }
    return summed;
  });
  return { columns, rows, xx: sums[0]!, yy: sums[1]!, xy: sums[2]!, samples: samples * 9 };
}

function groupCells(cells: Cells): number[][] {
  const { columns, rows, xx, yy, xy, samples } = cells;
  const angles = new Float32Array(columns * rows).fill(Number.NaN);
  for (let cell = 0; cell < angles.length; cell++) {
    const energy = xx[cell]! + yy[cell]!;
    if (energy < minEnergy * samples) continue;
    const coherence = Math.hypot(xx[cell]! - yy[cell]!, 2 * xy[cell]!) / energy;
    if (coherence >= minCoherence) angles[cell] = direction(xx[cell]!, yy[cell]!, xy[cell]!);
  }
  const seen = new Uint8Array(angles.length);
  const groups: number[][] = [];
  for (let first = 0; first < angles.length; first++) {
    if (seen[first] || Number.isNaN(angles[first]!)) continue;
    const group = [first];
    seen[first] = 1;
    for (let next = 0; next < group.length; next++) {
      const cell = group[next]!;
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const other = y * columns + x;
          if (seen[other] || Number.isNaN(angles[other]!)) continue;
          if (
            turn(angles[other]!, angles[cell]!) > maxTurn ||
            turn(angles[other]!, angles[first]!) > 2 * maxTurn
          )
            continue;
          seen[other] = 1;
          group.push(other);
        }
      }
    }
    if (group.length >= minCells) groups.push(group);
  }
  return groups;
}

/** Direction of the strongest gradient, radians in (-π/2, π/2]. */
function direction(xx: number, yy: number, xy: number): number {
  return 0.5 * Math.atan2(2 * xy, xx - yy);
}

/** Angle between two directions (not rotations): 0 to π/2. */
function turn(a: number, b: number): number {
  const difference = Math.abs(a - b) % Math.PI;
  return Math.min(difference, Math.PI - difference);
}

function toRegion(
  group: number[],
  cells: Cells,
  side: number,
): { region: Omit<BarRegion, 'transitions'>; energy: number } {
  let [xx, yy, xy] = [0, 0, 0];
  for (const cell of group) {
    xx += cells.xx[cell]!;
    yy += cells.yy[cell]!;
    xy += cells.xy[cell]!;
  }
  const angle = direction(xx, yy, xy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const cell of group) {
    const x = 1 + ((cell % cells.columns) + 0.5) * side;
    const y = 1 + (Math.floor(cell / cells.columns) + 0.5) * side;
    const [u, v] = [x * cos + y * sin, y * cos - x * sin];
    [minU, maxU, minV, maxV] = [Math.min(minU, u), Math.max(maxU, u), Math.min(minV, v), Math.max(maxV, v)];
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
  const region = {
    x: u * cos - v * sin,
    y: u * sin + v * cos,
    angle,
    length: maxU - minU + side,
    height: maxV - minV + side,
  };
  return { region, energy: xx + yy };
}

/** Crossings of the mean along the middle, each by at least an eighth of the range. */
function countTransitions(
  gray: GrayImage,
  { x, y, angle, length }: Pick<BarRegion, 'x' | 'y' | 'angle' | 'length'>,
): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const values: number[] = [];
  for (let u = -length / 2; u <= length / 2; u++) {
    const [column, row] = [Math.round(x + u * cos), Math.round(y + u * sin)];
    if (column < 0 || row < 0 || column >= gray.width || row >= gray.height) continue;
    values.push(gray.data[row * gray.width + column]!);
  }
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const margin = (high - low) / 8;
  let state = 0;
  let transitions = 0;
  for (const value of values) {
    const next = value > mean + margin ? 1 : value < mean - margin ? -1 : state;
    if (next !== state && state !== 0) transitions++;
    state = next;
  }
  return transitions;
}
