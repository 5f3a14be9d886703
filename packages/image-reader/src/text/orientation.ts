import type { RgbaImage } from '../image.ts';
import type { Quad, Rotation } from '../reading.ts';
import { cropLine, type LineCrop } from './crop-line.ts';
import type { Infer } from './infer.ts';
import type { TextRegion } from './probability-map.ts';
import { type LinePlace, middleOf, placeOf, type RotatedRect, turnedRect } from './rotated-rect.ts';

/** From this ratio of sides on, the longer side tells the reading direction. */
const clearlyLong = 1.8;
/** Lines looked at to tell upright from upside down. */
const samples = 10;
const classifierWidth = 192;
const classifierHeight = 48;

const isVertical = (angle: number): boolean => Math.abs(Math.sin(angle)) > Math.SQRT1_2;

/**
 * Gives every region its reading direction: along the longer side; where the sides are alike, along the page's
 * prevailing direction. Horizontal text then points right, vertical text down; whether it is really the other way
 * round is for {@link upsideDown} to say.
 */
export function directRegions(regions: readonly TextRegion[]): RotatedRect[] {
  let horizontal = 0;
  let vertical = 0;
  for (const { rect } of regions) {
    if (rect.width < rect.height * clearlyLong) continue;
    if (isVertical(rect.angle)) vertical += rect.width;
    else horizontal += rect.width;
  }
  const pageVertical = vertical > horizontal;
  return regions.map(({ rect }) => {
    let { width, height, angle } = rect;
    if (width < height * clearlyLong && isVertical(angle) !== pageVertical) {
      [width, height] = [height, width];
      angle += Math.PI / 2;
    }
    angle = Math.atan2(Math.sin(angle), Math.cos(angle));
    const directed = { ...rect, width, height, angle };
    const isBackwards = isVertical(angle) ? angle < 0 : Math.cos(angle) < 0;
    return isBackwards ? turnedRect(directed, angle > 0 ? -Math.PI : Math.PI) : directed;
  });
}

/**
 * Whether most of these regions are upside down, by the classifier's verdict on the longest of them.
 *
 * @param toPicture where a region lies in the picture, if it was found in another view of it.
 */
export async function upsideDown(
  image: RgbaImage,
  rects: readonly RotatedRect[],
  infer: Infer,
  toPicture: (rect: RotatedRect) => LinePlace = placeOf,
): Promise<boolean> {
  const chosen = [...rects]
    .filter((r) => r.width > r.height * 2)
    .sort((a, b) => b.width / b.height - a.width / a.height || b.width - a.width)
    .slice(0, samples);
  if (chosen.length === 0) return false;
  const crops = chosen.map((rect) => {
    const shown = middleOf(rect, rect.height * (classifierWidth / classifierHeight));
    const width = Math.min(
      classifierWidth,
      Math.max(8, Math.round((shown.width / shown.height) * classifierHeight)),
    );
    const { quad, bend } = toPicture(shown);
    return cropLine(image, quad, width, classifierHeight, bend);
  });
  const verdicts = await classify(crops, infer);
  const turned = verdicts.reduce((sum, p) => sum + p, 0);
  return turned > verdicts.length / 2;
}

/** Probability of each crop to be upside down. */
async function classify(crops: readonly LineCrop[], infer: Infer): Promise<number[]> {
  const size = classifierHeight * classifierWidth;
  const data = new Float32Array(crops.length * 3 * size);
  crops.forEach((crop, n) => {
    for (let row = 0; row < 3 * classifierHeight; row++) {
      for (let x = 0; x < crop.width; x++) {
        data[n * 3 * size + row * classifierWidth + x] =
          (crop.planes[row * crop.width + x] as number) / 127.5 - 1;
      }
    }
  });
  const output = await infer('classify', {
    data,
    dims: [crops.length, 3, classifierHeight, classifierWidth],
  });
  return crops.map((_, n) => output.data[n * 2 + 1] as number);
}

/** The rotation that makes the prevailing reading direction point right; lines count by their length. */
export function pageRotation(quads: readonly Quad[]): Rotation {
  const weights = [0, 0, 0, 0];
  for (const [a, b] of quads) {
    const quarter = (Math.round(Math.atan2(b[1] - a[1], b[0] - a[0]) / (Math.PI / 2)) + 4) % 4;
    weights[quarter] = (weights[quarter] as number) + Math.hypot(b[0] - a[0], b[1] - a[1]);
  }
  const direction = weights.indexOf(Math.max(...weights));
  return (((4 - direction) % 4) * 90) as Rotation;
}
