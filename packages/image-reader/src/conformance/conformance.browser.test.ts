import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeFile, openFile } from '../decode/node.ts';
import { makeBmp, makeEncryptedPdf, makePdf, makePngHeader } from '../decode/sample-files.ts';
import { ImageError } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import { createImageReader, type ImageReader } from '../node.ts';
import { type LoadedModels, loadModels } from '../text/node-models.ts';
import { compareReadings } from './compare.ts';
import { type Harness, openHarness, rawPixels } from './harness.ts';
import { readAndRecord } from './record-networks.ts';

// The same pictures through the engine in Node and in a real Chromium, more of them in `npm run test:long`. Hundreds more:
// bench/conformance.

const isLong = process.env.READOUT_LONG_TESTS !== undefined;
const corpus = join(import.meta.dirname, '../../corpus');
/** What holds a page of another language is read as English, too: its currency signs. */
const documents: [name: string, languages: string[]][] = [['french-receipt', ['en']]];
if (isLong) documents.push(['german-receipt', ['de']], ['swedish-receipt', ['sv']]);
/** Stripes take as long as all the others: wherever they are looked at, codes are looked for. */
const symbols = readdirSync(corpus).filter((name) =>
  (isLong ? /code|codabar|ean|upc|stripes/ : /(?<!no-bar)code|codabar|ean|upc/).test(name),
);
const inputOf = (name: string): Buffer => {
  const folder = join(corpus, name);
  return readFileSync(join(folder, readdirSync(folder).find((file) => file.startsWith('input.')) as string));
};
const languagesOf = (name: string): string[] =>
  JSON.parse(readFileSync(join(corpus, name, 'expected.json'), 'utf8')).languages;

let device: Harness;
let server: ImageReader;
let models: LoadedModels;
beforeAll(async () => {
  [device, server, models] = await Promise.all([
    // One thread: other tests run beside this one.
    openHarness({ threads: 1 }),
    createImageReader({ threads: 1 }),
    loadModels([], 1),
  ]);
});
afterAll(async () => {
  await Promise.all([device?.close(), server?.close(), models?.close()]);
});

describe('given the same pixels', () => {
  test.each(['french-receipt'])(
    '%s: what the networks are given, and what is made of what they gave, is the same to the last bit',
    async (name) => {
      const image = await decodeFile(inputOf(name));
      const languages = languagesOf(name);
      const { reading, recording } = await readAndRecord(image, languages, models, device.serve);
      const replayed = await device.call(
        'replay',
        device.serve(rawPixels(image)),
        image.width,
        image.height,
        recording,
      );
      expect(replayed.seen).toEqual(recording.runs.map(({ model, input }) => `${model} ${input}`));
      expect(replayed.reading).toEqual(JSON.parse(JSON.stringify(reading)));
      device.forget();
    },
  );

  test.each(symbols)('%s: the same barcodes', async (name) => {
    const image = await decodeFile(inputOf(name));
    const expected = await server.readImage(image, { only: 'barcodes' });
    const seen = await device.call('readPixels', device.serve(rawPixels(image)), image.width, image.height, {
      only: 'barcodes',
    });
    expect(seen.barcodes).toEqual(expected.barcodes);
    expect(seen.quality).toEqual(expected.quality);
    device.forget();
  });
});

test('end to end at least 99% of the lines are equal, and all barcodes; a page in English keeps its currency signs', async () => {
  let [lines, equal] = [0, 0];
  const differences: unknown[] = [];
  const texts: string[] = [];
  for (const [name, languages] of documents) {
    const bytes = inputOf(name);
    const expected = await server.read(bytes, { languages });
    const seen = await device.call('read', device.serve(bytes), { languages });
    if ('code' in seen) throw new Error(`${name}: ${seen.code}`);
    const comparison = compareReadings(expected.reading, seen.reading);
    expect(comparison.equalBarcodes).toBe(comparison.barcodes);
    expect(seen.reading.engine).toEqual(expected.reading.engine);
    expect(seen.reading.page).toEqual(expected.reading.page);
    lines += comparison.lines;
    equal += comparison.equalLines;
    differences.push(...comparison.lineDifferences);
    texts.push(...seen.reading.lines.map(({ text }) => text));
  }
  expect(lines).toBeGreaterThan(documents.length * 15);
  expect(equal / lines, JSON.stringify(differences)).toBeGreaterThanOrEqual(0.99);
  expect(texts).toContain('39,90 €');
});

test('lines of a page in English, and a display of seven segments, are read alike by the same network', async () => {
  const display = '../../../../plugins/display/fixtures/seven-segments-of-a-scale-tilted/input.png';
  const bytes = readFileSync(join(import.meta.dirname, display));
  const options = { languages: ['en'], only: 'text' as const };
  const expected = await server.read(bytes, options);
  const seen = await device.call('read', device.serve(bytes), options);
  if ('code' in seen) throw new Error(seen.code);
  const facts = expected.reading.lines.map((line) => [line.text, line.recogniser]);
  expect(seen.reading.lines.map((line) => [line.text, line.recogniser])).toEqual(facts);
  expect(facts.map(([line]) => line)).toContain('73.85');
});

