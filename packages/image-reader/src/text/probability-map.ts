import type { Point } from '../reading.ts';
import { fitParabola } from './fit-parabola.ts';
import {
  bendShare,
  bendVector,
  bentOutline,
  minAreaRect,
  type RotatedRect,
  rectToQuad,
} from './rotated-rect.ts';

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
    const straight = minAreaRect(corners);
    if (straight.height < options.minSide) continue;
    const rect = bentRect(labels, width, height, label, straight) ?? straight;
    const score = meanInside(map, width, height, rect);
    if (score < options.boxThreshold) continue;
    const grow = (rect.width * rect.height * options.unclipRatio) / (2 * (rect.width + rect.height));
    regions.push({ rect: { ...rect, width: rect.width + 2 * grow, height: rect.height + 2 * grow }, score });
  }
  return regions;
}

/** Bend, in heights of the shrunken kernel, from which on a line is followed; a rectangle about it would be as much too high. */
const leastBend = 0.3;
/** What is shorter, in its own heights, is taken as straight. */
const leastLength = 3;

/** The rectangle about the chord of a region whose middle line is bent; undefined for a straight one. */
function bentRect(
  labels: Int32Array,
  width: number,
  height: number,
  label: number,
  straight: RotatedRect,
): RotatedRect | undefined {
  if (straight.width < straight.height * leastLength) return undefined;
  const c = Math.cos(straight.angle);
  const s = Math.sin(straight.angle);
  const half = straight.width / 2;
  const along: number[] = [];
  const across: number[] = [];
  const reachX = half * Math.abs(c) + (straight.height / 2) * Math.abs(s);
  const reachY = half * Math.abs(s) + (straight.height / 2) * Math.abs(c);
  const x1 = Math.min(width - 1, Math.ceil(straight.cx + reachX));
  const y1 = Math.min(height - 1, Math.ceil(straight.cy + reachY));
  for (let y = Math.max(0, Math.floor(straight.cy - reachY)); y <= y1; y++) {
    for (let x = Math.max(0, Math.floor(straight.cx - reachX)); x <= x1; x++) {
      if (labels[y * width + x] !== label) continue;
      const dx = x + 0.5 - straight.cx;
      const dy = y + 0.5 - straight.cy;
      along.push((dx * c + dy * s) / half);
      across.push(dy * c - dx * s);
    }
  }
  const fit = fitParabola(along, across);
  if (!fit) return undefined;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < along.length; i++) {
    const t = along[i] as number;
    const apart = (across[i] as number) - fit[0] - fit[1] * t - fit[2] * t * t;
    least = Math.min(least, apart);
    most = Math.max(most, apart);
  }
  const kernel = most - least + 1;
  if (Math.abs(fit[2]) < leastBend * kernel || kernel > straight.height) return undefined;
  const chord = fit[0] + fit[2] + (least + most) / 2;
  return {
    cx: straight.cx - chord * s,
    cy: straight.cy + chord * c,
    width: straight.width,
    height: kernel,
    angle: straight.angle + Math.atan2(fit[1], half),
    bend: -fit[2],
  };
}

function meanInside(map: Float32Array, width: number, height: number, rect: RotatedRect): number {
  const { bend = 0 } = rect;
  const quad = bentOutline(rectToQuad(rect), bendVector(rect));
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
      const along = dx * c + dy * s;
      const across = dy * c - dx * s - bend * bendShare(0.5 + along / rect.width);
      if (Math.abs(along) > rect.width / 2 || Math.abs(across) > rect.height / 2) continue;
      sum += map[y * width + x] as number;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}
