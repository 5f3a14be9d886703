import type { RgbaImage } from '../image.ts';
import { quadsOverlap } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import type { Infer } from '../text/infer.ts';
import { digitCount, isSurePrint, linesInstead, type ReadLine } from './display-or-lines.ts';
import { findDisplays } from './find-displays.ts';
import { type DisplayText, readDisplay } from './read-display.ts';

/** A display that the networks read, and the lines that are parts of it or what it was taken for. */
export interface PictureDisplay extends DisplayText {
  /** Indexes of the lines it stands for. */
  instead: number[];
}

/** A picture of such proportions and so few pixels across shows little else than a display, if it shows one. */
const bandShape = 2.2;
const bandPixels = 240;
/** Least confidence to be told at all, and to be told of one digit or on a page of print. */
const least = 0.1;
const leastUnlikely = 0.55;
/** So many lines of print make a page. */
const pageLines = 12;
/** No display is surer: nobody else has read it. */
const most = 0.9;

/** Finds and reads the displays of a picture that the reading of its lines missed, or took for something else. */
export async function displaysInPicture(
  image: RgbaImage,
  lines: readonly ReadLine[],
  infer: Infer,
): Promise<PictureDisplay[]> {
  const { width, height } = image;
  const whole: Quad = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const isBand = width >= bandShape * height && height <= bandPixels;
  const rows = isBand ? [whole] : (await findDisplays(image, infer)).map(({ quad }) => quad);
  const read: DisplayText[] = [];
  for (const row of rows) {
    const display = await readDisplay(image, row, infer);
    if (display) read.push(display);
  }
  const isPage = lines.filter(isSurePrint).length >= pageLines;
  const found: PictureDisplay[] = [];
  for (const display of read.sort((a, b) => b.confidence - a.confidence)) {
    const isLikely = !isPage && digitCount(display.text) > 1;
    if (
      display.confidence < (isLikely ? least : leastUnlikely) ||
      found.some((other) => quadsOverlap(other.quad, display.quad))
    )
      continue;
    const instead = linesInstead(display, lines);
    if (instead) found.push({ ...display, confidence: Math.min(most, display.confidence), instead });
  }
  return found;
}
