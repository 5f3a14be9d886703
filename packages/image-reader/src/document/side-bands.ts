import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';

/** How one side of a quad tells inside from outside. */
export interface SideBands {
  /** Brightness inside less that outside, grey levels, as it usually is along the side; of dark objects the other way round. */
  step: number;
  /** Share of the side along which there is such a step, 0 to 1. */
  apart: number;
}

const samplesPerSide = 40;
/** Distance from the side, pixels of the small copy. */
const near = 2;
const far = 9;
/** Least step that counts, as a share of the usual one: a shadow halves it. */
const shareOfStep = 0.35;

const strip = new Uint8Array(far - near + 1);

/**
 * Compares broad bands along both sides of each edge, place by place, so that a shadow across them does not matter.
 * A line on paper has paper on both of its sides, however clear it is; the edge of the paper has not.
 */
export function compareBands(gray: GrayImage, quad: Quad, dark: boolean): SideBands[] {
  const sign = dark ? -1 : 1;
  return quad.map((a, k) => {
    const b = quad[(k + 1) % 4] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const nx = -(b[1] - a[1]) / length;
    const ny = (b[0] - a[0]) / length;
    const steps: number[] = [];
    for (let i = 0; i < samplesPerSide; i++) {
      const t = 0.04 + (0.92 * (i + 0.5)) / samplesPerSide;
      const x = a[0] + (b[0] - a[0]) * t;
      const y = a[1] + (b[1] - a[1]) * t;
      const inside = medianAlong(gray, x, y, nx, ny);
      const outside = medianAlong(gray, x, y, -nx, -ny);
      if (inside !== undefined && outside !== undefined) steps.push(sign * (inside - outside));
    }
    // Where the surroundings are not in the picture nothing tells paper from picture.
    if (steps.length < samplesPerSide * 0.6) return { step: 0, apart: 0 };
    const step = steps.toSorted((p, q) => p - q)[steps.length >> 1] as number;
    const least = Math.max(2, step * shareOfStep);
    return { step, apart: steps.filter((each) => each > least).length / steps.length };
  });
}

/** Median of the pixels from a place on in a direction; undefined where most are outside of the picture. */
function medianAlong(
  { width, height, data }: GrayImage,
  x: number,
  y: number,
  nx: number,
  ny: number,
): number | undefined {
  let count = 0;
  for (let d = near; d <= far; d++) {
    const column = Math.round(x + d * nx);
    const row = Math.round(y + d * ny);
    if (column < 0 || row < 0 || column >= width || row >= height) break;
    const value = data[row * width + column] as number;
    let at = count++;
    while (at > 0 && (strip[at - 1] as number) > value) {
      strip[at] = strip[at - 1] as number;
      at--;
    }
    strip[at] = value;
  }
  return count < 2 ? undefined : strip[count >> 1];
}