describe('a file is decoded as the server decodes it', () => {
  const photo = sharp(inputOf('ean13-turned-55-degrees')).resize(301, 203, { fit: 'fill' });
  const same: Record<string, (picture: Sharp) => Sharp> = {
    'JPEG, colour at half the size': (picture) => picture.jpeg({ quality: 80 }),
    'JPEG, colour at full size, progressive': (picture) =>
      picture.jpeg({ chromaSubsampling: '4:4:4', progressive: true }),
    'grey JPEG': (picture) => picture.grayscale().jpeg(),
    'JPEG to be turned': (picture) => picture.withMetadata({ orientation: 6 }).jpeg(),
    PNG: (picture) => picture.png(),
    'PNG with a palette': (picture) => picture.png({ palette: true }),
    'PNG of 16 bits': (picture) => picture.toColourspace('rgb16').png(),
    'WebP with loss': (picture) => picture.webp({ quality: 70 }),
    'WebP to be turned': (picture) => picture.withMetadata({ orientation: 8 }).webp(),
    GIF: (picture) => picture.gif(),
    TIFF: (picture) => picture.tiff({ compression: 'lzw' }),
  };
  const near: Record<string, (picture: Sharp) => Sharp> = {
    'JPEG with the colours of a telephone': (picture) => picture.withIccProfile('p3').jpeg(),
    'PNG with transparency': (picture) => picture.ensureAlpha(0.4).png(),
    'WebP of white on nothing': () =>
      sharp({ create: { width: 64, height: 48, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .composite([
          { input: { create: { width: 9, height: 30, channels: 4, background: '#fffc' } }, left: 7, top: 9 },
        ])
        .webp({ lossless: true }),
    AVIF: (picture) => picture.avif({ effort: 0 }),
  };
  async function decodeBoth(bytes: Uint8Array, page = 1) {
    const expected: RgbaImage = await decodeFile(bytes, page);
    const { pages, mediaType } = await openFile(bytes);
    const seen = await device.call('decode', device.serve(bytes), device.serve(rawPixels(expected)), page);
    device.forget();
    expect(seen).toMatchObject({ width: expected.width, height: expected.height, pages, mediaType });
    return seen;
  }

  test.each(Object.entries(same))('%s: the same pixels', async (_name, make) => {
    expect(await decodeBoth(await make(photo.clone()).toBuffer())).toMatchObject({ maxDifference: 0 });
  });
  test.each(Object.entries(near))('%s: pixels one level apart at most', async (_name, make) => {
    const seen = await decodeBoth(await make(photo.clone()).toBuffer());
    expect((seen as { maxDifference: number }).maxDifference).toBeLessThanOrEqual(1);
  });
  test.each([
    ['HEIC', () => inputOf('heic-four-quadrants'), 1],
    ['BMP', () => makeBmp({ bits: 24 }), 1],
    ['second page of a PDF', () => makePdf(2), 2],
  ] as const)('%s: the same pixels', async (_name, make, page) => {
    expect(await decodeBoth(make(), page)).toMatchObject({ maxDifference: 0 });
  });

  test('what the server refuses is refused with its code', async () => {
    const jpeg = await photo.clone().jpeg().toBuffer();
    const png = await photo.clone().png().toBuffer();
    const webp = await photo.clone().webp().toBuffer();
    const files: Record<string, Uint8Array> = {
      nothing: new Uint8Array(),
      text: new TextEncoder().encode('Dear Sir or Madam, this is no photograph.'),
      'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
      'half a PNG': png.subarray(0, png.length / 2),
      'nine tenths of a WebP': webp.subarray(0, webp.length * 0.9),
      'half a HEIC': inputOf('heic-four-quadrants').subarray(0, 300),
      'too many pixels': makePngHeader(60_000, 60_000),
      'a side too long': makePngHeader(20_000, 10),
      'a PDF behind a password': makeEncryptedPdf(),
      'a broken PDF': makePdf(3).subarray(0, 200),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const code = await decodeFile(bytes).then(
        () => 'decoded',
        (error) => (error instanceof ImageError ? error.code : String(error)),
      );
      const url = device.serve(bytes);
      const seen = await device.call('decode', url, url);
      expect({ [name]: seen }).toEqual({ [name]: { code } });
    }
    device.forget();
  });
});

test('a reading that is no longer wanted ends between two steps', async () => {
  const url = device.serve(inputOf('german-receipt'));
  await device.call('load', 'text');
  const aborted = await device.call('abort', url, 1);
  expect(aborted).toBe('Error: enough');
  // The next one does not wait for the whole of it.
  const next = await device.call('read', url, { only: 'barcodes' });
  expect(next).toMatchObject({ reading: { barcodes: [] } });
});

test('a crash of the worker is told, and the next reading starts it again', async () => {
  const url = device.serve(inputOf('ean13-turned-55-degrees'));
  // Its threads are workers too.
  const worker = device.page.workers().find((each) => /\/worker-[^/]*\.js$/.test(each.url()));
  if (!worker) throw new Error('The engine has no worker.');
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('out of memory');
    }, 100);
  });
  const reading = device.call('read', url);
  expect(await reading).toEqual({ code: 'reader.crashed' });
  const again = await device.call('read', url, { only: 'barcodes' });
  expect(again).toMatchObject({ reading: { barcodes: [{ format: 'EAN13' }] } });
});
