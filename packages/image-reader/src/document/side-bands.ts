import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';

/** How one side of a quad tells inside from outside. */
export interface SideBands {
  /** Median brightness inside less that outside, grey levels; of dark objects the other way round. */
  step: number;
  /** Share of either band that is on its own side of the middle between both medians, the lesser one, 0 to 1. */
  apart: number;
}

const samplesPerSide = 40;
/** Distance from the side, pixels of the small copy. */
const near = 2;
const far = 9;

const inside = new Uint16Array(256);
const outside = new Uint16Array(256);

/**
 * Compares broad bands along both sides of each edge. A line on paper has paper on both of its sides, however
 * clear it is; the edge of the paper has not.
 */
export function compareBands(gray: GrayImage, quad: Quad, dark: boolean): SideBands[] {
  const sign = dark ? -1 : 1;
  return quad.map((a, k) => {
    const b = quad[(k + 1) % 4] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const nx = -(b[1] - a[1]) / length;
    const ny = (b[0] - a[0]) / length;
    inside.fill(0);
    outside.fill(0);
    let within = 0;
    let without = 0;
    for (let i = 0; i < samplesPerSide; i++) {
      const t = 0.04 + (0.92 * (i + 0.5)) / samplesPerSide;
      const x = a[0] + (b[0] - a[0]) * t;
      const y = a[1] + (b[1] - a[1]) * t;
      for (let d = near; d <= far; d++) {
        within += count(inside, gray, x + d * nx, y + d * ny);
        without += count(outside, gray, x - d * nx, y - d * ny);
      }
    }
    if (within < samplesPerSide || without < samplesPerSide) return { step: 0, apart: 0 };
    const inner = median(inside, within);
    const outer = median(outside, without);
    const middle = (inner + outer) / 2;
    const [low, high] = dark ? [inside, outside] : [outside, inside];
    let below = 0;
    let above = 0;
    for (let value = 0; value < 256; value++) {
      if (value < middle) below += low[value] as number;
      if (value > middle) above += high[value] as number;
    }
    return {
      step: sign * (inner - outer),
      apart: dark ? Math.min(below / within, above / without) : Math.min(below / without, above / within),
    };
  });
}

function count(histogram: Uint16Array, { width, height, data }: GrayImage, x: number, y: number): 0 | 1 {
  const column = Math.round(x);
  const row = Math.round(y);
  if (column < 0 || row < 0 || column >= width || row >= height) return 0;
  const value = data[row * width + column] as number;
  histogram[value] = (histogram[value] as number) + 1;
  return 1;
}

function median(histogram: Uint16Array, count: number): number {
  let left = count / 2;
  for (let value = 0; value < 256; value++) {
    left -= histogram[value] as number;
    if (left < 0) return value;
  }
  return 255;
}
