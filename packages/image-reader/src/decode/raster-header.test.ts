import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { ImageError } from '../errors.ts';
import { decodeFile } from './node.ts';
import { readRasterHeader } from './raster-header.ts';
import { sniffMediaType } from './sniff.ts';

const noise = sharp({
  create: {
    width: 160,
    height: 90,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
});
const formats: Record<string, (picture: Sharp) => Sharp> = {
  JPEG: (picture) => picture.jpeg(),
  'progressive JPEG': (picture) => picture.jpeg({ progressive: true }),
  PNG: (picture) => picture.png(),
  'WebP with loss': (picture) => picture.webp(),
  'WebP without loss': (picture) => picture.webp({ lossless: true }),
  GIF: (picture) => picture.gif(),
  AVIF: (picture) => picture.avif({ effort: 0 }),
};

const header = (bytes: Uint8Array): ReturnType<typeof readRasterHeader> =>
  readRasterHeader(bytes, sniffMediaType(bytes) as string);

function refuses(bytes: Uint8Array): boolean {
  try {
    header(bytes);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'image.damaged' });
    return error instanceof ImageError;
  }
}

describe.each(Object.entries(formats))('%s', (_name, make) => {
  test('gives its size', async () => {
    const bytes = await make(noise.clone()).toBuffer();
    expect(header(bytes)).toEqual({ width: 160, height: 90, orientation: 1 });
  });

  test('is refused wherever it breaks off and the server refuses it', async () => {
    const bytes = await make(noise.clone()).toBuffer();
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.97]) {
      const part = bytes.subarray(0, Math.floor(bytes.length * share));
      await expect(decodeFile(part)).rejects.toMatchObject({ code: 'image.damaged' });
      expect([share, refuses(part)]).toEqual([share, true]);
    }
  });
});

test('every JPEG and WebP of the corpus is whole', () => {
  const corpus = join(import.meta.dirname, '../../corpus');
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /input\.(jpg|webp|png)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(header(readFileSync(join(corpus, file))).width).toBeGreaterThan(10);
});

test('a WebP says how it has to be turned', async () => {
  const bytes = await noise.clone().withMetadata({ orientation: 6 }).webp().toBuffer();
  expect(header(bytes)).toEqual({ width: 160, height: 90, orientation: 6 });
});

test('a PNG whose bytes were changed on the way is refused', async () => {
  const bytes = await noise.clone().png().toBuffer();
  bytes[200] = (bytes[200] as number) ^ 1;
  expect(refuses(bytes)).toBe(true);
});

test('a JPEG with a picture of its own in its metadata is as large as it is', async () => {
  const preview = await noise.clone().resize(32, 18).jpeg().toBuffer();
  const bytes = await noise.clone().jpeg().toBuffer();
  const segment = Buffer.alloc(preview.length + 4);
  segment.writeUInt16BE(0xffe1);
  segment.writeUInt16BE(preview.length + 2, 2);
  preview.copy(segment, 4);
  expect(header(Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]))).toMatchObject({
    width: 160,
  });
});
