import type { RgbaImage } from '../image.ts';

/** Grey values transparency is put onto, the first that serves: paper is white. */
const grounds = [255, 0, 128] as const;
/** Grey levels that what is drawn has to stand out by. */
const leastContrast = 48;
/** Share of the outlines that may be lost on a ground. */
const mostLost = 0.02;

/**
 * Composes what is transparent in a picture onto a ground, in place: white, unless what is drawn there would be lost on it, as
 * white letters are. Seen is the luminance along the outlines, where one pixel covers more than the next.
 *
 * @returns the same picture, opaque
 */
export function composeOntoGround(image: RgbaImage): RgbaImage {
  const { data } = image;
  let first = 3;
  while (first < data.length && data[first] === 255) first += 4;
  if (first >= data.length) return image;
  const ground = groundOf(outlinesOf(image));
  for (let at = first - 3; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255) continue;
    const rest = ground * (255 - alpha);
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = ((data[channel] as number) * alpha + rest) / 255;
    data[at + 3] = 255;
  }
  return image;
}

/** How much of all outlines has each luminance: the difference in opacity counts, in levels of 255. */
function outlinesOf({ width, height, data }: RgbaImage): Float64Array {
  const outlines = new Float64Array(256);
  const add = (at: number, other: number): void => {
    const difference = (data[at + 3] as number) - (data[other + 3] as number);
    if (difference === 0) return;
    const drawn = difference > 0 ? at : other;
    const luma =
      (299 * (data[drawn] as number) +
        587 * (data[drawn + 1] as number) +
        114 * (data[drawn + 2] as number)) /
      1000;
    const bin = Math.round(luma);
    outlines[bin] = (outlines[bin] as number) + Math.abs(difference);
  };
  const row = width * 4;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      if (x + 1 < width) add(at, at + 4);
      if (y + 1 < height) add(at, at + row);
    }
  return outlines;
}

function groundOf(outlines: Float64Array): number {
  const lostOn = (ground: number): number =>
    outlines.reduce((sum, weight, luma) => sum + (Math.abs(luma - ground) < leastContrast ? weight : 0), 0);
  const all = outlines.reduce((sum, weight) => sum + weight, 0);
  const serving = grounds.find((ground) => lostOn(ground) <= mostLost * all);
  return serving ?? grounds.reduce((best, ground) => (lostOn(ground) < lostOn(best) ? ground : best));
}
