import type { RgbaImage } from '../image.ts';
import { placeInQuad, quadHeight, quadLength } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import { cropLine } from '../text/crop-line.ts';
import { readSegments } from './read-segments.ts';
import type { SegmentReading } from './segment-reading.ts';

/** Pixels of height a display is read at. */
const cropHeight = 80;
const mostCropWidth = 900;

/** What the decoder of segments reads in a quad, and the outline of the digits in the picture. */
export interface SegmentsInQuad {
  reading: SegmentReading;
  quad: Quad;
}

/** Reads the row of segments in a quad that shows little else. */
export function readSegmentsInQuad(image: RgbaImage, area: Quad): SegmentsInQuad | undefined {
  const width = Math.round((cropHeight * quadLength(area)) / quadHeight(area));
  if (!(width >= cropHeight / 2 && width <= mostCropWidth)) return undefined;
  const { planes } = cropLine(image, area, width, cropHeight);
  const size = width * cropHeight;
  const data = new Uint8ClampedArray(size * 4);
  for (let i = 0; i < size; i++) {
    data[i * 4] = planes[2 * size + i] as number;
    data[i * 4 + 1] = planes[size + i] as number;
    data[i * 4 + 2] = planes[i] as number;
    data[i * 4 + 3] = 255;
  }
  const reading = readSegments({ width, height: cropHeight, data }, { upsideDown: false });
  const [first, last] = [reading.digits[0], reading.digits.at(-1)];
  if (!first || !last) return undefined;
  const outline: Quad = [first.box[0], last.box[1], last.box[2], first.box[3]];
  return { reading, quad: outline.map(([x, y]) => placeInQuad(area, x / width, y / cropHeight)) as Quad };
}
