import sharp from 'sharp';
import { ImageError } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import { imageLimits } from '../limits.ts';
import { decodeBmp } from './bmp.ts';
import { checkBytes, checkPixels, damaged } from './check-size.ts';
import { locationFromExif, type PictureLocation } from './exif-location.ts';
import { decodeHeif } from './heif.ts';
import type { OpenedFile } from './open-file.ts';
import { countPdfPages, decodePdfPage } from './pdf.ts';
import { sniffedBytes, sniffMediaType } from './sniff.ts';
import { type TiffDirectory, tiffDirectories } from './tiff-directories.ts';

// Only the loaders of the formats Readout reads: everything else libvips could open stays shut.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});
// Every picture is seen once; a cache would only hold memory.
sharp.cache(false);

/**
 * Sniffs a file and counts its pages. Byte, page and (but for HEIF and PDF, whose size is known only on
 * decoding) pixel limits are checked from the headers.
 *
 * @throws ImageError
 */
export async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  const mediaType = checkedMediaType(bytes);
  if (mediaType === 'application/pdf') return { mediaType, pages: await countPdfPages(bytes) };
  if (mediaType === 'image/tiff') return { mediaType, pages: tiffPages(bytes).length };
  return { mediaType, pages: 1 };
}

/**
 * Decodes one page to upright 8-bit sRGB: EXIF orientation applied, transparency composed onto white, any
 * bit depth, palette, CMYK or colour profile converted. A picture that breaks off is refused however much
 * of it is there: half a receipt would be read as a whole one.
 *
 * @param page 1-based
 * @throws ImageError
 */
export async function decodeFile(bytes: Uint8Array, page = 1): Promise<RgbaImage> {
  const mediaType = checkedMediaType(bytes);
  if (mediaType === 'application/pdf') return decodePdfPage(bytes, page);
  if (mediaType === 'image/tiff') return decodeTiff(bytes, page);
  if (page !== 1) throw noSuchPage(page, 1);
  if (mediaType === 'image/bmp') return decodeBmp(bytes);
  if (mediaType === 'image/heic' || mediaType === 'image/heif') return decodeHeif(bytes);
  return decodeWithSharp(bytes, 0);
}

/**
 * Where a picture was taken, as its EXIF says; undefined where it does not, or not in a way that can be trusted.
 * JPEG, PNG, WebP, AVIF, HEIC and TIFF carry EXIF. Never throws, whatever the bytes.
 */
export async function readLocation(bytes: Uint8Array): Promise<PictureLocation | undefined> {
  const mediaType = sniffMediaType(bytes.subarray(0, sniffedBytes));
  // A TIFF holds the directories of EXIF itself.
  if (mediaType === 'image/tiff') return locationFromExif(bytes);
  if (mediaType === undefined || mediaType === 'application/pdf' || mediaType === 'image/bmp')
    return undefined;
  try {
    const { exif } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return exif && locationFromExif(exif);
  } catch {
    // A header that cannot be read: decoding says what is wrong with it.
    return undefined;
  }
}

function checkedMediaType(bytes: Uint8Array): string {
  const mediaType = sniffMediaType(bytes.subarray(0, sniffedBytes));
  checkBytes(bytes.length, mediaType);
  if (mediaType === undefined) {
    throw new ImageError(
      'image.unsupported_type',
      'This is no picture Readout reads. Send JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF, BMP or PDF.',
    );
  }
  return mediaType;
}

function tiffPages(bytes: Uint8Array): TiffDirectory[] {
  const pages = tiffDirectories(bytes);
  if (pages.length === 0) throw damaged();
  if (pages.length > imageLimits.maxPdfPages) {
    throw new ImageError(
      'pdf.too_many_pages',
      `The file has more than ${imageLimits.maxPdfPages} pages. Split it.`,
    );
  }
  return pages;
}

async function decodeTiff(bytes: Uint8Array, page: number): Promise<RgbaImage> {
  const pages = tiffPages(bytes);
  const directory = pages[page - 1];
  if (directory === undefined) throw noSuchPage(page, pages.length);
  checkPixels(directory.width, directory.height);
  try {
    return await decodeWithSharp(bytes, directory.index);
  } catch (error) {
    // Some fax and camera TIFFs are beyond libtiff as shipped; the second decoder is the slower one.
    const { decodeUnusualTiff } = await import('./tiff.ts');
    return decodeUnusualTiff(bytes, directory.index, error);
  }
}

async function decodeWithSharp(bytes: Uint8Array, page: number): Promise<RgbaImage> {
  const options = { page, pages: 1, failOn: 'error', limitInputPixels: false, sequentialRead: true } as const;
  try {
    const header = await sharp(bytes, options).metadata();
    checkPixels(header.width, header.height);
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .ensureAlpha(1)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 4) throw damaged();
    return {
      width: info.width,
      height: info.height,
      data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    };
  } catch (error) {
    throw error instanceof ImageError ? error : damaged(error);
  }
}

function noSuchPage(page: number, pages: number): ImageError {
  return new ImageError(
    'pdf.no_such_page',
    `The file has ${pages} ${pages === 1 ? 'page' : 'pages'}; there is no page ${page}.`,
  );
}
