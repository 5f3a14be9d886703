import type { GrayImage } from '../image.ts';
import type { Gradients } from './small-gray.ts';

/** A straight edge: points with `x * nx + y * ny = offset`. The normal points to the bright side. */
export interface EdgeLine {
  nx: number;
  ny: number;
  offset: number;
  /** Edge pixels on the line before the step `t - from` of it, `t` along `(-ny, nx)`. */
  hits: Float32Array;
  /** Sum of brightness ahead of the line less that behind it, up to the same step. */
  contrast: Float32Array;
  from: number;
}

const angleBins = 240;
/** Bins a pixel votes for on either side of its own direction: noise turns it by some degrees. */
const angleSpread = 3;
/** Votes a line needs, as a share of the shorter side. */
const leastVotes = 0.05;
/** An edge goes on while it is this steep beside most of itself: a shadow halves it, beyond a corner is only texture. */
const shareOfUsual = 0.3;
/** Steps between the line and where brightness is compared on either side, pixels. */
const bandNear = 2;
const bandFar = 5;

const cosines = Float32Array.from({ length: angleBins }, (_, i) => Math.cos((i * 2 * Math.PI) / angleBins));
const sines = Float32Array.from({ length: angleBins }, (_, i) => Math.sin((i * 2 * Math.PI) / angleBins));

/** The strongest straight edges, at most `most` (a Hough transform in which a pixel votes for its own direction only). */
export function findEdgeLines(gray: GrayImage, slope: Gradients, most: number): EdgeLine[] {
  const { width, height } = slope;
  const floor = noiseFloor(slope);
  const reach = Math.ceil(Math.hypot(width, height) / 2) + 2;
  const offsets = reach * 2 + 1;
  const votes = new Float32Array(angleBins * offsets);
  const cx = width / 2;
  const cy = height / 2;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const size = slope.size[i] as number;
      if (size < floor || !isCrest(slope, i)) continue;
      const angle = Math.atan2(slope.y[i] as number, slope.x[i] as number);
      const centre = Math.round((angle / (2 * Math.PI)) * angleBins) + angleBins;
      // A strong edge counts more than a weak one, but not in proportion: paper on a pale table is weak all along.
      const weight = size / (size + 3 * floor);
      for (let k = -angleSpread; k <= angleSpread; k++) {
        const bin = (centre + k) % angleBins;
        const rho =
          Math.round((x - cx) * (cosines[bin] as number) + (y - cy) * (sines[bin] as number)) + reach;
        const at = bin * offsets + rho;
        votes[at] = (votes[at] as number) + weight;
      }
    }
  }
  const least = Math.min(width, height) * leastVotes;
  const peaks: { bin: number; rho: number; value: number }[] = [];
  for (let bin = 0; bin < angleBins; bin++) {
    const row = bin * offsets;
    const before = ((bin + angleBins - 1) % angleBins) * offsets;
    const after = ((bin + 1) % angleBins) * offsets;
    for (let rho = 2; rho < offsets - 2; rho++) {
      const value = smoothed(votes, row + rho);
      if (value < least) continue;
      if (smoothed(votes, row + rho - 1) > value || smoothed(votes, row + rho + 1) >= value) continue;
      if (smoothed(votes, before + rho) > value || smoothed(votes, after + rho) >= value) continue;
      peaks.push({ bin, rho, value });
    }
  }
  peaks.sort((a, b) => b.value - a.value);
  const kept: typeof peaks = [];
  for (const peak of peaks) {
    if (kept.length >= most) break;
    const near = kept.some((other) => {
      const turn = Math.abs(peak.bin - other.bin);
      return Math.min(turn, angleBins - turn) <= 5 && Math.abs(peak.rho - other.rho) <= 4;
    });
    if (!near) kept.push(peak);
  }
  return kept.flatMap(({ bin, rho }) => {
    const nx = cosines[bin] as number;
    const ny = sines[bin] as number;
    const rough = { nx, ny, offset: rho - reach + nx * cx + ny * cy };
    const fitted = fitLine(slope, rough, floor);
    return fitted ? [trace(gray, slope, fitted, floor)] : [];
  });
}

function smoothed(votes: Float32Array, at: number): number {
  return (votes[at] as number) + 0.5 * ((votes[at - 1] as number) + (votes[at + 1] as number));
}

/** Whether the slope is nowhere steeper just ahead or behind: one vote for each step of an edge. */
function isCrest({ width, x, y, size }: Gradients, i: number): boolean {
  const aside = Math.abs(x[i] as number) > Math.abs(y[i] as number) ? 1 : width;
  const own = size[i] as number;
  return own >= (size[i - aside] as number) && own >= (size[i + aside] as number);
}

/** Slopes below this are texture and noise. */
function noiseFloor(slope: Gradients): number {
  const histogram = new Uint32Array(256);
  let count = 0;
  for (let i = 0; i < slope.size.length; i += 3) {
    const bin = Math.min(255, Math.floor((slope.size[i] as number) * 4));
    histogram[bin] = (histogram[bin] as number) + 1;
    count++;
  }
  let left = count * 0.75;
  for (let bin = 0; bin < 256; bin++) {
    left -= histogram[bin] as number;
    if (left < 0) return Math.min(12, Math.max(1.5, (bin + 1) / 4));
  }
  return 12;
}

