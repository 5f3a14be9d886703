/** Pixels of a region: 8-bit RGBA, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** Pixels across and down that are looked at as one: the stroke of a small digit fills a good part of it. */
const blockSize = 8;
/** Of 255, in the mean over a block. Noise of a camera stays far below, a stroke that comes or goes does not. */
const threshold = 6;

/**
 * Brightness of the region in blocks, to tell whether it changed: noise vanishes in the mean of a block, the stroke of a
 * digit does not, however large the region around it is.
 */
export function blocksOf({ width, height, data }: Pixels): Float32Array<ArrayBuffer> {
  const across = Math.ceil(width / blockSize);
  const sums = new Float32Array(across * Math.ceil(height / blockSize));
  const counts = new Float32Array(sums.length);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / blockSize) * across;
    for (let x = 0; x < width; x++, at += 4) {
      const block = row + Math.floor(x / blockSize);
      // Rec. 601 luma in integers.
      sums[block]! += (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) / 256;
      counts[block]!++;
    }
  }
  for (let block = 0; block < sums.length; block++) sums[block]! /= counts[block]!;
  return sums;
}

/** Whether two pictures of a region differ in more than noise. */
export function hasChanged(before: Float32Array, now: Float32Array): boolean {
  return (
    before.length !== now.length || now.some((value, block) => Math.abs(value - before[block]!) > threshold)
  );
}
