import { checkPixels, damaged } from '../decode/check-size.ts';
import { readRasterHeader } from '../decode/raster-header.ts';
import { turnUpright } from '../decode/upright.ts';
import type { RgbaImage } from '../image.ts';

/** Pixels taken from the canvas at a time: phones limit its area, and it needs memory beside the picture. */
const maxStripPixels = 4_000_000;

/**
 * Decodes with the browser's own decoders, which give the pixels the server's give (conformance suite): for JPEG, PNG,
 * WebP and GIF the very same; where a colour profile or transparency is converted, each within one level of 255.
 *
 * What they would show as far as it goes, a picture that breaks off, is refused before.
 *
 * @throws ImageError
 */
export async function decodeRaster(bytes: Uint8Array<ArrayBuffer>, mediaType: string): Promise<RgbaImage> {
  // No browser decodes TIFF alike; the second decoder takes it, which is one for all.
  if (mediaType === 'image/tiff') throw damaged();
  const header = readRasterHeader(bytes, mediaType);
  checkPixels(header.width, header.height);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([bytes], { type: mediaType }), {
      premultiplyAlpha: 'none',
      // Of WebP some browsers apply the orientation and some do not.
      imageOrientation: mediaType === 'image/webp' ? 'none' : 'from-image',
    });
  } catch (error) {
    throw damaged(error);
  }
  return turnUpright(readBitmap(bitmap), header.orientation);
}

/** Pixels of a bitmap, with straight alpha. The bitmap is closed. */
export function readBitmap(bitmap: ImageBitmap): RgbaImage {
  const { width, height } = bitmap;
  const data = new Uint8ClampedArray(width * height * 4);
  const rows = Math.max(1, Math.min(height, Math.floor(maxStripPixels / width)));
  const canvas = new OffscreenCanvas(width, rows);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas to a worker.');
  for (let top = 0; top < height; top += rows) {
    const taken = Math.min(rows, height - top);
    context.clearRect(0, 0, width, taken);
    context.drawImage(bitmap, 0, top, width, taken, 0, 0, width, taken);
    data.set(context.getImageData(0, 0, width, taken).data, top * width * 4);
  }
  bitmap.close();
  return { width, height, data };
}