interface Straight {
  nx: number;
  ny: number;
  offset: number;
}

/** Total least squares over the edge pixels near a line, twice; undefined where next to none are. */
function fitLine(slope: Gradients, rough: Straight, floor: number): Straight | undefined {
  let line = rough;
  for (const reach of [3, 2]) {
    let sum = 0;
    let sx = 0;
    let sy = 0;
    let sxx = 0;
    let sxy = 0;
    let syy = 0;
    const { nx, ny } = line;
    walk(slope, line, (px, py) => {
      for (let k = -reach; k <= reach; k++) {
        const x = Math.round(px + k * nx);
        const y = Math.round(py + k * ny);
        if (x < 1 || y < 1 || x >= slope.width - 1 || y >= slope.height - 1) continue;
        const i = y * slope.width + x;
        const size = slope.size[i] as number;
        const along = (slope.x[i] as number) * nx + (slope.y[i] as number) * ny;
        if (size < floor || along < 0.9 * size) continue;
        const weight = Math.min(size, 6 * floor);
        sum += weight;
        sx += weight * x;
        sy += weight * y;
        sxx += weight * x * x;
        sxy += weight * x * y;
        syy += weight * y * y;
      }
    });
    if (sum < 8 * floor) return undefined;
    const mx = sx / sum;
    const my = sy / sum;
    const angle = 0.5 * Math.atan2(2 * (sxy / sum - mx * my), sxx / sum - mx * mx - (syy / sum - my * my));
    let fx = -Math.sin(angle);
    let fy = Math.cos(angle);
    if (fx * nx + fy * ny < 0) {
      fx = -fx;
      fy = -fy;
    }
    if (fx * nx + fy * ny < 0.97) return undefined;
    line = { nx: fx, ny: fy, offset: fx * mx + fy * my };
  }
  return line;
}

/** Visits the points of a line inside the picture, one a pixel. */
function walk(
  { width, height }: { width: number; height: number },
  { nx, ny, offset }: Straight,
  visit: (x: number, y: number) => void,
): { from: number; to: number } {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  // (x, y) = offset * n + t * d with d = (-ny, nx)
  const clip = (start: number, step: number, limit: number): void => {
    if (Math.abs(step) < 1e-9) {
      if (start < 0 || start > limit) to = Number.NEGATIVE_INFINITY;
      return;
    }
    const a = -start / step;
    const b = (limit - start) / step;
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  };
  clip(offset * nx, -ny, width - 1);
  clip(offset * ny, nx, height - 1);
  from = Math.ceil(from);
  to = Math.floor(to);
  for (let t = from; t <= to; t++) visit(offset * nx - t * ny, offset * ny + t * nx);
  return { from, to: Math.max(from, to) };
}

function trace(gray: GrayImage, slope: Gradients, line: Straight, floor: number): EdgeLine {
  const { nx, ny } = line;
  const { width, height } = slope;
  const steepness: number[] = [];
  const contrast: number[] = [0];
  let difference = 0;
  const level = (x: number, y: number): number => {
    const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : Math.round(x);
    const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : Math.round(y);
    return gray.data[cy * width + cx] as number;
  };
  const { from } = walk(slope, line, (px, py) => {
    let best = 0;
    for (let k = -1.5; k <= 1.5; k += 1) {
      const x = Math.round(px + k * nx);
      const y = Math.round(py + k * ny);
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      const i = y * width + x;
      const along = (slope.x[i] as number) * nx + (slope.y[i] as number) * ny;
      if (along > best && along > 0.85 * (slope.size[i] as number)) best = along;
    }
    steepness.push(best);
    difference +=
      (level(px + bandNear * nx, py + bandNear * ny) +
        level(px + bandFar * nx, py + bandFar * ny) -
        level(px - bandNear * nx, py - bandNear * ny) -
        level(px - bandFar * nx, py - bandFar * ny)) /
      2;
    contrast.push(difference);
  });
  const usual = steepness.toSorted((a, b) => a - b)[Math.floor(steepness.length * 0.75)] ?? 0;
  const least = Math.max(floor, usual * shareOfUsual);
  const hits = new Float32Array(steepness.length + 1);
  for (let i = 0; i < steepness.length; i++)
    hits[i + 1] = (hits[i] as number) + ((steepness[i] as number) > least ? 1 : 0);
  return { ...line, hits, contrast: Float32Array.from(contrast), from };
}

/** Mean of a running sum of a line between two positions along it; 0 where that is outside the picture. */
export function meanBetween(line: EdgeLine, sums: Float32Array, a: number, b: number): number {
  const last = sums.length - 1;
  const start = Math.max(0, Math.min(last, Math.round(Math.min(a, b) - line.from)));
  const end = Math.max(0, Math.min(last, Math.round(Math.max(a, b) - line.from)));
  return end <= start ? 0 : ((sums[end] as number) - (sums[start] as number)) / (end - start);
}
