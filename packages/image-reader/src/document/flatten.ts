import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { rectToQuadMap } from './homography.ts';
import { shapeOf, sideLengths } from './paper-shape.ts';

export interface FlattenOptions {
  /** Longest side of the result, pixels; default 4000. */
  maxSide?: number | undefined;
  /** Size of the result, pixels; what {@link flatSize} says if left out. */
  size?: { width: number; height: number } | undefined;
}

/** Longest side of a flattened picture where nothing else is asked for: what is served and boxes are drawn on. */
export const defaultFlatSide = 4000;

/** Size of what {@link flatten} makes: the paper's own shape, as fine as the finest part of the picture of it. */
export function flatSize(
  picture: { width: number; height: number },
  quad: Quad,
  { maxSide = defaultFlatSide }: FlattenOptions = {},
): { width: number; height: number } {
  const { across, down } = sideLengths(quad);
  // A sheet far from square, or hardly in view, is not stretched without end.
  const shape = Math.max(0.05, Math.min(20, shapeOf(quad, picture)));
  const wide = Math.max(across, Math.min(down * shape, 1.5 * across));
  const factor = Math.min(1, maxSide / wide, (maxSide * shape) / wide);
  return {
    width: Math.max(1, Math.round(wide * factor)),
    height: Math.max(1, Math.round((wide * factor) / shape)),
  };
}

/**
 * The document seen from straight above: perspective taken out, cut to its corners, in its own proportions.
 * Bicubic (Catmull-Rom); where the picture is much finer than the result, several samples make a pixel.
 * @param quad corners in pixels of the picture, clockwise from the document's top left
 */
export function flatten(image: RgbaImage, quad: Quad, options: FlattenOptions = {}): RgbaImage {
  const { width, height } = options.size ?? flatSize(image, quad, options);
  const map = rectToQuadMap(width, height, quad);
  const data = new Uint8ClampedArray(width * height * 4);
  if (!map) return { width, height, data: data.fill(255) };
  const { across, down } = sideLengths(quad);
  const samples = Math.min(4, Math.max(1, Math.round(Math.max(across / width, down / height))));
  const colour = new Float32Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      colour.fill(0);
      for (let j = 0; j < samples; j++) {
        const v = y + (j + 0.5) / samples;
        for (let i = 0; i < samples; i++) {
          const u = x + (i + 0.5) / samples;
          const w = map[6] * u + map[7] * v + map[8];
          addSample(
            image,
            (map[0] * u + map[1] * v + map[2]) / w - 0.5,
            (map[3] * u + map[4] * v + map[5]) / w - 0.5,
            colour,
          );
        }
      }
      const at = (y * width + x) * 4;
      const share = 1 / (samples * samples);
      data[at] = (colour[0] as number) * share;
      data[at + 1] = (colour[1] as number) * share;
      data[at + 2] = (colour[2] as number) * share;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}

/** Weights of the four neighbours (Catmull-Rom) for 64 positions between two pixels. */
const phases = 64;
const weights = new Float32Array((phases + 1) * 4);
for (let p = 0; p <= phases; p++) {
  const t = p / phases;
  weights[p * 4] = ((-t + 2) * t - 1) * t * 0.5;
  weights[p * 4 + 1] = ((3 * t - 5) * t * t + 2) * 0.5;
  weights[p * 4 + 2] = ((-3 * t + 4) * t + 1) * t * 0.5;
  weights[p * 4 + 3] = (t - 1) * t * t * 0.5;
}

function addSample({ width, height, data }: RgbaImage, x: number, y: number, into: Float32Array): void {
  const px = x < 0 ? 0 : Math.min(x, width - 1);
  const py = y < 0 ? 0 : Math.min(y, height - 1);
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const across = Math.round((px - x0) * phases) * 4;
  const down = Math.round((py - y0) * phases) * 4;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let j = 0; j < 4; j++) {
    const wy = weights[down + j] as number;
    if (wy === 0) continue;
    const row = y0 + j - 1;
    const base = (row < 0 ? 0 : Math.min(row, height - 1)) * width;
    for (let i = 0; i < 4; i++) {
      const weight = wy * (weights[across + i] as number);
      const column = x0 + i - 1;
      const at = (base + (column < 0 ? 0 : Math.min(column, width - 1))) * 4;
      red += weight * (data[at] as number);
      green += weight * (data[at + 1] as number);
      blue += weight * (data[at + 2] as number);
    }
  }
  into[0] = (into[0] as number) + red;
  into[1] = (into[1] as number) + green;
  into[2] = (into[2] as number) + blue;
}
