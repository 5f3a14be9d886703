import type { RgbaImage } from '../image.ts';

/** Signed ink: about +1.5 on dark strokes, about -0.5 around them, whatever the light and the colours are. */
export interface InkPlane {
  width: number;
  height: number;
  /** `width * height` values, rows from the top. */
  values: Float32Array;
  /** Pixels of the picture per pixel of the plane. */
  scale: number;
}

/** Height every region is brought to. A digit that fills 40 % of it still has strokes two pixels wide. */
const planeHeight = 40;
/** About the width of a stroke in the plane. */
const strokeReach = 4;
/** Planes wider than this are no row of digits; they are brought to this width instead. */
const maxPlaneWidth = 640;

/**
 * Brings a region to one height, one channel and one contrast.
 *
 * The channel is the direction in colour space along which the picture varies most once slow changes are
 * taken out: blue ink on blue light has little luma and much saturation.
 */
export function inkPlane(image: RgbaImage): InkPlane {
  const scale = Math.max(image.height / planeHeight, image.width / maxPlaneWidth);
  const width = Math.max(1, Math.round(image.width / scale));
  const height = Math.max(1, Math.round(image.height / scale));
  const channels = resample(image, width, height);
  const radius = Math.round(0.4 * planeHeight);
  const without = (reach: number) =>
    channels.map((channel) => {
      const mean = boxMean(channel, width, height, reach);
      return channel.map((value, at) => value - (mean[at] as number));
    });
  // Strokes are fine, reflections are broad: the axis is that of what is fine.
  const single = alongAxes(without(radius), columnAxes(without(strokeReach), width, height), width);
  return { width, height, values: evenContrast(single, width, height, radius), scale };
}

/** The three channels at another size: each pixel is the mean of the pixels below it, or between its neighbours. */
function resample(image: RgbaImage, width: number, height: number): Float32Array[] {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  const columns = taps(image.width, width);
  const rows = taps(image.height, height);
  const { data } = image;
  const line = new Float32Array(image.width * 3);
  for (let y = 0; y < height; y++) {
    line.fill(0);
    for (const [from, share] of rows[y] as Tap[]) {
      let at = from * image.width * 4;
      for (let x = 0; x < line.length; x += 3, at += 4) {
        line[x] = (line[x] as number) + share * (data[at] as number);
        line[x + 1] = (line[x + 1] as number) + share * (data[at + 1] as number);
        line[x + 2] = (line[x + 2] as number) + share * (data[at + 2] as number);
      }
    }
    for (let x = 0; x < width; x++) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (const [from, share] of columns[x] as Tap[]) {
        r += share * (line[from * 3] as number);
        g += share * (line[from * 3 + 1] as number);
        b += share * (line[from * 3 + 2] as number);
      }
      red[y * width + x] = r;
      green[y * width + x] = g;
      blue[y * width + x] = b;
    }
  }
  return planes;
}

type Tap = [from: number, share: number];

/** For each new sample the old samples it is made of: area means downwards, linear interpolation upwards. */
function taps(from: number, to: number): Tap[][] {
  const step = from / to;
  const reach = Math.max(1, step);
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) * step - 0.5;
    const found: Tap[] = [];
    let total = 0;
    for (let at = Math.ceil(centre - reach); at <= Math.floor(centre + reach); at++) {
      const share = 1 - Math.abs(at - centre) / reach;
      if (share <= 0) continue;
      found.push([Math.min(from - 1, Math.max(0, at)), share]);
      total += share;
    }
    return found.map(([at, share]) => [at, share / total] as Tap);
  });
}

