// cspell:ignore mozjpeg packbits
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ImageError } from '../errors.ts';
import { imageLimits } from '../limits.ts';
import { decodeFile, openFile } from './node.ts';
import {
  drawQuadrants,
  makeBmp,
  makeEncryptedPdf,
  makePdf,
  makePngHeader,
  makePromises,
  seenQuadrants,
} from './sample-files.ts';

// Generous: other work on the machine slows processes and decoders, not results.
const heic = readFileSync(new URL('../../corpus/heic-four-quadrants/input.heic', import.meta.url));
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

async function codeOf(bytes: Uint8Array, page?: number): Promise<string> {
  try {
    await openFile(bytes);
    await decodeFile(bytes, page);
    return 'decoded';
  } catch (error) {
    if (error instanceof ImageError) return error.code;
    throw error;
  }
}

describe('each kind of bad file has its code', () => {
  test('no bytes', async () => {
    expect(await codeOf(new Uint8Array())).toBe('image.empty');
  });
  test('text named as a picture', async () => {
    expect(await codeOf(text('Dear Sir or Madam, this is no photograph.'))).toBe('image.unsupported_type');
  });
  test('a text that begins like a bitmap', async () => {
    expect(await codeOf(text('BMW sells cars and has its head office in Munich.'))).toBe(
      'image.unsupported_type',
    );
  });
  test('SVG, hostile or not', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>1</script></svg>';
    expect(await codeOf(text(svg))).toBe('image.unsupported_type');
    expect(
      await codeOf(text(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg}`)),
    ).toBe('image.unsupported_type');
  });
  test('XML, of which only a drawn page is decoded', async () => {
    expect(await codeOf(text('<?xml version="1.0"?><Invoice/>'))).toBe('image.unsupported_type');
  });
  test('a PNG bomb, refused by its header', async () => {
    // A header is all there is: decoded, it would be called damaged.
    expect(await codeOf(makePngHeader(60_000, 60_000))).toBe('image.too_many_pixels');
  });
  test('a picture with too long a side', async () => {
    expect(await codeOf(makePngHeader(imageLimits.maxSide + 1, 10))).toBe('image.side_too_long');
  });
  test('a bitmap that claims more than it may', async () => {
    const bytes = makeBmp({ bits: 24 });
    new DataView(bytes.buffer).setInt32(18, 2_000_000_000, true);
    expect(await codeOf(bytes)).toBe('image.too_many_pixels');
  });
  test('a picture whose bytes cannot hold what its header promises, in every format', async () => {
    const codes: Record<string, string> = {};
    const promises = Object.entries(await makePromises(7000));
    for (const [format, bytes] of promises) codes[format] = await codeOf(bytes);
    expect(codes).toEqual(Object.fromEntries(promises.map(([format]) => [format, 'image.damaged'])));
  });
  test('a large blank picture keeps its promise', async () => {
    const blank = sharp({ create: { width: 1500, height: 2000, channels: 3, background: '#fff' } });
    const files = [
      blank.clone().jpeg({ mozjpeg: true }),
      blank.clone().gif(),
      ...(['lzw', 'deflate', 'packbits', 'jpeg'] as const).map((compression) =>
        blank.clone().tiff({ compression }),
      ),
    ];
    for (const file of files) expect(await codeOf(await file.toBuffer())).toBe('decoded');
  });
  test('a picture of more bytes than accepted', async () => {
    const bytes = new Uint8Array(imageLimits.maxImageBytes + 1);
    bytes.set(await drawQuadrants().jpeg().toBuffer());
    expect(await codeOf(bytes)).toBe('image.too_many_bytes');
  });
  test('a PDF behind a password', async () => {
    expect(await codeOf(makeEncryptedPdf())).toBe('pdf.encrypted');
  });
  test('a PDF of 300 pages', async () => {
    expect(await codeOf(makePdf(300))).toBe('pdf.too_many_pages');
    expect(await codeOf(makePdf(imageLimits.maxPdfPages), imageLimits.maxPdfPages)).toBe('decoded');
  });
  test('a PDF that is none behind its first line', async () => {
    expect(await codeOf(text('%PDF-1.7\nnothing of it\n%%EOF'))).toBe('pdf.damaged');
    expect(await codeOf(makePdf(3).subarray(0, 200))).toBe('pdf.damaged');
  });
  test('a page there is not', async () => {
    expect(await codeOf(makePdf(2), 3)).toBe('pdf.no_such_page');
    expect(await codeOf(await drawQuadrants().jpeg().toBuffer(), 2)).toBe('pdf.no_such_page');
  });
});

describe('a file that breaks off is refused, however much of it is there', () => {
  const noise = sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const files: Record<string, () => Promise<Uint8Array>> = {
    JPEG: () => noise.clone().jpeg().toBuffer(),
    PNG: () => noise.clone().png().toBuffer(),
    WebP: () => noise.clone().webp().toBuffer(),
    AVIF: () => noise.clone().avif().toBuffer(),
    TIFF: () => noise.clone().tiff({ compression: 'lzw' }).toBuffer(),
    BMP: async () => makeBmp({ bits: 24 }),
    HEIC: async () => heic,
  };
  test.each(Object.entries(files))('%s', async (_name, make) => {
    const bytes = await make();
    expect(await codeOf(bytes)).toBe('decoded');
    for (const share of [0.2, 0.5, 0.9]) {
      expect([share, await codeOf(bytes.slice(0, Math.floor(bytes.length * share)))]).toEqual([
        share,
        'image.damaged',
      ]);
    }
  });
});

test('EXIF that makes no sense harms nothing', async () => {
  const jpeg = await drawQuadrants().jpeg().toBuffer();
  const garbage = Array.from({ length: 200 }, (_, at) => (at * 151 + 7) % 256);
  const segment = [0xff, 0xe1, 0, 208, ...text('Exif\0\0'), ...garbage];
  const bytes = Uint8Array.of(...jpeg.subarray(0, 2), ...segment, ...jpeg.subarray(2));
  expect(seenQuadrants(await decodeFile(bytes))).toEqual(['red', 'green', 'blue', 'white']);
});

test('a TIFF whose directories lead in a circle ends', async () => {
  const bytes = new Uint8Array(await drawQuadrants().tiff({ compression: 'none' }).toBuffer());
  const view = new DataView(bytes.buffer);
  const little = bytes[0] === 0x49;
  const first = view.getUint32(4, little);
  view.setUint32(first + 2 + view.getUint16(first, little) * 12, first, little);
  expect((await openFile(bytes)).pages).toBe(1);
});

describe('flipped bytes give a picture or a code, never anything else', () => {
  const isLong = process.env.READOUT_LONG_TESTS !== undefined;
  const files: Record<string, () => Promise<Uint8Array>> = {
    JPEG: () => drawQuadrants().jpeg().toBuffer(),
    PNG: () => drawQuadrants().png().toBuffer(),
    WebP: () => drawQuadrants().webp().toBuffer(),
    AVIF: () => drawQuadrants().avif({ effort: 0 }).toBuffer(),
    GIF: () => drawQuadrants().gif().toBuffer(),
    TIFF: () => drawQuadrants().tiff({ compression: 'lzw' }).toBuffer(),
    BMP: async () => makeBmp({ bits: 8, rle: true }),
    HEIC: async () => heic,
    PDF: async () => makePdf(isLong ? 20 : 1),
  };
  // Always the same bytes, so that a decoder that meets its match here does so every time; the long run takes others, until ten
  // million of a format were changed. The seed and the bytes of a failure are printed by fast-check.
  const changedInLongRun = 10_000_000;
  const runsAtOnce = 1_000;

  /** A few bytes here and there; in the long run as often a stretch of any length, from any place on. */
  const changesTo = ({ length }: Uint8Array): fc.Arbitrary<[at: number, value: number][]> => {
    const flips = fc.array(fc.tuple(fc.nat(length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    const stretch = fc
      .tuple(fc.nat(length - 1), fc.uint8Array({ minLength: 1, maxLength: length, size: 'max' }))
      .map(([from, values]) =>
        Array.from(values, (value, k): [number, number] => [(from + k) % length, value]),
      );
    return isLong ? fc.oneof(flips, stretch) : flips;
  };

  test.each(Object.entries(files))(
    '%s',
    async (_name, make) => {
      const bytes = await make();
      let changed = 0;
      const property = fc.asyncProperty(changesTo(bytes), async (changes) => {
        const hurt = bytes.slice();
        for (const [at, value] of changes) hurt[at] = value;
        changed += changes.length;
        try {
          const { width, height, data } = await decodeFile(hurt);
          expect(data.length).toBe(width * height * 4);
          expect(width * height).toBeLessThanOrEqual(imageLimits.maxPixels);
        } catch (error) {
          if (!(error instanceof ImageError)) throw error;
        }
      });
      if (!isLong) await fc.assert(property, { seed: 20_261_121, numRuns: 40 });
      else while (changed < changedInLongRun) await fc.assert(property, { numRuns: runsAtOnce });
    },
    isLong ? 3_600_000 : 30_000,
  );
});
