import { checkPromise } from './check-promise.ts';
import { checkPixels, damaged } from './check-size.ts';

/** What the header of a picture says, found without decoding it. */
export interface RasterHeader {
  /** As stored, before any orientation; of an AVIF the largest picture inside. */
  width: number;
  height: number;
  /** EXIF orientation of a WebP, 1 to 8; 1 for the other formats, whose orientation every browser applies. */
  orientation: number;
}

/**
 * Reads the header of a JPEG, PNG, WebP, AVIF or GIF and walks to its end, since browsers show a picture that breaks
 * off as far as it goes, where Readout refuses it: half a receipt would be read as a whole one.
 *
 * @throws ImageError `image.damaged`
 */
export function readRasterHeader(bytes: Uint8Array, mediaType: string): RasterHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const header = readers[mediaType]?.(view, bytes);
    if (header === undefined) throw damaged();
    return { width: header.width, height: header.height, orientation: header.orientation ?? 1 };
  } catch (error) {
    // An offset outside the file.
    if (error instanceof RangeError) throw damaged(error);
    throw error;
  }
}

/**
 * Refuses a JPEG or GIF whose bytes cannot hold the pixels it promises; the decoders of the other formats do so themselves. What
 * else is wrong with a picture is for its decoder to say.
 *
 * @throws ImageError `image.damaged`, and for a promise beyond all limits as `checkPixels` does
 */
export function checkRasterPromise(bytes: Uint8Array, mediaType: string): void {
  const kind = mediaType === 'image/jpeg' ? 'jpeg' : mediaType === 'image/gif' ? 'lzw' : undefined;
  if (kind === undefined) return;
  let header: Header | undefined;
  try {
    header = readers[mediaType]?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (!header) return;
  checkPixels(header.width, header.height);
  const { width, height } = header.frame ?? header;
  checkPromise(kind, width * height, bytes.length);
}

type Size = Pick<RasterHeader, 'width' | 'height'>;
/** `frame`: the part of the picture that its data is of, where that is not all. */
type Header = Size & { orientation?: number; frame?: Size };

const readers: Record<string, (view: DataView, bytes: Uint8Array) => Header | undefined> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
  'image/gif': readGif,
  'image/avif': readAvif,
};

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Markers without a length (ISO/IEC 10918-1, table B.1): TEM and the restart markers. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ISO/IEC 10918-1, annex B: segments, and scans of coded data between them, up to the end of the image. */
function readJpeg(view: DataView, bytes: Uint8Array): Header | undefined {
  let header: Header | undefined;
  let at = 2;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return undefined;
    const marker = view.getUint8(++at);
    // A filling byte, or a coded 255.
    if (marker === 0xff) continue;
    at++;
    if (marker === 0 || isBare(marker)) continue;
    if (marker === endOfImage) return header;
    const length = view.getUint16(at);
    if (isStartOfFrame(marker)) header = { height: view.getUint16(at + 3), width: view.getUint16(at + 5) };
    if (marker === startOfScan && header === undefined) return undefined;
    at += length;
  }
}

let crcTable: Uint32Array | undefined;

/** CRC-32 of ISO/IEC 3309, as chunks of PNG carry it. */
function crc32(bytes: Uint8Array): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) {
    crc = (crcTable[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** PNG, third edition, section 5: chunks up to the closing one; those that matter carry a check. */
function readPng(view: DataView, bytes: Uint8Array): Header | undefined {
  let header: Header | undefined;
  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    const end = at + 8 + length;
    const isCritical = (type & 0x20000000) === 0;
    if (isCritical && view.getUint32(end) !== crc32(bytes.subarray(at + 4, end))) return undefined;
    if (type === 0x49484452) header = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (type === 0x49454e44) return header;
    at = end + 4;
  }
}

const fourCc = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

/** RFC 9649: a RIFF file whose chunks all end inside it. */
function readWebp(view: DataView, bytes: Uint8Array): Header | undefined {
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return undefined;
  let header: Header | undefined;
  let orientation = 1;
  for (let at = 12; at + 8 <= end; ) {
    const type = fourCc(view, at);
    const length = view.getUint32(at + 4, true);
    const from = at + 8;
    if (from + length > end) return undefined;
    const uint24 = (offset: number): number =>
      view.getUint16(from + offset, true) | (view.getUint8(from + offset + 2) << 16);
    if (type === 'VP8X') header = { width: uint24(4) + 1, height: uint24(7) + 1 };
    else if (type === 'VP8 ' && header === undefined) {
      header = {
        width: view.getUint16(from + 6, true) & 0x3fff,
        height: view.getUint16(from + 8, true) & 0x3fff,
      };
    } else if (type === 'VP8L' && header === undefined) {
      const packed = view.getUint32(from + 1, true);
      header = { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    } else if (type === 'EXIF') orientation = exifOrientation(bytes.subarray(from, from + length));
    at = from + length + (length % 2);
  }
  return header && { ...header, orientation };
}

/** Tag `Orientation` of a block of EXIF (Exif 2.32, 4.6.4), with or without its leading `Exif\0\0`; 1 where there is none. */
function exifOrientation(block: Uint8Array): number {
  const tiff = String.fromCharCode(...block.subarray(0, 6)) === 'Exif\0\0' ? block.subarray(6) : block;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  try {
    const little = view.getUint16(0) === 0x4949;
    const from = view.getUint32(4, little);
    const entries = view.getUint16(from, little);
    for (let entry = 0; entry < entries; entry++) {
      const at = from + 2 + entry * 12;
      if (view.getUint16(at, little) === 0x0112) return view.getUint16(at + 8, little);
    }
  } catch (error) {
    // An offset outside the block: it says nothing.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** GIF89a, sections 18 to 22: blocks up to the end of the first picture. */
function readGif(view: DataView): Header | undefined {
  const header = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const skipSubBlocks = (from: number): number => {
    let at = from;
    for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1;
    return at + 1;
  };
  let at = 13 + tableBytes(view.getUint8(10));
  for (;;) {
    const block = view.getUint8(at);
    if (block === 0x21) at = skipSubBlocks(at + 2);
    else if (block === 0x2c) {
      skipSubBlocks(at + 11 + tableBytes(view.getUint8(at + 9)));
      const frame = { width: view.getUint16(at + 5, true), height: view.getUint16(at + 7, true) };
      return { ...header, frame };
    } else return undefined;
  }
}

/** ISO/IEC 23008-12: boxes that all end inside the file; sizes stand in `ispe` properties. */
function readAvif(view: DataView, bytes: Uint8Array): Header | undefined {
  let header: Header | undefined;
  for (let at = 0; at < bytes.length; ) {
    const size = view.getUint32(at);
    const boxBytes = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? bytes.length - at : size;
    if (boxBytes < 8 || at + boxBytes > bytes.length) return undefined;
    if (fourCc(view, at + 4) === 'meta') header = largestExtent(view, at + 8, at + boxBytes);
    at += boxBytes;
  }
  return header;
}

function largestExtent(view: DataView, from: number, to: number): Header | undefined {
  let largest: Header | undefined;
  for (let at = from; at + 16 <= to; at++) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const extent = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (largest === undefined || extent.width * extent.height > largest.width * largest.height)
      largest = extent;
  }
  return largest;
}
