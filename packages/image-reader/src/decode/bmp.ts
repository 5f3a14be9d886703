import type { RgbaImage } from '../image.ts';
import { checkPromise } from './check-promise.ts';
import { checkPixels, damaged } from './check-size.ts';

/**
 * Windows and OS/2 bitmaps: 1, 2, 4, 8, 16, 24 and 32 bits a pixel, RLE4, RLE8, bit fields, rows from the
 * bottom or the top. Source: Microsoft's BITMAPCOREHEADER to BITMAPV5HEADER.
 *
 * Strict where pixels would be invented (a missing row, a palette index past the palette), lenient where
 * writers differ (declared file and picture sizes are ignored). Embedded JPEG or PNG is refused.
 *
 * @throws ImageError `image.damaged`, `image.too_many_pixels`, `image.side_too_long`
 */
export function decodeBmp(bytes: Uint8Array): RgbaImage {
  const header = readHeader(bytes);
  checkPixels(header.width, header.height);
  if (header.compression === rle8 || header.compression === rle4) return decodeRle(bytes, header);
  return header.bits <= 8 ? decodePalette(bytes, header) : decodeDirect(bytes, header);
}

/** What the header says. @throws ImageError `image.damaged` */
export function bmpSize(bytes: Uint8Array): { width: number; height: number } {
  const { width, height } = readHeader(bytes);
  return { width, height };
}

const rle8 = 1;
const rle4 = 2;
const bitFields = 3;
const alphaBitFields = 6;

interface Header {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  compression: number;
  pixelsAt: number;
  palette: Uint8Array[];
  masks: [red: number, green: number, blue: number, alpha: number];
}

function readHeader(bytes: Uint8Array): Header {
  if (bytes.length < 26) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint32(14, true);
  const isCore = headerBytes === 12;
  if (bytes.length < 14 + headerBytes || headerBytes < 12) throw damaged();
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = isCore ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(isCore ? 24 : 28, true);
  const compression = isCore || headerBytes < 20 ? 0 : view.getUint32(30, true);
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw damaged();
  const fits: Record<number, number[]> = {
    0: [1, 2, 4, 8, 16, 24, 32],
    [rle8]: [8],
    [rle4]: [4],
    [bitFields]: [16, 32],
    [alphaBitFields]: [16, 32],
  };
  if (!fits[compression]?.includes(bits)) throw damaged();
  const hasMasks = compression === bitFields || compression === alphaBitFields;
  const masksBehindHeader = hasMasks && headerBytes === 40 ? (compression === bitFields ? 12 : 16) : 0;
  if (bytes.length < 14 + headerBytes + masksBehindHeader) throw damaged();
  const masks: Header['masks'] = hasMasks
    ? [
        view.getUint32(54, true),
        view.getUint32(58, true),
        view.getUint32(62, true),
        headerBytes >= 56 || compression === alphaBitFields ? view.getUint32(66, true) : 0,
      ]
    : bits === 16
      ? [0x7c00, 0x03e0, 0x001f, 0]
      : [0xff0000, 0x00ff00, 0x0000ff, 0];

  const palette: Uint8Array[] = [];
  if (bits <= 8) {
    const entryBytes = isCore ? 3 : 4;
    const declared = !isCore && headerBytes >= 36 ? view.getUint32(46, true) : 0;
    const entries = declared === 0 ? 2 ** bits : Math.min(declared, 2 ** bits);
    const from = 14 + headerBytes + masksBehindHeader;
    if (bytes.length < from + entries * entryBytes) throw damaged();
    for (let entry = 0; entry < entries; entry++) {
      const at = from + entry * entryBytes;
      palette.push(Uint8Array.of(bytes[at + 2]!, bytes[at + 1]!, bytes[at]!));
    }
  }
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bits,
    compression,
    pixelsAt: view.getUint32(10, true),
    palette,
    masks,
  };
}

function newImage(header: Header): RgbaImage {
  const { width, height } = header;
  return { width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) };
}

/** Rows are padded to four bytes. */
function rowBytes(header: Header): number {
  return Math.floor((header.bits * header.width + 31) / 32) * 4;
}

