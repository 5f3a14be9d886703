import type { GrayImage, RgbaImage } from '../image.ts';

interface Taps {
  /** First source index of each target index. */
  start: Int32Array;
  /** Weights, `count` for each target index. */
  weights: Float32Array;
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
  const start = new Int32Array(target);
  const weights = new Float32Array(target * count);
  for (let i = 0; i < target; i++) {
    const centre = (i + 0.5) * scale - 0.5;
    const first = Math.ceil(centre - radius);
    start[i] = first;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const w = Math.max(0, 1 - Math.abs(first + k - centre) / radius);
      weights[i * count + k] = w;
      sum += w;
    }
    for (let k = 0; k < count; k++) weights[i * count + k] = (weights[i * count + k] as number) / sum;
  }
  return { start, weights, count };
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
  // Rows resampled horizontally are kept in a ring of as many rows as the vertical filter needs.
  const ringSize = vertical.count + 1;
  const ring = new Float32Array(ringSize * tw * 3);
  const held = new Int32Array(ringSize).fill(-1);
  const { data, width } = image;
  const resampleRow = (sourceRow: number): number => {
    const slot = sourceRow % ringSize;
    if (held[slot] === sourceRow) return slot;
    held[slot] = sourceRow;
    const base = (region.y + sourceRow) * width;
    const out = slot * tw * 3;
    const { start, weights, count } = horizontal;
    const last = region.width - 1;
    for (let i = 0; i < tw; i++) {
      let r = 0;
      let g = 0;
      let b = 0;
      const s = start[i] as number;
      for (let k = 0; k < count; k++) {
        const w = weights[i * count + k] as number;
        if (w === 0) continue;
        const x = s + k;
        const p = (base + region.x + (x < 0 ? 0 : Math.min(x, last))) * 4;
        r += w * (data[p] as number);
        g += w * (data[p + 1] as number);
        b += w * (data[p + 2] as number);
      }
      ring[out + i * 3] = b;
      ring[out + i * 3 + 1] = g;
      ring[out + i * 3 + 2] = r;
    }
    return slot;
  };
  const sums = new Float32Array(tw * 3);
  const lastRow = region.height - 1;
  for (let j = 0; j < th; j++) {
    sums.fill(0);
    const s = vertical.start[j] as number;
    for (let k = 0; k < vertical.count; k++) {
      const w = vertical.weights[j * vertical.count + k] as number;
      if (w === 0) continue;
      const y = s + k;
      const from = resampleRow(y < 0 ? 0 : Math.min(y, lastRow)) * tw * 3;
      for (let i = 0; i < tw * 3; i++) sums[i] = (sums[i] as number) + w * (ring[from + i] as number);
    }
    for (let c = 0; c < 3; c++) {
      const plane = c * tw * th + j * tw;
      const g = gain[c] as number;
      const o = bias[c] as number;
      for (let i = 0; i < tw; i++) planes[plane + i] = (sums[i * 3 + c] as number) * g + o;
    }
  }
  return planes;
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
