import type { GrayImage } from '../image.ts';

/** A reduced copy to look for lines in, and how many of the picture's pixels one of its pixels covers. */
export interface SmallGray extends GrayImage {
  scale: number;
}

/** Averages blocks until the longer side has about `side` pixels; never enlarges. */
export function reduce(gray: GrayImage, side: number): SmallGray {
  const scale = Math.max(1, Math.max(gray.width, gray.height) / side);
  const width = Math.max(1, Math.floor(gray.width / scale));
  const height = Math.max(1, Math.floor(gray.height / scale));
  const out = new Uint8ClampedArray(width * height);
  const sums = new Float32Array(width);
  const { data } = gray;
  // Of large pictures not every pixel is needed for a fair mean.
  const step = Math.max(1, Math.floor(scale / 4));
  const starts = new Int32Array(width + 1);
  for (let x = 0; x <= width; x++) starts[x] = Math.min(gray.width, Math.floor(x * scale));
  for (let y = 0; y < height; y++) {
    const top = Math.floor(y * scale);
    const bottom = Math.max(top + 1, Math.min(gray.height, Math.floor((y + 1) * scale)));
    sums.fill(0);
    let rows = 0;
    for (let sy = top; sy < bottom; sy += step) {
      rows++;
      const row = sy * gray.width;
      for (let x = 0; x < width; x++) {
        const from = starts[x] as number;
        const to = Math.max(from + 1, starts[x + 1] as number);
        let sum = 0;
        let count = 0;
        for (let sx = from; sx < to; sx += step) {
          sum += data[row + sx] as number;
          count++;
        }
        sums[x] = (sums[x] as number) + sum / count;
      }
    }
    for (let x = 0; x < width; x++) out[y * width + x] = (sums[x] as number) / rows;
  }
  return { width, height, data: out, scale };
}

/**
 * Fills what is darker and narrower than `size` pixels (text on paper): a grey closing. With `dark` what is
 * brighter and narrower (text on a dark plate): an opening.
 */
export function withoutText(gray: GrayImage, size: number, dark: boolean): GrayImage {
  const { width, height } = gray;
  // An opening is the closing of the negative; one kernel then serves both.
  const flip = dark ? 255 : 0;
  const values = new Uint8Array(width * height);
  for (let i = 0; i < values.length; i++) values[i] = (gray.data[i] as number) ^ flip;
  const spread = values.slice();
  slide(spread, width, height, size, true);
  slide(spread, width, height, size, false);
  const data = new Uint8ClampedArray(width * height);
  for (let i = 0; i < data.length; i++) data[i] = (spread[i] as number) ^ flip;
  return { width, height, data };
}

/** Greatest (or least) of `size` neighbours in both directions, in place; windows double, so few passes do. */
function slide(values: Uint8Array, width: number, height: number, size: number, greatest: boolean): void {
  // The dilation looks ahead, the erosion back: together nothing moves.
  let covered = 1;
  while (covered < size) {
    const shift = Math.min(covered, size - covered);
    if (greatest) {
      for (let y = 0; y < height; y++) {
        const end = (y + 1) * width - shift;
        for (let i = y * width; i < end; i++) {
          const other = values[i + shift] as number;
          const own = values[i] as number;
          values[i] = Math.max(other, own);
        }
      }
      const end = (height - shift) * width;
      for (let i = 0; i < end; i++) {
        const other = values[i + shift * width] as number;
        const own = values[i] as number;
        values[i] = Math.max(other, own);
      }
    } else {
      for (let y = height - 1; y >= 0; y--) {
        const start = y * width + shift;
        for (let i = (y + 1) * width - 1; i >= start; i--) {
          const other = values[i - shift] as number;
          const own = values[i] as number;
          values[i] = Math.min(other, own);
        }
      }
      const start = shift * width;
      for (let i = values.length - 1; i >= start; i--) {
        const other = values[i - shift * width] as number;
        const own = values[i] as number;
        values[i] = Math.min(other, own);
      }
    }
    covered += shift;
  }
}

/** Slope of brightness at every pixel, towards the bright. */
export interface Gradients {
  width: number;
  height: number;
  /** Grey levels a pixel. */
  x: Float32Array;
  y: Float32Array;
  size: Float32Array;
}

/** Differences over a slightly blurred copy (the Scharr kernel), zero along the rim. */
export function gradients(gray: GrayImage): Gradients {
  const { width, height, data } = gray;
  const x = new Float32Array(width * height);
  const y = new Float32Array(width * height);
  const size = new Float32Array(width * height);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const i = row * width + column;
      const a = data[i - width - 1] as number;
      const b = data[i - width] as number;
      const c = data[i - width + 1] as number;
      const d = data[i - 1] as number;
      const f = data[i + 1] as number;
      const g = data[i + width - 1] as number;
      const h = data[i + width] as number;
      const k = data[i + width + 1] as number;
      const dx = (3 * (c + k - a - g) + 10 * (f - d)) / 32;
      const dy = (3 * (g + k - a - c) + 10 * (h - b)) / 32;
      x[i] = dx;
      y[i] = dy;
      size[i] = Math.sqrt(dx * dx + dy * dy);
    }
  }
  return { width, height, x, y, size };
}