function checkRows(bytes: Uint8Array, header: Header): void {
  const lastRowBytes = Math.ceil((header.bits * header.width) / 8);
  if (header.pixelsAt + rowBytes(header) * (header.height - 1) + lastRowBytes > bytes.length) throw damaged();
}

function decodePalette(bytes: Uint8Array, header: Header): RgbaImage {
  checkRows(bytes, header);
  const image = newImage(header);
  const { width, height, bits, palette } = header;
  const mask = 2 ** bits - 1;
  for (let row = 0; row < height; row++) {
    const from = header.pixelsAt + rowBytes(header) * row;
    let to = (header.topDown ? row : height - 1 - row) * width * 4;
    for (let column = 0; column < width; column++, to += 4) {
      const bit = column * bits;
      const index = (bytes[from + (bit >> 3)]! >> (8 - bits - (bit & 7))) & mask;
      const colour = palette[index];
      if (colour === undefined) throw damaged();
      image.data.set(colour, to);
    }
  }
  return image;
}

function decodeDirect(bytes: Uint8Array, header: Header): RgbaImage {
  checkRows(bytes, header);
  const image = newImage(header);
  const { width, height, bits } = header;
  const pixelBytes = bits / 8;
  const [red, green, blue, alpha] = header.masks.map(channel);
  let isSeen = false;
  for (let row = 0; row < height; row++) {
    let from = header.pixelsAt + rowBytes(header) * row;
    let to = (header.topDown ? row : height - 1 - row) * width * 4;
    for (let column = 0; column < width; column++, from += pixelBytes, to += 4) {
      let value = bytes[from]! | (bytes[from + 1]! << 8);
      if (pixelBytes > 2) value |= bytes[from + 2]! << 16;
      if (pixelBytes > 3) value |= bytes[from + 3]! << 24;
      image.data[to] = red!.of(value);
      image.data[to + 1] = green!.of(value);
      image.data[to + 2] = blue!.of(value);
      if (alpha!.max !== 0) image.data[to + 3] = alpha!.of(value);
      isSeen ||= image.data[to + 3] !== 0;
    }
  }
  // Programs that name a channel of opacity and leave it empty mean none.
  if (!isSeen) for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
  return image;
}

/** Reads one channel, scaled to 0 … 255, out of a pixel by its bit mask. */
function channel(mask: number): { max: number; of(value: number): number } {
  if (mask === 0) return { max: 0, of: () => 0 };
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return { max, of: (value) => (((value & mask) >>> shift) * 255) / max };
}

/** Pixels the stream skips (delta, early end) stay white, as paper. */
function decodeRle(bytes: Uint8Array, header: Header): RgbaImage {
  checkPromise('bitmapRuns', header.width * header.height, bytes.length - header.pixelsAt);
  const image = newImage(header);
  const { width, height, palette } = header;
  const isRle4 = header.compression === rle4;
  let at = header.pixelsAt;
  let x = 0;
  let y = 0;
  const next = (): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw damaged();
    return byte;
  };
  const put = (index: number): void => {
    if (x >= width || y >= height) return;
    const colour = palette[index];
    if (colour === undefined) throw damaged();
    image.data.set(colour, ((header.topDown ? y : height - 1 - y) * width + x) * 4);
    x++;
  };
  while (y < height) {
    const count = next();
    const value = next();
    if (count > 0) {
      for (let i = 0; i < count; i++) put(isRle4 ? (i % 2 === 0 ? value >> 4 : value & 15) : value);
    } else if (value === 0) {
      x = 0;
      y++;
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      x += next();
      y += next();
    } else {
      let pair = 0;
      for (let i = 0; i < value; i++) {
        if (!isRle4) put(next());
        else {
          if (i % 2 === 0) pair = next();
          put(i % 2 === 0 ? pair >> 4 : pair & 15);
        }
      }
      // Literal runs are padded to two bytes.
      const used = isRle4 ? Math.ceil(value / 2) : value;
      if (used % 2 === 1) at++;
    }
  }
  return image;
}
