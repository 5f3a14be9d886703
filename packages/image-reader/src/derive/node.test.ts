import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeFile, readLocation } from '../decode/node.ts';
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

test('the picture to look at carries the place it is given, and nothing else of the original', async () => {
  const image = await decodeFile(await drawQuadrants().withExif(exif).jpeg().toBuffer());
  for (const place of [
    { latitude: 51.5, longitude: -0.125 },
    { latitude: -33.99999999, longitude: 151.2152967 },
    { latitude: 90, longitude: -180 },
  ]) {
    const viewable = await makeViewable(image, place);
    const kept = await readLocation(viewable);
    expect(kept?.latitude).toBeCloseTo(place.latitude, 6);
    expect(kept?.longitude).toBeCloseTo(place.longitude, 6);
    expect(Buffer.from(viewable).includes('Camera')).toBe(false);
    expect(await readLocation(await makeThumbnail(image, 48))).toBeUndefined();
  }
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
