import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeFile, lookAtPage, openFile } from './node.ts';
import { drawQuadrants, makeBmp, makePdf, quadrants, seenQuadrants } from './sample-files.ts';

// Generous: other work on the machine slows processes and decoders, not results.
const heic = readFileSync(new URL('../../corpus/heic-four-quadrants/input.heic', import.meta.url));
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

const files: Record<string, { type: string; make: () => Promise<Uint8Array> }> = {
  JPEG: { type: 'image/jpeg', make: () => drawQuadrants().jpeg().toBuffer() },
  'progressive JPEG': {
    type: 'image/jpeg',
    make: () => drawQuadrants().jpeg({ progressive: true }).toBuffer(),
  },
  'CMYK JPEG': { type: 'image/jpeg', make: () => drawQuadrants().toColourspace('cmyk').jpeg().toBuffer() },
  'JPEG with a wide-gamut profile': {
    type: 'image/jpeg',
    make: () => drawQuadrants().withIccProfile('p3').jpeg().toBuffer(),
  },
  PNG: { type: 'image/png', make: () => drawQuadrants().png().toBuffer() },
  '16-bit PNG': { type: 'image/png', make: () => drawQuadrants().toColourspace('rgb16').png().toBuffer() },
  'palette PNG': { type: 'image/png', make: () => drawQuadrants().png({ palette: true }).toBuffer() },
  'interlaced PNG': { type: 'image/png', make: () => drawQuadrants().png({ progressive: true }).toBuffer() },
  WebP: { type: 'image/webp', make: () => drawQuadrants().webp().toBuffer() },
  AVIF: { type: 'image/avif', make: () => drawQuadrants().avif().toBuffer() },
  HEIC: { type: 'image/heic', make: async () => heic },
  GIF: { type: 'image/gif', make: () => drawQuadrants().gif().toBuffer() },
  TIFF: { type: 'image/tiff', make: () => drawQuadrants().tiff({ compression: 'lzw' }).toBuffer() },
  'JPEG in TIFF': {
    type: 'image/tiff',
    make: () => drawQuadrants().tiff({ compression: 'jpeg' }).toBuffer(),
  },
  'CMYK TIFF': { type: 'image/tiff', make: () => drawQuadrants().toColourspace('cmyk').tiff().toBuffer() },
  '4-bit BMP': { type: 'image/bmp', make: async () => makeBmp({ bits: 4 }) },
  '8-bit BMP': { type: 'image/bmp', make: async () => makeBmp({ bits: 8 }) },
  '16-bit BMP': { type: 'image/bmp', make: async () => makeBmp({ bits: 16 }) },
  '16-bit BMP with bit fields': {
    type: 'image/bmp',
    make: async () => makeBmp({ bits: 16, bitFields: true }),
  },
  '24-bit BMP': { type: 'image/bmp', make: async () => makeBmp({ bits: 24 }) },
  '24-bit BMP from the top': { type: 'image/bmp', make: async () => makeBmp({ bits: 24, topDown: true }) },
  '32-bit BMP': { type: 'image/bmp', make: async () => makeBmp({ bits: 32 }) },
  '32-bit BMP with bit fields': {
    type: 'image/bmp',
    make: async () => makeBmp({ bits: 32, bitFields: true }),
  },
  'RLE8 BMP': { type: 'image/bmp', make: async () => makeBmp({ bits: 8, rle: true }) },
  'RLE4 BMP': { type: 'image/bmp', make: async () => makeBmp({ bits: 4, rle: true }) },
};

