import type { GrayImage } from '../image.ts';

/** Whole pixels of a frame. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function crop(gray: GrayImage, { x, y, width, height }: Region): GrayImage {
  const data = new Uint8ClampedArray(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * gray.width + x;
    data.set(gray.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}

/**
 * Makes a picture smaller, each pixel the mean of the four it lies between.
 *
 * @param factor above 1: pixels of the picture for one of the result
 */
export function reduce(gray: GrayImage, factor: number): GrayImage {
  const width = Math.max(1, Math.floor(gray.width / factor));
  const height = Math.max(1, Math.floor(gray.height / factor));
  const data = new Uint8ClampedArray(width * height);
  const near = new Int32Array(width);
  const next = new Int32Array(width);
  for (let x = 0; x < width; x++) {
    near[x] = Math.min(gray.width - 1, Math.floor((x + 0.25) * factor));
    next[x] = Math.min(gray.width - 1, Math.floor((x + 0.75) * factor));
  }
  for (let y = 0; y < height; y++) {
    const above = Math.min(gray.height - 1, Math.floor((y + 0.25) * factor)) * gray.width;
    const below = Math.min(gray.height - 1, Math.floor((y + 0.75) * factor)) * gray.width;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      data[row + x] =
        (gray.data[above + near[x]!]! +
          gray.data[above + next[x]!]! +
          gray.data[below + near[x]!]! +
          gray.data[below + next[x]!]! +
          2) >>
        2;
    }
  }
  return { width, height, data };
}
