import sharp from 'sharp';
import { decodeFile } from '../decode/node.ts';
import type { PageSource } from '../decode/page-source.ts';
import type { RgbaImage } from '../image.ts';

/** Quality of the WebP picture, 1 to 100, as of the picture to look at. */
const quality = 82;

interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface RedactOptions {
  /** 1-based page of the file. */
  page: number;
  /** What the regions are in pixels of: the upright page as it was read. */
  size: { width: number; height: number };
  regions: readonly Region[];
  /** Longest side of the result, pixels; a smaller picture keeps its size. */
  maxSide: number;
}

/**
 * Decodes a page of a file and makes a picture of it in which the regions are black. They are painted over before
 * anything is reduced or encoded, and the picture is made of pixels alone: nothing that was under them, and no
 * metadata of the file, can be in the result.
 * @returns WebP
 * @throws ImageError
 */
export async function makeRedacted(
  source: PageSource,
  { page, size, regions, maxSide }: RedactOptions,
): Promise<Uint8Array> {
  const image = await decodeFile(source, page);
  const [across, down] = [image.width / size.width, image.height / size.height];
  for (const { x, y, width, height } of regions)
    blacken(image, x * across, y * down, (x + width) * across, (y + height) * down);
  const raw = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength);
  return sharp(raw, {
    raw: { width: image.width, height: image.height, channels: 4 },
    limitInputPixels: false,
  })
    .removeAlpha()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 2 })
    .toBuffer();
}

/** Every pixel that is touched, however little of it. */
function blacken(
  { width, height, data }: RgbaImage,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void {
  const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
  if (to <= from) return;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++) {
    for (let x = from; x < to; x++) {
      const at = (y * width + x) * 4;
      data[at] = 0;
      data[at + 1] = 0;
      data[at + 2] = 0;
    }
  }
}
