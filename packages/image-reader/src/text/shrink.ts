import type { RgbaImage } from '../image.ts';

/**
 * A smaller copy whose pixels are the means of `times` by `times` of the picture's; what is left over at the right and below is
 * dropped. Opaque, as pictures are once they are decoded.
 *
 * @param times whole, at most 16; 1 gives the picture itself.
 */
export function shrink(image: RgbaImage, times: number): RgbaImage {
  if (times === 1) return image;
  const pixels = asWords(image.data);
  const width = Math.floor(image.width / times);
  const height = Math.floor(image.height / times);
  const out = new Uint8ClampedArray(width * height * 4);
  // Two colours are added at once, in the halves of a number.
  const outer = new Uint32Array(width);
  const greens = new Uint32Array(width);
  const share = 1 / (times * times);
  for (let y = 0; y < height; y++) {
    outer.fill(0);
    greens.fill(0);
    for (let row = 0; row < times; row++) {
      let from = (y * times + row) * image.width;
      for (let x = 0; x < width; x++) {
        let both = outer[x] as number;
        let green = greens[x] as number;
        for (const end = from + times; from < end; from++) {
          const pixel = pixels[from] as number;
          both += pixel & 0xff00ff;
          green += (pixel >>> 8) & 0xff;
        }
        outer[x] = both;
        greens[x] = green;
      }
    }
    for (let x = 0, to = y * width * 4; x < width; x++, to += 4) {
      const both = outer[x] as number;
      out[to] = (both & 0xffff) * share;
      out[to + 1] = (greens[x] as number) * share;
      out[to + 2] = (both >>> 16) * share;
      out[to + 3] = 255;
    }
  }
  return { width, height, data: out };
}

/** Each pixel as one number, red lowest: every processor Readout runs on stores the lowest byte first. */
function asWords(data: RgbaImage['data']): Uint32Array {
  const whole = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(whole.buffer, whole.byteOffset, whole.length / 4);
}

/** As much as {@link shrink} can. */
const mostTimes = 16;

/**
 * How many times smaller a picture can be made beforehand where it is to be reduced to `scale`: so that the filter that does the
 * rest still covers `rest` pixels in each direction.
 */
export const shrinkBefore = (scale: number, rest: number): number =>
  Math.min(mostTimes, Math.max(1, Math.floor(1 / (scale * rest))));
