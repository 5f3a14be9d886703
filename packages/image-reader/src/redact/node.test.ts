// cspell:ignore ICCP xmpmeta SECRETCAMERA SECRETNAME SECRETXMP
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeRedacted } from './node.ts';

const [width, height] = [400, 300];
/** Noise of three colours everywhere, with all the metadata a camera writes. */
async function photograph({ orientation = 1 } = {}): Promise<Uint8Array> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = 120 + ((at * 7919) % 136);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD0: { Make: 'SECRETCAMERA', Artist: 'SECRETNAME' },
      IFD3: { GPSLatitude: '52/1 30/1 0/1' },
    })
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRETXMP</x:xmpmeta>')
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer();
}
const pixelsOf = async (picture: Uint8Array) => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return {
    ...info,
    at: (x: number, y: number) =>
      Math.max(...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)),
  };
};
const options = { page: 1, size: { width, height }, maxSide: 2000 };

test('nothing that was under a region is in the picture, to its very edge, and the rest is', async () => {
  const region = { x: 100, y: 50, width: 120, height: 80 };
  const { at, ...info } = await pixelsOf(
    await makeRedacted(await photograph(), { ...options, regions: [region] }),
  );
  expect([info.width, info.height]).toEqual([width, height]);
  // What is seen within is at most what the encoder spreads of its bright surroundings, and nothing deeper in.
  for (let y = 50; y < 130; y++)
    for (let x = 100; x < 220; x++) {
      const isInside = x > 108 && x < 211 && y > 58 && y < 121;
      expect(at(x, y)).toBeLessThan(isInside ? 6 : 120);
    }
  for (const [x, y] of [
    [50, 90],
    [300, 90],
    [160, 20],
    [160, 200],
  ] as const)
    expect(at(x, y)).toBeGreaterThan(100);
});

test('the same picture comes of any two originals that differ under the regions only', async () => {
  const regions = [{ x: 96, y: 48, width: 128, height: 96 }];
  const original = sharp(Buffer.alloc(width * height * 3, 200), {
    raw: { width, height, channels: 3 },
  }).png();
  const made = async (colour: string) => {
    const secret = { create: { width: 128, height: 96, channels: 3 as const, background: colour } };
    const composed = await sharp(await original.clone().toBuffer())
      .composite([{ input: secret, left: 96, top: 48 }])
      .png()
      .toBuffer();
    return makeRedacted(composed, { ...options, regions });
  };
  expect(Buffer.from(await made('#ff0000')).equals(Buffer.from(await made('#00ff88')))).toBe(true);
});

test('no metadata of the original is in the bytes; turned pictures are upright, regions lie where they were read', async () => {
  const made = await makeRedacted(await photograph({ orientation: 6 }), {
    ...options,
    size: { width: height, height: width },
    regions: [{ x: 0, y: 0, width: 100, height: 100 }],
    maxSide: 200,
  });
  const { exif, xmp, icc, iptc, orientation, width: across, height: down } = await sharp(made).metadata();
  expect([exif, xmp, icc, iptc, orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([across, down]).toEqual([150, 200]);
  expect(Buffer.from(made).toString('latin1')).not.toMatch(/SECRET|Exif|EXIF|XMP|ICCP/);
  const { at } = await pixelsOf(made);
  expect(at(20, 20)).toBeLessThan(6);
  expect(at(100, 150)).toBeGreaterThan(100);
});
