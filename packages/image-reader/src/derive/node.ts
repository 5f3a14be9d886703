import sharp, { type Sharp } from 'sharp';
import type { PictureLocation } from '../decode/exif-location.ts';
import { decodeFile } from '../decode/node.ts';
import type { PageSource } from '../decode/page-source.ts';
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
 * so that it carries no camera or time, and no place but the one given.
 *
 * @param location written into its EXIF
 * @returns WebP, without metadata where no place is given
 */
export async function makeViewable(image: RgbaImage, location?: PictureLocation): Promise<Uint8Array> {
  const picture = pipeline(image)
    .resize({ width: maxViewableSide, height: maxViewableSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: viewableQuality, effort: 2 });
  if (location) picture.withExif({ IFD3: toGpsTags(location) });
  return picture.toBuffer();
}

/**
 * A page of a file as a picture to hand on: upright, and made from pixels alone.
 *
 * @param page 1-based
 * @param maxSide longest side in pixels; a smaller picture keeps its size
 * @returns WebP without metadata
 * @throws ImageError
 */
export async function makeReduced(
  source: PageSource,
  { page, maxSide }: { page: number; maxSide: number },
): Promise<Uint8Array> {
  return pipeline(await decodeFile(source, page))
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: viewableQuality, effort: 2 })
    .toBuffer();
}

/** EXIF 2.32, section 4.6.6; ten-thousandths of a second of arc are 3 mm. */
function toGpsTags({ latitude, longitude }: PictureLocation): Record<string, string> {
  const toAngle = (degrees: number): string => {
    const parts = Math.round(Math.abs(degrees) * 3600 * 10_000);
    const seconds = parts % 600_000;
    const minutes = Math.floor(parts / 600_000);
    return `${Math.floor(minutes / 60)}/1 ${minutes % 60}/1 ${seconds}/10000`;
  };
  return {
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: toAngle(latitude),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: toAngle(longitude),
  };
}

function pipeline(image: RgbaImage): Sharp {
  const { width, height, data } = image;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return sharp(bytes, { raw: { width, height, channels: 4 }, limitInputPixels: false }).removeAlpha();
}
