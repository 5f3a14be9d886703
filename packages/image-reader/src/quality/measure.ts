import type { GrayImage } from '../image.ts';
import type { Quality } from '../reading.ts';

/** Longest side a picture is measured at; larger ones are thinned out by whole steps. */
const measuredSide = 1024;
/** Luma from which a pixel counts as blown out. */
const blownOut = 250;
/** A blown-out pixel is glare only where it is brighter than the picture's paper by this much. */
const glareAbovePaper = 20;
/** Share of the pixels with the strongest edges that sharpness is measured on. */
const edgeShare = 0.02;

/**
 * Measures how well a picture can be read. All in luma, 0 to 1:
 *
 * - `brightness`: mean.
 * - `contrast`: 95th less 5th percentile.
 * - `glare`: share of pixels of at least 250 that are also at least 20 above the median of the brighter
 *   half (white paper, evenly lit, is no glare: there the median itself is as bright).
 * - `sharpness`: how much of an edge lies between two neighbouring pixels. At the 2% of pixels with the
 *   strongest central difference `|p(x+2) - p(x-2)|` (both directions), the mean of the steepest single
 *   step inside that span over the whole rise: 1 for a step edge, 0.25 for a ramp wider than the span,
 *   mapped to `(ratio - 0.25) / 0.75`. Independent of contrast; 0 where the picture has no edge above noise.
 */
export function measureQuality(gray: GrayImage): Quality {
  const step = Math.max(1, Math.ceil(Math.max(gray.width, gray.height) / measuredSide));
  const histogram = new Uint32Array(256);
  let counted = 0;
  let sum = 0;
  for (let y = 0; y < gray.height; y += step) {
    for (let x = 0; x < gray.width; x += step) {
      const value = gray.data[y * gray.width + x]!;
      histogram[value]!++;
      sum += value;
      counted++;
    }
  }
  const paper = percentile(histogram, counted, 0.75);
  let glaring = 0;
  for (let value = Math.max(blownOut, paper + glareAbovePaper); value < 256; value++)
    glaring += histogram[value]!;
  return {
    sharpness: measureSharpness(gray, step),
    brightness: sum / counted / 255,
    contrast: (percentile(histogram, counted, 0.95) - percentile(histogram, counted, 0.05)) / 255,
    glare: glaring / counted,
  };
}

/** Grey levels an edge must rise to count at all; sensor noise stays below. */
const minRise = 24;

function measureSharpness(gray: GrayImage, step: number): number {
  const { width, height, data } = gray;
  // By rise: how many edges, and the sum of their steepest step over the rise.
  const edges = new Uint32Array(256);
  const ratios = new Float64Array(256);
  let seen = 0;
  const measure = (at: number, stride: number): void => {
    seen++;
    const rise = Math.abs(data[at + 2 * stride]! - data[at - 2 * stride]!);
    if (rise < minRise) return;
    let steepest = 0;
    for (let from = at - 2 * stride; from < at + 2 * stride; from += stride) {
      steepest = Math.max(steepest, Math.abs(data[from + stride]! - data[from]!));
    }
    edges[rise]!++;
    ratios[rise]! += Math.min(1, steepest / rise);
  };
  for (let y = 2; y < height - 2; y += step) {
    for (let x = 2; x < width - 2; x += step) {
      measure(y * width + x, 1);
      measure(y * width + x, width);
    }
  }
  const wanted = Math.max(1, Math.floor(seen * edgeShare));
  let used = 0;
  let sum = 0;
  for (let rise = 255; rise >= minRise && used < wanted; rise--) {
    used += edges[rise]!;
    sum += ratios[rise]!;
  }
  return used === 0 ? 0 : Math.min(1, Math.max(0, (sum / used - 0.25) / 0.75));
}

function percentile(histogram: Uint32Array, counted: number, share: number): number {
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += histogram[value]!;
    if (below >= counted * share) return value;
  }
  return 255;
}
