import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { ImageError } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import { bmpSize } from './bmp.ts';
import { checkBytes, checkPixels, damaged } from './check-size.ts';
import {
  type DecodedPage,
  type Decoders,
  decodeFile as decodeWith,
  openFile as openWith,
} from './decode-file.ts';
import { locationFromExif, type PictureLocation } from './exif-location.ts';
import type { OpenedFile, PageHeader } from './open-file.ts';
import { type AttachedNotShown, orderOf, type PageOrder, type PageSource, pageIn } from './page-source.ts';
import { lookAtPdf, pdfAttachments } from './pdf.ts';
import type { PdfAttachment } from './pdf-attachments.ts';
import { sniffedBytes, sniffMediaType } from './sniff.ts';
import { tiffDirectories } from './tiff-directories.ts';
import { type WasmInstantiator, wasmInstantiator } from './wasm.ts';

// Only the loaders of the formats Readout reads: everything else libvips could open stays shut.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});
// Every picture is seen once; a cache would only hold memory.
sharp.cache(false);

/** The decoders of the server: libvips, and WebAssembly from the installed packages. */
const decoders: Decoders = {
  decodeRaster: (bytes, _mediaType, index) => decodeWithSharp(bytes, index),
  heif: installedWasm('libheif-js/libheif-wasm/libheif.wasm'),
  pdfium: installedWasm('@hyzyla/pdfium/pdfium.wasm'),
};

/** See the function of the same name; with the decoders of the server. @throws ImageError */
export const openFile = async (source: PageSource): Promise<OpenedFile> =>
  source instanceof Uint8Array
    ? openWith(source, decoders)
    : { mediaType: 'application/pdf', pages: (await inOrder(source)).pages };

/** See the function of the same name; with the decoders of the server. @throws ImageError */
export async function decodeFile(source: PageSource, page = 1): Promise<DecodedPage> {
  if (source instanceof Uint8Array) return decodeWith(source, page, decoders);
  const { bytes, page: own, isDrawn } = pageIn(await inOrder(source), page);
  return { ...(await decodeWith(bytes, own, decoders)), isDrawn };
}

/** Name of the attached file that a page is of; undefined where it is of the file itself. @throws ImageError */
export const attachmentOf = async (source: PageSource, page: number): Promise<string | undefined> =>
  source instanceof Uint8Array ? undefined : pageIn(await inOrder(source), page).attachment;

/** The attached files whose pages are not there, and why. @throws ImageError */
export const attachedNotShown = async (source: PageSource): Promise<AttachedNotShown[]> =>
  source instanceof Uint8Array ? [] : (await inOrder(source)).notShown;

const inOrder = (source: Exclude<PageSource, Uint8Array>): Promise<PageOrder> =>
  orderOf(source, async (bytes) => (await openWith(bytes, decoders)).pages);

/**
 * What the headers say of one page: no pixel of it is decoded.
 *
 * @param page 1-based
 * @throws ImageError as {@link openFile} does
 */
export async function lookAtPage(source: PageSource, page: number): Promise<PageHeader> {
  if (!(source instanceof Uint8Array)) {
    const order = await inOrder(source);
    const found = pageIn(order, page);
    return { ...(await lookAtPage(found.bytes, found.page)), pages: order.pages };
  }
  const bytes = source;
  const mediaType = sniffMediaType(bytes.subarray(0, sniffedBytes));
  if (mediaType === 'application/pdf') {
    checkBytes(bytes.length, mediaType);
    return { mediaType, ...(await lookAtPdf(bytes, page, decoders.pdfium)) };
  }
  const opened = await openFile(bytes);
  // A header that cannot be read: decoding says what is wrong with it.
  const size = await sizeOf(bytes, opened.mediaType, page).catch(() => undefined);
  return size ? { ...opened, size } : opened;
}

/**
 * The files that are in a PDF, as an e-invoice has its data; none in any other file.
 *
 * @param maxBytes of one file; larger ones are told without their bytes
 * @throws ImageError as {@link openFile} does
 */
export async function readAttachments(bytes: Uint8Array, maxBytes: number): Promise<PdfAttachment[]> {
  const mediaType = sniffMediaType(bytes.subarray(0, sniffedBytes));
  checkBytes(bytes.length, mediaType);
  return mediaType === 'application/pdf' ? pdfAttachments(bytes, maxBytes, decoders.pdfium) : [];
}

async function sizeOf(
  bytes: Uint8Array,
  mediaType: string,
  page: number,
): Promise<{ width: number; height: number } | undefined> {
  if (mediaType === 'image/tiff') {
    const directory = tiffDirectories(bytes)[page - 1];
    return directory && { width: directory.width, height: directory.height };
  }
  if (mediaType === 'image/bmp') return bmpSize(bytes);
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width, height };
}

function installedWasm(specifier: string): WasmInstantiator {
  return wasmInstantiator(() => readFile(createRequire(import.meta.url).resolve(specifier)));
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

async function decodeWithSharp(bytes: Uint8Array, page: number): Promise<RgbaImage> {
  const options = { page, pages: 1, failOn: 'error', limitInputPixels: false, sequentialRead: true } as const;
  try {
    const header = await sharp(bytes, options).metadata();
    checkPixels(header.width, header.height);
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
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
