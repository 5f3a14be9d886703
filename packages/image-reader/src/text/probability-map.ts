import type { Point } from '../reading.ts';
import { minAreaRect, type RotatedRect, rectToQuad } from './rotated-rect.ts';

export interface MapOptions {
  /** Probability from which a pixel counts as text. */
  pixelThreshold: number;
  /** Mean probability inside its rectangle from which a region counts as text. */
  boxThreshold: number;
  /** How far a shrunken text kernel is grown back: area times this, over perimeter, on every side. */
  unclipRatio: number;
  /** Regions thinner than this, in map pixels, are dropped. */
  minSide: number;
}

export interface TextRegion {
  rect: RotatedRect;
  /** Mean probability inside the region, 0 to 1. */
  score: number;
}

/**
 * Regions of text in a probability map, after the post-processing of "Real-time Scene Text Detection with
 * Differentiable Binarization" (Liao et al. 2020): threshold, connected regions, least-area rectangle, score, unclip.
 *
 * @param map `width * height` probabilities, rows from the top.
 * @returns rectangles in map pixels, in the order their topmost pixel is met.
 */
export function findTextRegions(
  map: Float32Array,
  width: number,
  height: number,
  options: MapOptions,
): TextRegion[] {
  const labels = new Int32Array(width * height);
  const stack: number[] = [];
  const regions: TextRegion[] = [];
  let label = 0;
  for (let seed = 0; seed < labels.length; seed++) {
    if (labels[seed] !== 0 || (map[seed] as number) <= options.pixelThreshold) continue;
    label++;
    // Left and right ends of every row are enough for the convex hull.
    const ends = new Map<number, [number, number]>();
    let pixels = 0;
    labels[seed] = label;
    stack.push(seed);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const y = Math.floor(at / width);
      const x = at - y * width;
      pixels++;
      const row = ends.get(y);
      if (!row) ends.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let dy = -1; dy <= 1; dy++) {
        const ny = y + dy;
        if (ny < 0 || ny >= height) continue;
        for (let dx = -1; dx <= 1; dx++) {
          const nx = x + dx;
          if (nx < 0 || nx >= width) continue;
          const next = ny * width + nx;
          if (labels[next] === 0 && (map[next] as number) > options.pixelThreshold) {
            labels[next] = label;
            stack.push(next);
          }
        }
      }
    }
    if (pixels < 6) continue;
    const corners: Point[] = [];
    for (const [y, [left, right]] of ends) {
      corners.push([left, y], [right + 1, y], [left, y + 1], [right + 1, y + 1]);
    }
    const rect = minAreaRect(corners);
    if (rect.height < options.minSide) continue;
    const score = meanInside(map, width, height, rect);
    if (score < options.boxThreshold) continue;
    const grow = (rect.width * rect.height * options.unclipRatio) / (2 * (rect.width + rect.height));
    regions.push({ rect: { ...rect, width: rect.width + 2 * grow, height: rect.height + 2 * grow }, score });
  }
  return regions;
}

function meanInside(map: Float32Array, width: number, height: number, rect: RotatedRect): number {
  const quad = rectToQuad(rect);
  const xs = quad.map((p) => p[0]);
  const ys = quad.map((p) => p[1]);
  const x0 = Math.max(0, Math.floor(Math.min(...xs)));
  const x1 = Math.min(width - 1, Math.ceil(Math.max(...xs)));
  const y0 = Math.max(0, Math.floor(Math.min(...ys)));
  const y1 = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  const c = Math.cos(rect.angle);
  const s = Math.sin(rect.angle);
  let sum = 0;
  let count = 0;
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const dx = x + 0.5 - rect.cx;
      const dy = y + 0.5 - rect.cy;
      if (Math.abs(dx * c + dy * s) > rect.width / 2 || Math.abs(dy * c - dx * s) > rect.height / 2) continue;
      sum += map[y * width + x] as number;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}
