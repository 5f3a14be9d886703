import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeFile } from '../decode/node.ts';
import { drawQuadrants, quadrants, seenQuadrants } from '../decode/sample-files.ts';
import { makeThumbnail, makeViewable } from './node.ts';

const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } };

test('the picture to look at is upright, whole and carries no place or camera', async () => {
  const original = await drawQuadrants(6).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(original.includes('Camera')).toBe(true);
  const viewable = Buffer.from(await makeViewable(await decodeFile(original)));
  const metadata = await sharp(viewable).metadata();
  expect([metadata.format, metadata.width, metadata.height]).toEqual([
    'webp',
    quadrants.width,
    quadrants.height,
  ]);
  expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(seenQuadrants(await decodeFile(viewable))).toEqual(quadrants.expected);
});

test('a thumbnail fits its side and keeps its proportions, small pictures are not enlarged', async () => {
  const image = await decodeFile(await drawQuadrants().png().toBuffer());
  const sides = async (maxSide: number): Promise<number[]> => {
    const { width, height } = await sharp(await makeThumbnail(image, maxSide)).metadata();
    return [width, height];
  };
  expect(await sides(48)).toEqual([48, 32]);
  expect(await sides(500)).toEqual([96, 64]);
  const pixel = { width: 1, height: 1, data: Uint8ClampedArray.of(1, 2, 3, 255) };
  expect((await makeThumbnail(pixel, 320)).length).toBeGreaterThan(0);
});