/** Mean of a square window around each pixel; at the edges of what lies inside. */
function boxMean(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const columnSums = new Float64Array(width);
  const prefix = new Float64Array(width + 1);
  const out = new Float32Array(width * height);
  let top = 0;
  let bottom = 0;
  for (let y = 0; y < height; y++) {
    const wantedTop = Math.max(0, y - radius);
    const wantedBottom = Math.min(height, y + radius + 1);
    for (; bottom < wantedBottom; bottom++)
      for (let x = 0; x < width; x++)
        columnSums[x] = (columnSums[x] as number) + (values[bottom * width + x] as number);
    for (; top < wantedTop; top++)
      for (let x = 0; x < width; x++)
        columnSums[x] = (columnSums[x] as number) - (values[top * width + x] as number);
    for (let x = 0; x < width; x++) prefix[x + 1] = (prefix[x] as number) + (columnSums[x] as number);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      out[y * width + x] =
        ((prefix[right] as number) - (prefix[left] as number)) / ((right - left) * (bottom - top));
    }
  }
  return out;
}

/** Columns that share an axis, and how far around them it is measured. */
const axisBlock = 8;
const axisReach = 20;

/**
 * First principal axis of the colour differences for each block of columns. A reflection over one end of a
 * display has other colours than the ink at the other end, so one axis for all would lose the ink.
 */
function columnAxes(detail: Float32Array[], width: number, height: number): number[][] {
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const;
  const prefixes = pairs.map(([a, b]) => {
    const [one, other] = [detail[a] as Float32Array, detail[b] as Float32Array];
    const sums = new Float64Array(width + 1);
    for (let y = 0; y < height; y++)
      for (let x = 0, at = y * width; x < width; x++, at++)
        sums[x + 1] = (sums[x + 1] as number) + (one[at] as number) * (other[at] as number);
    for (let x = 0; x < width; x++) sums[x + 1] = (sums[x + 1] as number) + (sums[x] as number);
    return sums;
  });
  const covariance = (from: number, to: number) =>
    prefixes.map((sums) => ((sums[to] as number) - (sums[from] as number)) / (to - from));
  const whole = covariance(0, width);
  const overall = mainAxis(whole, [0.3, 0.6, 0.1]);
  const up = (overall[0] as number) + (overall[1] as number) + (overall[2] as number) < 0 ? -1 : 1;
  let before = overall.map((value) => value * up);
  const axes: number[][] = [];
  for (let start = 0; start < width; start += axisBlock) {
    const around = covariance(Math.max(0, start - axisReach), Math.min(width, start + axisBlock + axisReach));
    const axis = mainAxis(
      around.map((value, k) => value + 0.05 * (whole[k] as number)),
      before,
    );
    const sign = axis.reduce((sum, value, c) => sum + value * (before[c] as number), 0) < 0 ? -1 : 1;
    before = axis.map((value) => value * sign);
    axes.push(before);
  }
  return axes;
}

function mainAxis(covariance: number[], start: readonly number[]): number[] {
  const [rr, rg, rb, gg, gb, bb] = covariance as [number, number, number, number, number, number];
  let [r, g, b] = start as [number, number, number];
  for (let round = 0; round < 12; round++) {
    const next = [rr * r + rg * g + rb * b, rg * r + gg * g + gb * b, rb * r + gb * g + bb * b] as const;
    const length = Math.hypot(...next) || 1;
    [r, g, b] = [next[0] / length, next[1] / length, next[2] / length];
  }
  return [r, g, b];
}

/** How much darker each pixel is than what is around it, along the axis of its column. */
function alongAxes(detail: Float32Array[], axes: number[][], width: number): Float32Array {
  const [red, green, blue] = detail as [Float32Array, Float32Array, Float32Array];
  return red.map((value, at) => {
    const [r, g, b] = axes[Math.floor((at % width) / axisBlock)] as [number, number, number];
    return -(r * value + g * (green[at] as number) + b * (blue[at] as number));
  });
}

/** Divides by the contrast around each pixel, but never blows up the noise of an empty area. */
function evenContrast(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const variance = boxMean(
    values.map((value) => value * value),
    width,
    height,
    radius,
  );
  const some: number[] = [];
  for (let at = 3; at < variance.length; at += 17) some.push(variance[at] as number);
  some.sort((a, b) => a - b);
  const floor = 0.12 * (some[some.length >> 1] ?? 0) + 0.25;
  return values.map((value, at) => value / Math.sqrt((variance[at] as number) + floor));
}
