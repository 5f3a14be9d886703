import type { GrayImage } from '../image.ts';

/**
 * Enlarges a picture by cubic convolution (Keys 1981, a = -1/2).
 *
 * @param factor at least 1
 */
export function enlarge(gray: GrayImage, factor: number): GrayImage {
  const width = Math.round(gray.width * factor);
  const height = Math.round(gray.height * factor);
  const across = taps(width, gray.width);
  const down = taps(height, gray.height);
  const wide = new Float32Array(width * gray.height);
  for (let y = 0; y < gray.height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = x * 4; tap < x * 4 + 4; tap++) {
        sum += across.weights[tap]! * gray.data[y * gray.width + across.places[tap]!]!;
      }
      wide[y * width + x] = sum;
    }
  }
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = y * 4; tap < y * 4 + 4; tap++)
        sum += down.weights[tap]! * wide[down.places[tap]! * width + x]!;
      data[y * width + x] = sum;
    }
  }
  return { width, height, data };
}

/** For each target pixel the four source pixels (clamped at the edges) and their weights. */
function taps(target: number, source: number): { places: Int32Array; weights: Float32Array } {
  const places = new Int32Array(target * 4);
  const weights = new Float32Array(target * 4);
  for (let at = 0; at < target; at++) {
    const centre = ((at + 0.5) * source) / target - 0.5;
    const first = Math.floor(centre) - 1;
    for (let tap = 0; tap < 4; tap++) {
      const distance = Math.abs(first + tap - centre);
      places[at * 4 + tap] = Math.min(source - 1, Math.max(0, first + tap));
      weights[at * 4 + tap] =
        distance < 1
          ? 1.5 * distance ** 3 - 2.5 * distance ** 2 + 1
          : -0.5 * distance ** 3 + 2.5 * distance ** 2 - 4 * distance + 2;
    }
  }
  return { places, weights };
}

/**
 * Unsharp mask with a box.
 *
 * @param radius of the box, pixels
 * @param amount 1 adds the whole difference to the box's mean
 */
export function sharpen(gray: GrayImage, radius: number, amount: number): GrayImage {
  const mean = boxMean(gray, radius);
  const data = new Uint8ClampedArray(gray.data.length);
  for (let at = 0; at < data.length; at++) data[at] = gray.data[at]! + amount * (gray.data[at]! - mean[at]!);
  return { ...gray, data };
}

function boxMean({ width, height, data }: GrayImage, radius: number): Float32Array {
  const rows = new Float32Array(width * height);
  const mean = new Float32Array(width * height);
  const inside = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += data[y * width + inside(x, width)]!;
    for (let x = 0; x < width; x++) {
      rows[y * width + x] = sum / (2 * radius + 1);
      sum += data[y * width + inside(x + radius + 1, width)]! - data[y * width + inside(x - radius, width)]!;
    }
  }
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let y = -radius; y <= radius; y++) sum += rows[inside(y, height) * width + x]!;
    for (let y = 0; y < height; y++) {
      mean[y * width + x] = sum / (2 * radius + 1);
      sum +=
        rows[inside(y + radius + 1, height) * width + x]! - rows[inside(y - radius, height) * width + x]!;
    }
  }
  return mean;
}
