import type { RgbaImage } from '../image.ts';

/** Applies an EXIF orientation, 1 to 8 (Exif 2.32, 4.6.4); anything else is 1. */
export function turnUpright(image: RgbaImage, orientation: number): RgbaImage {
  if (!(orientation >= 2 && orientation <= 8)) return image;
  const { width, height } = image;
  const turned = orientation >= 5;
  const to = { width: turned ? height : width, height: turned ? width : height };
  const from32 = new Uint32Array(image.data.buffer, image.data.byteOffset, width * height);
  const to32 = new Uint32Array(width * height);
  for (let y = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++) {
      let [sx, sy] = turned ? [y, x] : [x, y];
      if ([2, 3, 7, 8].includes(orientation)) sx = width - 1 - sx;
      if ([3, 4, 6, 7].includes(orientation)) sy = height - 1 - sy;
      to32[y * to.width + x] = from32[sy * width + sx]!;
    }
  }
  return { ...to, data: new Uint8ClampedArray(to32.buffer) };
}
