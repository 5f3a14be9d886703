import type { GrayImage } from '../image.ts';
import type { Barcode, Quad } from '../reading.ts';
import { type RawResult, runPass, type Zxing } from './zxing.ts';

/** Names of ZXing-C++'s `ContentType` by number. */
const contentTypes = ['Text', 'Binary', 'Mixed', 'GS1', 'ISO15434', 'UnknownECI'] as const;

/**
 * Finds the barcodes in a grey picture, each once, in reading order.
 */
export function findBarcodes(zxing: Zxing, gray: GrayImage): Barcode[] {
  const results = runPass(zxing, gray, {
    binarizer: 'local',
    denoise: false,
    downscaleFactor: 3,
    minLineCount: 2,
    formats: '',
  });
  return results.map(toBarcode);
}

function toBarcode(result: RawResult, index: number): Barcode {
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  const box = [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [x, y]) as Quad;
  return {
    id: `b${index}`,
    format: result.format,
    text: result.text,
    bytes: toBase64(result.bytes),
    contentType: contentTypes[result.contentType] ?? 'UnknownECI',
    symbologyIdentifier: result.symbologyIdentifier,
    box,
    orientation: result.rotation,
  };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
