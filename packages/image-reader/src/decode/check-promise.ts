import { damaged } from './check-size.ts';

/**
 * Most pixels that a byte of coded data can stand for. What a file promises beyond that nobody wrote: decoders would show a
 * blank page for it.
 */
const mostPixelsPerByte = {
  /** A block of 8 × 8 takes a bit for its mean at least (ISO/IEC 10918-1, F.1.2.1). */
  jpeg: 8 * 64,
  /** With its table full, a code of 12 bits stands for 4096 values at most (GIF89a, appendix F; TIFF 6.0, section 13). */
  lzw: (4096 * 8) / 12,
  /** A pair of bytes repeats a pixel 255 times (Windows bitmaps, `BI_RLE8` and `BI_RLE4`). */
  bitmapRuns: 255 / 2,
} as const;
/** The same of the kinds of compression of TIFF that have such a bound, in bytes of pixels: RFC 1951 repeats 258 bytes in two bits. */
const mostBytesPerByte: Readonly<Record<number, number>> = {
  1: 1,
  5: mostPixelsPerByte.lzw,
  8: (258 * 8) / 2,
  32773: 128 / 2,
  32946: (258 * 8) / 2,
};
const tiffJpeg = 7;

/** Refuses a picture whose bytes cannot hold the pixels its header promises. @throws ImageError `image.damaged` */
export function checkPromise(kind: keyof typeof mostPixelsPerByte, pixels: number, bytes: number): void {
  if (pixels > bytes * mostPixelsPerByte[kind]) throw damaged();
}

/**
 * The same for a page of a TIFF; a pixel takes a bit for each of its samples at least.
 *
 * @throws ImageError `image.damaged`
 */
export function checkTiffPromise(
  {
    width,
    height,
    compression,
    samples,
  }: { width: number; height: number; compression: number; samples: number },
  bytes: number,
): void {
  if (compression === tiffJpeg) checkPromise('jpeg', width * height, bytes);
  const most = mostBytesPerByte[compression] ?? Number.POSITIVE_INFINITY;
  if ((width * height * samples) / 8 > bytes * most) throw damaged();
}
