import sharp, { type Sharp } from 'sharp';
import type { RgbaImage } from '../image.ts';

/** Quality of the two WebP pictures, 1 to 100: text stays readable, bytes stay few. */
const thumbnailQuality = 72;
const viewableQuality = 82;
/** WebP's own limit for a side. Pictures within Readout's limits never reach it. */
const maxViewableSide = 12_000;

/**
 * A small picture for lists.
 *
 * @param maxSide longest side in pixels; a smaller picture keeps its size
 * @returns WebP without metadata
 */
export async function makeThumbnail(image: RgbaImage, maxSide: number): Promise<Uint8Array> {
  return pipeline(image)
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: thumbnailQuality })
    .toBuffer();
}

/**
 * The picture to look at, whatever the original's format: upright, every pixel, and made from pixels alone,
 * so that it carries no place, camera or time.
 *
 * @returns WebP without metadata
 */
export async function makeViewable(image: RgbaImage): Promise<Uint8Array> {
  return pipeline(image)
    .resize({ width: maxViewableSide, height: maxViewableSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: viewableQuality, effort: 2 })
    .toBuffer();
}

function pipeline(image: RgbaImage): Sharp {
  const { width, height, data } = image;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return sharp(bytes, { raw: { width, height, channels: 4 }, limitInputPixels: false }).removeAlpha();
}
