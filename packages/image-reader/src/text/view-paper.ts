import { flatten } from '../document/flatten.ts';
import { mapPoint, mapQuad, rectToQuadMap } from '../document/homography.ts';
import { sideLengths } from '../document/paper-shape.ts';
import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { type DetectOptions, detectionScale } from './detect-text.ts';
import { bendVector, type LinePlace, type RotatedRect, rectToQuad } from './rotated-rect.ts';

/** A sheet of paper as seen from straight above. */
interface PaperView {
  /** Of the size at which the detector looks at it. */
  image: RgbaImage;
  /** What it shows of the picture: the paper and a margin, for paper is seldom as flat as its corners say. */
  outline: Quad;
  /** Where a line of the view lies in the picture. */
  toPicture(this: void, rect: RotatedRect): LinePlace;
}

/** Margin shown about the paper, as a share of its longer side. */
const margin = 0.03;
/** From this angle on between a side of the paper and the picture's rows or columns the detector misses lines, radians. */
const leastAskew = 0.17;
/** What is not askew has to be shown larger by this factor than in the whole picture. */
const leastGain = 1.4;

/** The view of a sheet; undefined where the picture itself shows its text as well. */
export function viewPaper(image: RgbaImage, paper: Quad, options: DetectOptions): PaperView | undefined {
  if (options.textHeight !== undefined) return undefined;
  const { across, down } = sideLengths(paper);
  const scale = detectionScale(across, down, options);
  const gain = scale / detectionScale(image.width, image.height, options);
  if (gain < leastGain && !isAskew(paper)) return undefined;
  const width = across * scale;
  const height = down * scale;
  const map = rectToQuadMap(width, height, paper);
  if (!map) return undefined;
  const rim = margin * Math.max(width, height);
  const outline = mapQuad(map, [
    [-rim, -rim],
    [width + rim, -rim],
    [width + rim, height + rim],
    [-rim, height + rim],
  ]);
  const size = { width: Math.round(width + 2 * rim), height: Math.round(height + 2 * rim) };
  const toPaper = rectToQuadMap(size.width, size.height, outline);
  if (!toPaper) return undefined;
  return {
    image: flatten(image, outline, { size }),
    outline,
    toPicture(rect) {
      const bend = bendVector(rect);
      const quad = mapQuad(toPaper, rectToQuad(rect));
      if (!bend) return { quad };
      const [x, y] = mapPoint(toPaper, [rect.cx, rect.cy]);
      const [bentX, bentY] = mapPoint(toPaper, [rect.cx + bend[0], rect.cy + bend[1]]);
      return { quad, bend: [bentX - x, bentY - y] };
    },
  };
}

const isAskew = (quad: Quad): boolean =>
  quad.some(([x, y], k) => {
    const [nx, ny] = quad[(k + 1) % 4] as (typeof quad)[number];
    const [dx, dy] = [Math.abs(nx - x), Math.abs(ny - y)];
    return Math.atan2(Math.min(dx, dy), Math.max(dx, dy)) > leastAskew;
  });
