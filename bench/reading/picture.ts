import type { RgbaImage } from '@readout/image-reader';
import type { ImageReader } from '@readout/image-reader/node';
import sharp from 'sharp';

/** The upright picture of a file. */
export async function openPicture(_reader: ImageReader, file: string): Promise<RgbaImage> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
  };
}
