import type { GrayImage } from '../image.ts';
import type { Point } from '../reading.ts';
import type { BarRegion } from './locate-bars.ts';

/** A region cut out with its bars upright. */
export interface Strip {
  image: GrayImage;
  /** Pixels of the picture for a pixel of the strip. */
  toPicture(x: number, y: number): Point;
}

/** Sides of the white frame a code needs, as a share of its length. */
const quietShare = 0.15;
const maxStripWidth = 1600;
/** Rows of a strip; bars are long and all alike, more would only take time. */
const maxStripRows = 32;
const maxScale = 3;
/** Samples a row's mean is taken from. */
const maxTaps = 8;

/**
 * Cuts a region out, turned so that its bars stand upright and enlarged where they are fine.
 *
 * @param averaged share of the bars' height every row is the mean of, 0 for none: what noise and blur leave
 *   of a code comes out along the bars
 */
export function straighten(gray: GrayImage, region: BarRegion, averaged: number): Strip {
  const { angle, length, height } = region;
  const scale = Math.min(maxScale, Math.max(1, maxStripWidth / 2 / length), maxStripWidth / length);
  const wide = length * (1 + 2 * quietShare);
  const width = Math.max(1, Math.round(wide * scale));
  const rows = Math.max(1, Math.min(maxStripRows, Math.round(height)));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // The outer tenth of a region's height is half outside the bars.
  const used = height * 0.9;
  const toPicture = (x: number, y: number): Point => {
    const u = (x / width - 0.5) * wide;
    const v = (y / rows - 0.5) * used;
    return [region.x + u * cos - v * sin, region.y + u * sin + v * cos];
  };
  const half = (averaged * height) / 2;
  const taps = Math.max(1, Math.min(maxTaps, Math.round(averaged * height)));
  const data = new Uint8ClampedArray(width * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = toPicture(column + 0.5, row + 0.5);
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) {
        const v = taps === 1 ? 0 : -half + (2 * half * tap) / (taps - 1);
        sum += sample(gray, x - v * sin - 0.5, y + v * cos - 0.5);
      }
      data[row * width + column] = sum / taps;
    }
  }
  return { image: { width, height: rows, data }, toPicture };
}

/** Bilinear; beyond the edge the edge goes on. */
export function sample({ width, height, data }: GrayImage, x: number, y: number): number {
  const cx = x < 0 ? 0 : x > width - 1.001 ? Math.max(0, width - 1.001) : x;
  const cy = y < 0 ? 0 : y > height - 1.001 ? Math.max(0, height - 1.001) : y;
  const left = Math.floor(cx);
  const top = Math.floor(cy);
  const fx = cx - left;
  const fy = cy - top;
  const right = left + 1 < width ? left + 1 : left;
  const above = top * width;
  const below = top + 1 < height ? above + width : above;
  return (
    (data[above + left]! * (1 - fx) + data[above + right]! * fx) * (1 - fy) +
    (data[below + left]! * (1 - fx) + data[below + right]! * fx) * fy
  );
}

/**
 * Sharpens across the bars (unsharp mask of each row).
 *
 * @param radius of the box the row is compared with, pixels
 * @param amount 1 adds the whole difference
 */
export function sharpenRows({ width, height, data }: GrayImage, radius: number, amount: number): GrayImage {
  const sharpened = new Uint8ClampedArray(data.length);
  for (let row = 0; row < height; row++) {
    const from = row * width;
    const at = (column: number): number => data[from + Math.min(width - 1, Math.max(0, column))]!;
    let sum = 0;
    for (let column = -radius; column <= radius; column++) sum += at(column);
    for (let column = 0; column < width; column++) {
      const value = data[from + column]!;
      sharpened[from + column] = value + amount * (value - sum / (2 * radius + 1));
      sum += at(column + radius + 1) - at(column - radius);
    }
  }
  return { width, height, data: sharpened };
}
