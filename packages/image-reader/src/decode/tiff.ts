import UTIF from 'utif2';
import type { RgbaImage } from '../image.ts';
import { checkPixels, damaged } from './check-size.ts';
import { turnUpright } from './upright.ts';

/**
 * TIFF kinds libtiff refuses (old-style JPEG, odd bit depths, camera raws in TIFF clothes).
 *
 * @param index place of the directory in the file's chain, from 0
 * @param firstRefusal why the usual decoder refused the file; the cause of the error where this one does too
 * @throws ImageError `image.damaged`, `image.too_many_pixels`, `image.side_too_long`
 */
export function decodeUnusualTiff(bytes: Uint8Array, index: number, firstRefusal: unknown): RgbaImage {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const directory = UTIF.decode(buffer)[index];
    if (directory === undefined) throw damaged(firstRefusal);
    const size = (tag: string): number => Number((directory[tag] as ArrayLike<number> | undefined)?.[0] ?? 0);
    const [width, height] = [size('t256'), size('t257')];
    checkPixels(width, height);
    // It paints what is missing black and reports nothing, so a file that holds less than it says is refused.
    const counts = directory.t279 ?? directory.t325;
    const offsets = directory.t273 ?? directory.t324;
    if (!fitsInside(offsets, counts, bytes.length)) throw damaged(firstRefusal);
    UTIF.decodeImage(buffer, directory);
    const rgba = UTIF.toRGBA8(directory);
    if (directory.width !== width || directory.height !== height || rgba.length !== width * height * 4) {
      throw damaged(firstRefusal);
    }
    const data = new Uint8ClampedArray(rgba);
    for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
    return turnUpright({ width, height, data }, size('t274'));
  } catch {
    throw damaged(firstRefusal);
  }
}

function fitsInside(offsets: unknown, counts: unknown, byteLength: number): boolean {
  if (!Array.isArray(offsets) || !Array.isArray(counts) || offsets.length !== counts.length) return false;
  return (
    offsets.length > 0 && offsets.every((offset, at) => Number(offset) + Number(counts[at]) <= byteLength)
  );
}
