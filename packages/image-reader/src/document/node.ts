import sharp from 'sharp';
import { decodeFile } from '../decode/node.ts';
import type { PageSource } from '../decode/page-source.ts';
import type { Quad } from '../reading.ts';
import { evenShadows } from './even-shadows.ts';
import { flatten } from './flatten.ts';

/** Quality of the WebP picture, 1 to 100, as of the picture to look at. */
const quality = 82;

/**
 * Decodes a page of a file and makes the flattened, evenly lit picture of the document on it.
 * @param quad corners in pixels of the upright picture, clockwise from the document's top left
 * @returns WebP without metadata, of the size that `flatSize` tells
 * @throws ImageError
 */
export async function makeFlattened(
  source: PageSource,
  { page, quad }: { page: number; quad: Quad },
): Promise<Uint8Array> {
  const { width, height, data } = evenShadows(flatten(await decodeFile(source, page), quad));
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return sharp(raw, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .removeAlpha()
    .webp({ quality, effort: 2 })
    .toBuffer();
}
