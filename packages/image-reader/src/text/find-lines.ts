import type { RgbaImage } from '../image.ts';
import { joinRegions } from '../layout/join-regions.ts';
import { runOverEdge } from '../layout/over-edge.ts';
import { quadCentre, quadContains } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import { type DetectOptions, detectText } from './detect-text.ts';
import type { Infer } from './infer.ts';
import { directRegions, upsideDown } from './orientation.ts';
import { type LinePlace, placeOf, type RotatedRect, rectToQuad, turnedRect } from './rotated-rect.ts';
import { viewPaper } from './view-paper.ts';

export interface LineOptions {
  detect: DetectOptions;
  /** Widest gap inside one line, in line heights. */
  maxGap: number;
}

/** Longer side at which a picture is looked through for text beside its paper, pixels: it is mostly larger. */
const besideLongSide = 1000;

/**
 * The lines of text in a picture, turned as they read. Of paper that lies askew, in perspective, or small in the picture the
 * detector is shown the sheet as seen from straight above; what lies beside it is looked for in a smaller copy.
 *
 * @param paper corners of the sheet the picture shows, where there is one.
 */
export async function findLines(
  image: RgbaImage,
  paper: Quad | undefined,
  infer: Infer,
  options: LineOptions,
): Promise<LinePlace[]> {
  const view = paper && viewPaper(image, paper, options.detect);
  // A photograph's letters are not sharp enough to be made smaller.
  const thorough = { ...options, detect: { ...options.detect, ...(paper ? { glance: undefined } : {}) } };
  if (paper && view) {
    const detect = { ...thorough.detect, maxLongSide: besideLongSide };
    const all = await findRows(image, infer, { ...options, detect });
    if (!runOverEdge(all.map(rectToQuad), paper)) {
      const beside = all.filter((rect) => !quadContains(view.outline, [rect.cx, rect.cy]));
      const rows = await findRows(view.image, infer, {
        ...options,
        detect: { ...thorough.detect, minShortSide: 1 },
      });
      const turned = await turnUpright(image, rows, infer, view.toPicture);
      const outer = (await turnUpright(image, beside, infer)).map(placeOf);
      // Of a line beside the paper that reaches into the view of it only a part was seen there.
      const onPaper = turned
        .map(view.toPicture)
        .filter(({ quad }) => !outer.some((other) => quadContains(other.quad, quadCentre(quad))));
      return [...onPaper, ...outer];
    }
  }
  return (await turnUpright(image, await findRows(image, infer, thorough), infer)).map(placeOf);
}

/** The lines of text the detector finds, parts of one row joined, not yet told from upside down. */
export async function findRows(
  image: RgbaImage,
  infer: Infer,
  { detect, maxGap }: LineOptions,
): Promise<RotatedRect[]> {
  return joinRegions(directRegions(await detectText(image, infer, detect)), { maxGap });
}

/**
 * Turns all horizontal, and all vertical, lines by half a turn where the classifier finds them upside down.
 *
 * @param toPicture where a line lies in the picture, if it was found in another view of it.
 */
export async function turnUpright(
  image: RgbaImage,
  rects: readonly RotatedRect[],
  infer: Infer,
  toPicture: (rect: RotatedRect) => LinePlace = placeOf,
): Promise<RotatedRect[]> {
  const vertical = (r: RotatedRect): boolean => Math.abs(Math.sin(r.angle)) > Math.SQRT1_2;
  const across = rects.filter((r) => !vertical(r));
  const turnAcross = await upsideDown(image, across, infer, toPicture);
  const turnDown = await upsideDown(image, rects.filter(vertical), infer, toPicture);
  return rects.map((r) => ((vertical(r) ? turnDown : turnAcross) ? turnedRect(r, Math.PI) : r));
}
