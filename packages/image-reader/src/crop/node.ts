import sharp from 'sharp';
import { decodeFile } from '../decode/node.ts';
import type { Quad } from '../reading.ts';

/** Quality of the JPEG pictures, 1 to 100. */
const quality = 85;
/** Longest side of a cut-out; longer ones are made smaller. */
const maxSide = 1024;
/** What is shown around a box, in its heights, so that one sees where on the page it is. */
const marginInHeights = 1;

/** Cut-out of a page. */
export interface Crop {
  width: number;
  height: number;
  /** JPEG without metadata. */
  picture: Uint8Array;
}

/**
 * Cuts what is in boxes, and a little around it, out of a page of a file.
 * @param boxes corners in pixels of the upright picture, which is `pageWidth` wide; the file may be a smaller copy of it
 * @returns one for each box, in their order
 * @throws ImageError
 */
export async function makeCrops(
  bytes: Uint8Array,
  { page, pageWidth, boxes }: { page: number; pageWidth: number; boxes: readonly Quad[] },
): Promise<Crop[]> {
  const { width, height, data } = await decodeFile(bytes, page);
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const scale = width / pageWidth;
  const crops: Crop[] = [];
  for (const box of boxes) {
    const { data: picture, info } = await sharp(raw, {
      raw: { width, height, channels: 4 },
      limitInputPixels: false,
    })
      .extract(around(box, scale, { width, height }))
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    crops.push({ width: info.width, height: info.height, picture });
  }
  return crops;
}

/** Upright rectangle around a box, within the picture, at least one pixel. */
function around(box: Quad, scale: number, { width, height }: { width: number; height: number }) {
  const xs = box.map(([x]) => x * scale);
  const ys = box.map(([, y]) => y * scale);
  const margin = (Math.max(...ys) - Math.min(...ys)) * marginInHeights;
  const within = (value: number, end: number): number => Math.min(Math.max(Math.round(value), 0), end);
  const left = within(Math.min(...xs) - margin, width - 1);
  const top = within(Math.min(...ys) - margin, height - 1);
  return {
    left,
    top,
    width: Math.max(within(Math.max(...xs) + margin, width) - left, 1),
    height: Math.max(within(Math.max(...ys) + margin, height) - top, 1),
  };
}
