import type { GrayImage, RgbaImage } from '../image.ts';

/** The taps of a filter: for each target index those from `starts[index]` up to `starts[index + 1]`. */
interface Taps {
  starts: Int32Array;
  /** Source index of each tap. */
  places: Int32Array;
  weights: Float64Array;
  /** Most of one target index, those without weight counted. */
  count: number;
}

/**
 * Weights of a triangle filter: bilinear when enlarging, area-covering when reducing, so that thin strokes
 * survive a strong reduction.
 */
function taps(source: number, target: number): Taps {
  const scale = source / target;
  const radius = Math.max(1, scale);
  const count = Math.ceil(radius * 2) + 1;
  const starts = new Int32Array(target + 1);
  const places = new Int32Array(target * count);
  const weights = new Float64Array(target * count);
  const own = new Float32Array(count);
  let at = 0;
  for (let i = 0; i < target; i++) {
    const centre = (i + 0.5) * scale - 0.5;
    const first = Math.ceil(centre - radius);
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const w = Math.max(0, 1 - Math.abs(first + k - centre) / radius);
      own[k] = w;
      sum += w;
    }
    for (let k = 0; k < count; k++) {
      const w = Math.fround((own[k] as number) / sum);
      if (w === 0) continue;
      places[at] = Math.min(source - 1, Math.max(0, first + k));
      weights[at++] = w;
    }
    starts[i + 1] = at;
  }
  return { starts, places, weights, count };
}

/** Which part of a picture to resample, in its pixels. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Resamples a region of a picture into planar blue, green, red floats `[3, target.height, target.width]`, each
 * `value * gain[channel] + bias[channel]` of the 0 to 255 value; writes them at `offset` rows of `stride` width.
 */
export function resampleToPlanes(
  image: RgbaImage,
  region: Region,
  target: { width: number; height: number },
  gain: readonly [number, number, number],
  bias: readonly [number, number, number],
): Float32Array {
  const { width: tw, height: th } = target;
  const horizontal = taps(region.width, tw);
  const vertical = taps(region.height, th);
  const planes = new Float32Array(3 * tw * th);
  // Rows resampled horizontally are kept in a ring of as many rows as the vertical filter needs, each colour by itself.
  const ringSize = vertical.count + 1;
  const rowSize = tw * 3;
  const ring = new Float32Array(ringSize * rowSize);
  const held = new Int32Array(ringSize).fill(-1);
  const resampleRow = (sourceRow: number): number => {
    const slot = sourceRow % ringSize;
    const out = slot * rowSize;
    if (held[slot] !== sourceRow) {
      held[slot] = sourceRow;
      resampleAcross(image, region.x + (region.y + sourceRow) * image.width, horizontal, ring, out, tw);
    }
    return out;
  };
  const sums = new Float32Array(rowSize);
  for (let j = 0; j < th; j++) {
    const first = vertical.starts[j] as number;
    const end = vertical.starts[j + 1] as number;
    // One row as it is needs no sums.
    const isOne = end - first === 1 && vertical.weights[first] === 1;
    let from = resampleRow(vertical.places[first] as number);
    if (!isOne) {
      const w = vertical.weights[first] as number;
      for (let i = 0; i < rowSize; i++) sums[i] = w * (ring[from + i] as number);
    }
    for (let k = first + 1; k < end; k++) {
      const w = vertical.weights[k] as number;
      from = resampleRow(vertical.places[k] as number);
      for (let i = 0; i < rowSize; i++) sums[i] = (sums[i] as number) + w * (ring[from + i] as number);
    }
    const [row, start] = isOne ? [ring, from] : [sums, 0];
    for (let c = 0; c < 3; c++) {
      const plane = c * tw * th + j * tw;
      const colour = start + c * tw;
      const g = gain[c] as number;
      const o = bias[c] as number;
      for (let i = 0; i < tw; i++) planes[plane + i] = (row[colour + i] as number) * g + o;
    }
  }
  return planes;
}

/** Resamples one row of pixels, from `base` on, into blues, greens and reds at `out`. */
function resampleAcross(
  { data }: RgbaImage,
  base: number,
  { starts, places, weights }: Taps,
  to: Float32Array,
  out: number,
  width: number,
): void {
  let k = 0;
  for (let i = 0; i < width; i++) {
    let r = 0;
    let g = 0;
    let b = 0;
    for (const end = starts[i + 1] as number; k < end; k++) {
      const w = weights[k] as number;
      const p = (base + (places[k] as number)) * 4;
      r += w * (data[p] as number);
      g += w * (data[p + 1] as number);
      b += w * (data[p + 2] as number);
    }
    to[out + i] = b;
    to[out + width + i] = g;
    to[out + 2 * width + i] = r;
  }
}

/** BT.601 luma. */
export function toGray(image: RgbaImage): GrayImage {
  const { width, height, data } = image;
  const gray = new Uint8ClampedArray(width * height);
  for (let i = 0, p = 0; i < gray.length; i++, p += 4) {
    gray[i] =
      (299 * (data[p] as number) + 587 * (data[p + 1] as number) + 114 * (data[p + 2] as number)) / 1000;
  }
  return { width, height, data: gray };
}
