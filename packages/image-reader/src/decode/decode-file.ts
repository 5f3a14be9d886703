import { ImageError } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import { imageLimits } from '../limits.ts';
import { decodeBmp } from './bmp.ts';
import { checkTiffPromise } from './check-promise.ts';
import { checkBytes, checkPixels, damaged, noSuchPage } from './check-size.ts';
import { composeOntoGround } from './ground.ts';
import { decodeHeif } from './heif.ts';
import type { OpenedFile } from './open-file.ts';
import { countPdfPages, decodePdfPage } from './pdf.ts';
import type { MissingValue } from './pdf-forms.ts';
import type { PdfGlyph } from './pdf-glyphs.ts';
import { checkRasterPromise } from './raster-header.ts';
import { sniffedBytes, sniffMediaType } from './sniff.ts';
import { type TiffDirectory, tiffDirectories } from './tiff-directories.ts';
import type { WasmInstantiator } from './wasm.ts';

/** A page of a file. */
export interface DecodedPage extends RgbaImage {
  /** The characters that a PDF says are there. */
  glyphs?: readonly PdfGlyph[];
  /** It was drawn of those characters by us: they need no proof. */
  isDrawn?: boolean;
  /** Values of a PDF's form that are not among its pixels. */
  missing?: readonly MissingValue[];
}

/** The decoders that differ between Node and a browser. */
export interface Decoders {
  /**
   * Decodes JPEG, PNG, WebP, AVIF or GIF (its first frame), and TIFF where it can, to upright 8-bit sRGB with straight alpha.
   * Refuses what breaks off, and what is larger than `checkPixels` allows before it decodes any of it.
   *
   * @param index place of a TIFF's directory in the file's chain, from 0.
   * @throws ImageError
   */
  decodeRaster(bytes: Uint8Array, mediaType: string, index: number): Promise<RgbaImage>;
  /** `libheif-js/libheif-wasm/libheif.wasm`. */
  heif: WasmInstantiator;
  /** `@hyzyla/pdfium/pdfium.wasm`. */
  pdfium: WasmInstantiator;
}

/**
 * Sniffs a file and counts its pages. Byte, page and (but for HEIF and PDF, whose size is known only on
 * decoding) pixel limits are checked from the headers.
 *
 * @throws ImageError
 */
export async function openFile(bytes: Uint8Array, { pdfium }: Pick<Decoders, 'pdfium'>): Promise<OpenedFile> {
  const mediaType = checkedMediaType(bytes);
  if (mediaType === 'application/pdf') return { mediaType, pages: await countPdfPages(bytes, pdfium) };
  if (mediaType === 'image/tiff') return { mediaType, pages: tiffPages(bytes).length };
  return { mediaType, pages: 1 };
}

/**
 * Decodes one page to upright 8-bit sRGB: EXIF orientation applied, transparency composed onto a ground that shows
 * what is drawn (`composeOntoGround`), any bit depth, palette, CMYK or colour profile converted. A picture that breaks
 * off is refused however much of it is there: half a receipt would be read as a whole one.
 *
 * @param page 1-based
 * @throws ImageError
 */
export async function decodeFile(bytes: Uint8Array, page: number, decoders: Decoders): Promise<DecodedPage> {
  const mediaType = checkedMediaType(bytes);
  if (mediaType === 'application/pdf') return decodePdfPage(bytes, page, decoders.pdfium);
  return composeOntoGround(await decodePicture(bytes, mediaType, page, decoders));
}

/** A picture with its transparency. */
async function decodePicture(
  bytes: Uint8Array,
  mediaType: string,
  page: number,
  decoders: Decoders,
): Promise<RgbaImage> {
  if (mediaType === 'image/tiff') return decodeTiff(bytes, page, decoders);
  if (page !== 1) throw noSuchPage(page, 1);
  if (mediaType === 'image/bmp') return decodeBmp(bytes);
  if (mediaType === 'image/heic' || mediaType === 'image/heif') return decodeHeif(bytes, decoders.heif);
  checkRasterPromise(bytes, mediaType);
  return decoders.decodeRaster(bytes, mediaType, 0);
}

function checkedMediaType(bytes: Uint8Array): string {
  const mediaType = sniffMediaType(bytes.subarray(0, sniffedBytes));
  checkBytes(bytes.length, mediaType);
  // Of XML the page is drawn before.
  if (mediaType === undefined || mediaType === 'application/xml') {
    throw new ImageError(
      'image.unsupported_type',
      'This is not a picture Readout reads. Send JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF, BMP or PDF.',
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
      { values: { most: imageLimits.maxPdfPages } },
    );
  }
  return pages;
}

async function decodeTiff(bytes: Uint8Array, page: number, { decodeRaster }: Decoders): Promise<RgbaImage> {
  const pages = tiffPages(bytes);
  const directory = pages[page - 1];
  if (directory === undefined) throw noSuchPage(page, pages.length);
  checkPixels(directory.width, directory.height);
  checkTiffPromise(directory, bytes.length);
  try {
    return await decodeRaster(bytes, 'image/tiff', directory.index);
  } catch (error) {
    // Some fax and camera TIFFs are beyond libtiff as shipped; the second decoder is the slower one.
    const { decodeUnusualTiff } = await import('./tiff.ts');
    return decodeUnusualTiff(bytes, directory.index, error);
  }
}