describe('every accepted format gives the same upright sRGB picture', () => {
  test.each(Object.entries(files))('%s', async (_name, { type, make }) => {
    const bytes = await make();
    expect(await openFile(bytes)).toEqual({ mediaType: type, pages: 1 });
    const image = await decodeFile(bytes);
    const { size } = await lookAtPage(bytes, 1);
    expect(size!.width * size!.height).toBe(image.width * image.height);
    expect([image.width, image.height]).toEqual([quadrants.width, quadrants.height]);
    expect(image.data.length).toBe(quadrants.width * quadrants.height * 4);
    expect(seenQuadrants(image)).toEqual(quadrants.expected);
    expect(image.data.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });
});

test('a grey picture and a 16-bit grey one have three equal channels', async () => {
  for (const space of ['b-w', 'grey16']) {
    const { data } = await decodeFile(await drawQuadrants().toColourspace(space).png().toBuffer());
    expect([data[0], data[1], data[2], data[3]]).toEqual([data[0], data[0], data[0], 255]);
    expect(data[0]).toBeGreaterThan(50);
  }
});

test('a 1-bit BMP is black above and white below', async () => {
  const { data, width, height } = await decodeFile(makeBmp({ bits: 1 }));
  expect(data[0]).toBe(0);
  expect(data[(width * height - 1) * 4]).toBe(250);
});

describe('EXIF orientation', () => {
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
  test.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'all eight give the same picture in %s',
    async (format) => {
      for (const orientation of orientations) {
        const bytes = await drawQuadrants(orientation).withMetadata({ orientation })[format]().toBuffer();
        const image = await decodeFile(bytes);
        expect([orientation, image.width, image.height]).toEqual([
          orientation,
          quadrants.width,
          quadrants.height,
        ]);
        expect([orientation, ...seenQuadrants(image)]).toEqual([orientation, ...quadrants.expected]);
      }
    },
  );
});

test('transparency lies on white', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 4, background: transparent } })
    .png()
    .toBuffer();
  expect([...(await decodeFile(bytes)).data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
});

test.each(['png', 'webp', 'tiff'] as const)(
  'white letters on transparency are seen in %s',
  async (format) => {
    const letter = { create: { width: 8, height: 30, channels: 4, background: '#fff' } } as const;
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 4, background: transparent } })
      .composite([{ input: letter, left: 16, top: 5 }])
      [format]()
      .toBuffer();
    const { data } = await decodeFile(bytes);
    const at = (x: number, y: number) => [...data.subarray((y * 40 + x) * 4, (y * 40 + x) * 4 + 4)];
    expect(at(2, 2)).toEqual([0, 0, 0, 255]);
    expect(at(20, 20)).toEqual([255, 255, 255, 255]);
  },
);

test('an animated GIF is its first frame', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const animation = await sharp([await frame('#ff0000'), await frame('#0000ff')], {
    join: { animated: true },
  })
    .gif()
    .toBuffer();
  expect(await openFile(animation)).toEqual({ mediaType: 'image/gif', pages: 1 });
  const image = await decodeFile(animation);
  expect([image.width, image.height, image.data[0], image.data[2]]).toEqual([8, 8, 255, 0]);
});

test('a picture of one pixel is a picture', async () => {
  const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  expect(await decodeFile(bytes)).toEqual({
    width: 1,
    height: 1,
    data: Uint8ClampedArray.of(0x12, 0x34, 0x56, 255),
  });
});

test('the pages of a PDF are drawn one by one at 200 dots per inch', async () => {
  const bytes = makePdf(3);
  expect(await openFile(bytes)).toEqual({ mediaType: 'application/pdf', pages: 3 });
  for (const page of [1, 3]) {
    const { width, height, data } = await decodeFile(bytes, page);
    expect([width, height]).toEqual([555, 555]);
    expect(await lookAtPage(bytes, page)).toMatchObject({ pages: 3, size: { width, height } });
    expect(data[0]).toBe(255);
    expect(data[(height - 1) * width * 4]).toBe(0);
  }
});

test('the pages of a TIFF are read one by one, its preview is none', async () => {
  const page = (background: string) =>
    sharp({ create: { width: 4, height: 4, channels: 3, background } })
      .png()
      .toBuffer();
  const bytes = await sharp([await page('#ff0000'), await page('#0000ff')], { join: { animated: true } })
    .tiff({ compression: 'none' })
    .toBuffer();
  expect(await openFile(bytes)).toEqual({ mediaType: 'image/tiff', pages: 2 });
  expect([...(await decodeFile(bytes, 2)).data.subarray(0, 3)]).toEqual([0, 0, 255]);
  expect(await lookAtPage(bytes, 2)).toMatchObject({ pages: 2, size: { width: 4, height: 4 } });
  const pyramid = await drawQuadrants()
    .resize(600, 400)
    .tiff({ pyramid: true, tile: true, tileWidth: 128, tileHeight: 128 })
    .toBuffer();
  expect((await openFile(pyramid)).pages).toBe(1);
});
