import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import type { Infer } from '../text/infer.ts';
import { findTextRegions, type MapOptions } from '../text/probability-map.ts';
import { resampleToPlanes } from '../text/resample.ts';
import { type RotatedRect, rectToQuad } from '../text/rotated-rect.ts';
import { shrink, shrinkBefore } from '../text/shrink.ts';

/** A row of digits on a display. */
export interface DisplayRow {
  /** Outline, clockwise from the top left as the row is likely to read; it may stand on its head. */
  quad: Quad;
  /** Mean probability of its middle, 0 to 1. */
  score: number;
}

/** Pixels of the longer side of what the finder sees: small for displays that fill the picture, large for those far away. */
const longSides = [448, 704] as const;
const grain = 32;
/** Pictures of many pixels are made smaller by a whole number first, so far that the filter after it still hides how. */
const leastRest = 4;
/** Pixels of the map are so many of its input. */
const mapStride = 4;
/** What the finder was trained to find of a row: so much of its height, and its length without so many heights at either end. */
const kernelHeight = 0.5;
const kernelEnds = 0.25;
const mapOptions: MapOptions = { pixelThreshold: 0.4, boxThreshold: 0.55, unclipRatio: 0, minSide: 1 };
/** Rows that are looked at, the likeliest first. */
const mostRows = 4;

/** Finds displays in a picture by the network trained for them, see `training/displays`. */
export async function findDisplays(image: RgbaImage, infer: Infer): Promise<DisplayRow[]> {
  const times = shrinkBefore(Math.max(...longSides) / Math.max(image.width, image.height), leastRest);
  const seen = shrink(image, times);
  for (const longSide of longSides) {
    const found = await findAtSize(seen, longSide, infer);
    if (found.length === 0) continue;
    return found
      .sort((a, b) => b.score - a.score)
      .slice(0, mostRows)
      .map(({ score, quad }) => ({ score, quad: quad.map(([x, y]) => [x * times, y * times]) as Quad }));
  }
  return [];
}

async function findAtSize(image: RgbaImage, longSide: number, infer: Infer): Promise<DisplayRow[]> {
  const scale = longSide / Math.max(image.width, image.height);
  const width = Math.max(grain, Math.round((image.width * scale) / grain) * grain);
  const height = Math.max(grain, Math.round((image.height * scale) / grain) * grain);
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const planes = resampleToPlanes(image, whole, { width, height }, [1, 1, 1], [0, 0, 0]);
  const size = width * height;
  const data = new Float32Array(size);
  for (let k = 0; k < size; k++)
    data[k] =
      (0.114 * (planes[k] as number) +
        0.587 * (planes[size + k] as number) +
        0.299 * (planes[2 * size + k] as number)) /
        127.5 -
      1;
  const map = await infer('findDisplays', { data, dims: [1, 1, height, width] });
  const [mapWidth, mapHeight] = [width / mapStride, height / mapStride];
  const [sx, sy] = [image.width / mapWidth, image.height / mapHeight];
  return findTextRegions(map.data, mapWidth, mapHeight, mapOptions).map(({ rect, score }) => {
    const middle = alongRow(rect);
    const tall = middle.height / kernelHeight;
    const row = { ...middle, height: tall, width: middle.width + 2 * kernelEnds * tall };
    return { score, quad: rectToQuad(row).map(([x, y]) => [x * sx, y * sy]) as Quad };
  });
}

/** A rectangle as a row reads: from left to right, unless it is clearly longer from above to below. */
function alongRow(rect: RotatedRect): RotatedRect {
  const isUpright = Math.abs(Math.sin(rect.angle)) > Math.SQRT1_2;
  if (!isUpright || rect.width > 2.5 * rect.height) return rect;
  const angle = rect.angle > 0 ? rect.angle - Math.PI / 2 : rect.angle + Math.PI / 2;
  return { ...rect, width: rect.height, height: rect.width, angle };
}
