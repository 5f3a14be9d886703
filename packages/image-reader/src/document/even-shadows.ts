import type { RgbaImage } from '../image.ts';
import { toGray } from '../text/resample.ts';
import { reduce, withoutText } from './small-gray.ts';

/** Longer side of the copy the light is estimated on, pixels. */
const smallSide = 256;
/** Ink, stamps and pictures narrower than this share of the longer side are not taken for shadow. */
const inkShare = 1 / 20;
/** Smoothing of the light, pixels of the small copy; run three times it is nearly Gaussian. */
const blurRadius = 2;
/** Shadows are lifted this much at most: below is hardly anything but noise. */
const mostGain = 3;
/** Paper, well lit. */
const paperLevel = 242;
/** Median light below which a document is dark itself (a plate): its light is not that of paper. */
const leastPaper = 80;

/**
 * Takes uneven light and shadows off a picture of paper. The light is what remains of the picture without ink,
 * smoothed; every pixel is divided by it, all three colours alike, so that colours stay what they are. Dark
 * documents come back as they are.
 */
export function evenShadows(image: RgbaImage): RgbaImage {
  const { width, height } = image;
  const small = reduce(toGray(image), smallSide);
  const side = Math.max(small.width, small.height);
  const paper = withoutText(small, Math.max(3, Math.round(side * inkShare)), false);
  const light = Float32Array.from(paper.data);
  for (let pass = 0; pass < 3; pass++) blur(light, paper.width, paper.height, blurRadius);
  const sorted = light.toSorted();
  const median = sorted[sorted.length >> 1] as number;
  const bright = sorted[Math.floor(sorted.length * 0.95)] as number;
  if (median < leastPaper) return { width, height, data: image.data.slice() };
  const target = Math.max(bright, paperLevel);
  const data = new Uint8ClampedArray(width * height * 4);
  const gain = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    gainsOfRow(light, paper, y, image, target, gain);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const factor = gain[x] as number;
      data[at] = (image.data[at] as number) * factor;
      data[at + 1] = (image.data[at + 1] as number) * factor;
      data[at + 2] = (image.data[at + 2] as number) * factor;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}

function gainsOfRow(
  light: Float32Array,
  small: { width: number; height: number },
  y: number,
  { width, height }: RgbaImage,
  target: number,
  gain: Float32Array,
): void {
  const py = Math.max(0, Math.min(small.height - 1, ((y + 0.5) / height) * small.height - 0.5));
  const y0 = Math.floor(py);
  const y1 = Math.min(small.height - 1, y0 + 1);
  const fy = py - y0;
  for (let x = 0; x < width; x++) {
    const px = Math.max(0, Math.min(small.width - 1, ((x + 0.5) / width) * small.width - 0.5));
    const x0 = Math.floor(px);
    const x1 = Math.min(small.width - 1, x0 + 1);
    const fx = px - x0;
    const top =
      (light[y0 * small.width + x0] as number) * (1 - fx) + (light[y0 * small.width + x1] as number) * fx;
    const bottom =
      (light[y1 * small.width + x0] as number) * (1 - fx) + (light[y1 * small.width + x1] as number) * fx;
    const here = top * (1 - fy) + bottom * fy;
    gain[x] = Math.max(1, Math.min(mostGain, target / Math.max(1, here)));
  }
}

/** Running mean in both directions, in place; the rim is repeated outwards. */
function blur(values: Float32Array, width: number, height: number, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  const along = (start: number, step: number, count: number): void => {
    let sum = 0;
    const clamp = (i: number): number => (i < 0 ? 0 : Math.min(i, count - 1));
    for (let i = 0; i < count; i++) line[i] = values[start + i * step] as number;
    for (let i = -radius; i <= radius; i++) sum += line[clamp(i)] as number;
    for (let i = 0; i < count; i++) {
      values[start + i * step] = sum / (2 * radius + 1);
      sum += (line[clamp(i + radius + 1)] as number) - (line[clamp(i - radius)] as number);
    }
  };
  for (let y = 0; y < height; y++) along(y * width, 1, width);
  for (let x = 0; x < width; x++) along(x, width, height);
}
