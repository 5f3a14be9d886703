import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';
import { decodeFile } from '../decode/node.ts';
import type { GrayImage } from '../image.ts';
import type { Barcode, Quad } from '../reading.ts';
import { toGray } from '../text/resample.ts';
import { findBarcodes } from './find.ts';
import { loadZxingFromPackage } from './node.ts';
import { runPass, type Zxing } from './zxing.ts';

// Generous: other work on the machine slows processes and decoders, not results.
let zxing: Zxing;
beforeAll(async () => {
  zxing = await loadZxingFromPackage();
  const wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'),
  );
  prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } });
});

async function draw(
  text: string,
  format: WriterOptions['format'],
  scale = 3,
  addQuietZones = true,
): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, {
    ...(format ? { format } : {}),
    scale,
    addQuietZones,
  });
  if (image === null) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}

/** A code on a white sheet of 600 x 400 pixels, turned about its middle, its top left corner near (x, y). */
async function sheet(codes: { png: Buffer; x: number; y: number; turned?: number }[]): Promise<GrayImage> {
  const parts = await Promise.all(
    codes.map(async ({ png, x, y, turned = 0 }) => ({
      input: await sharp(png).rotate(turned, { background: '#ffffff' }).toBuffer(),
      left: x,
      top: y,
    })),
  );
  const blank = { create: { width: 600, height: 400, channels: 3, background: '#ffffff' } } as const;
  return toGray(await decodeFile(await sharp(blank).composite(parts).png().toBuffer()));
}

const contents = (barcodes: Barcode[]): [string, string][] =>
  barcodes.map(({ format, text }) => [format, text]);

describe('codes in the corpus', () => {
  const corpus = new URL('../../corpus/', import.meta.url);
  const folders = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const cases = folders.flatMap(({ name }) => {
    const files = readdirSync(new URL(`${name}/`, corpus));
    const input = files.find((file) => file.startsWith('input.'));
    if (!files.includes('expected.json') || input === undefined) return [];
    const expected = JSON.parse(readFileSync(new URL(`${name}/expected.json`, corpus), 'utf8'));
    return expected.barcodes === undefined ? [] : [{ name, input, barcodes: expected.barcodes as Barcode[] }];
  });
  test.each(cases)('$name', async ({ name, input, barcodes }) => {
    const gray = toGray(await decodeFile(readFileSync(new URL(`${name}/${input}`, corpus))));
    expect(contents(findBarcodes(zxing, gray))).toEqual(contents(barcodes));
  });
});

describe('drawn codes', () => {
  test.each([
    ['QRCode', 'https://example.org/?q=1'],
    ['DataMatrix', 'SN-0042'],
    ['PDF417', 'a longer text in a stacked code'],
    ['Aztec', 'AZTEC 123'],
    ['EAN13', '4006381333931'],
    ['Code128', 'ABC-abc-1234'],
    ['Code39', 'CODE 39'],
    ['ITF', '12345678901231'],
  ] as const)('%s is read with its content', async (format, text) => {
    const found = findBarcodes(zxing, await sheet([{ png: await draw(text, format), x: 30, y: 30 }]));
    expect(found.map((barcode) => barcode.text)).toEqual([text]);
    expect(found[0]!.format.startsWith(format)).toBe(true);
    expect(atob(found[0]!.bytes)).toBe(text);
  });

  test.each([0, 17, 33, 45, 62, 90, 135, 180, 271])(
    'a linear code turned by %i degrees is read',
    async (turned) => {
      const gray = await sheet([{ png: await draw('TURNED-128', 'Code128', 2), x: 120, y: 60, turned }]);
      expect(contents(findBarcodes(zxing, gray))).toEqual([['Code128', 'TURNED-128']]);
    },
  );

  test('the box of a code lies on the code, read along its text, whichever pass found it', async () => {
    const png = await draw('BOX-1234', 'Code128', 2);
    const { width = 0, height = 0 } = await sharp(png).metadata();
    const flat = findBarcodes(zxing, await sheet([{ png, x: 100, y: 50 }]))[0]!;
    expect(bounds(flat.box)).toSatisfy((box: Bounds) => inside(box, [100, 50, 100 + width, 50 + height]));
    expect(flat.orientation).toBe(0);
    const turned = findBarcodes(zxing, await sheet([{ png, x: 100, y: 50, turned: 40 }]))[0]!;
    const side = Math.ceil((width + height) * 0.8);
    expect(bounds(turned.box)).toSatisfy((box: Bounds) => inside(box, [100, 50, 100 + side, 50 + side]));
    expect(Math.abs(turned.orientation - 40)).toBeLessThanOrEqual(4);
  });

  test('several codes are found once each, from the top to the bottom', async () => {
    const gray = await sheet([
      { png: await draw('LOWER', 'Code128', 2), x: 60, y: 260 },
      { png: await draw('upper', 'QRCode'), x: 320, y: 20 },
    ]);
    expect(contents(findBarcodes(zxing, gray)).map(([, text]) => text)).toEqual(['upper', 'LOWER']);
    expect(findBarcodes(zxing, gray).map(({ id }) => id)).toEqual(['b0', 'b1']);
  });

  test('group separators are kept in the content', async () => {
    const text = '10ABC\u001d2142';
    const [found] = findBarcodes(zxing, await sheet([{ png: await draw(text, 'DataMatrix'), x: 40, y: 40 }]));
    expect(found?.text).toBe(text);
  });
});

describe('codes without a margin', () => {
  /** A code on a ground of one grey, both turned, with the noise of a camera. */
  async function bare(png: Buffer, ground: number, turned = 0): Promise<GrayImage> {
    const code = await sharp(png)
      .rotate(turned, { background: { r: ground, g: ground, b: ground } })
      .toBuffer();
    const { width = 0, height = 0 } = await sharp(code).metadata();
    const background = { r: ground, g: ground, b: ground };
    const picture = sharp({
      create: { width: width + 240, height: height + 200, channels: 3, background },
    }).composite([{ input: code, left: 130, top: 90 }]);
    const gray = toGray(await decodeFile(await picture.png().toBuffer()));
    let state = 7;
    for (let at = 0; at < gray.data.length; at++) {
      state = (state * 1103515245 + 12345) % 2147483648;
      gray.data[at] = (gray.data[at] as number) + (state % 9) - 4;
    }
    return gray;
  }
  const inverted = (png: Buffer) => sharp(png).flatten({ background: '#fff' }).negate().png().toBuffer();

  test.each([
    ['QRCode', 'WIFI:T:WPA;S:Guest;P:none;;', 20],
    ['QRCode', 'https://example.org/?q=1', 0],
    ['DataMatrix', 'SN-0042', 25],
    ['Aztec', 'AZTEC 123', 25],
  ] as const)('%s %s on a ground of %i is read', async (format, text, ground) => {
    const png = await draw(text, format, 8, false);
    // Turned to every side, the whole sides of a Data Matrix are lost with the ground.
    for (const turned of format === 'DataMatrix' ? [0, 4, 90] : [0, 4, 27, 90]) {
      const found = findBarcodes(zxing, await bare(png, ground, turned));
      expect([turned, ...found.map((barcode) => barcode.text)]).toEqual([turned, text]);
    }
  });

  test('a light one on a light ground is read', async () => {
    const png = await inverted(await draw('LIGHT ON LIGHT', 'QRCode', 8, false));
    expect(findBarcodes(zxing, await bare(png, 245, 8)).map(({ text }) => text)).toEqual(['LIGHT ON LIGHT']);
  });

  test('one that fills its picture is read, and its box lies on it', async () => {
    const png = await draw('TO THE EDGE', 'QRCode', 8, false);
    const gray = toGray(await decodeFile(png));
    const [found] = findBarcodes(zxing, gray);
    expect(found?.text).toBe('TO THE EDGE');
    expect(bounds(found!.box)).toSatisfy((box: Bounds) =>
      inside(box, [-4, -4, gray.width + 4, gray.height + 4]),
    );
  });

  test.each([
    ['EAN13', '4006381333931'],
    ['Code128', 'ABC-abc-1234'],
    ['Code39', 'CODE 39'],
    ['ITF', '12345678901231'],
  ] as const)('bars of %s on a dark ground are read', async (format, text) => {
    const png = await draw(text, format, 3, false);
    expect(findBarcodes(zxing, await bare(png, 15)).map((barcode) => barcode.text)).toEqual([text]);
  });

  test('text on dark is none', async () => {
    // cspell:disable-next-line -- letters, no words
    const text = { text: 'WMHN8B0\nXK40QRS\n8B0WMHN', dpi: 250 };
    const words = await sharp({ text }).negate().png().toBuffer();
    const gray = await bare(words, 0);
    expect(findBarcodes(zxing, gray)).toEqual([]);
  });
});

test('what two rows say is not believed against the rest of the bars', () => {
  const picture = scratched(itf('12345678901231'), itf('12345678901248'));
  // No other row can be read alone.
  const firstLook = runPass(zxing, picture, {
    binarizer: 'local',
    denoise: false,
    downscaleFactor: 3,
    minLineCount: 2,
    formats: '',
  });
  expect(firstLook.map(({ text }) => text)).toEqual(['12345678901248']);
  expect(contents(findBarcodes(zxing, picture)).map(([, text]) => text)).toEqual(['12345678901231']);
});

test.each([
  [1, 1],
  [3, 200],
  [200, 3],
  [16, 16],
])('an empty picture of %i x %i pixels holds none', (width, height) => {
  const gray = { width, height, data: new Uint8ClampedArray(width * height).fill(255) };
  expect(findBarcodes(zxing, gray)).toEqual([]);
});

type Bounds = [left: number, top: number, right: number, bottom: number];

function bounds(box: Quad): Bounds {
  const xs = box.map(([x]) => x);
  const ys = box.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function inside([left, top, right, bottom]: Bounds, [minX, minY, maxX, maxY]: Bounds): boolean {
  return left >= minX && top >= minY && right <= maxX && bottom <= maxY && right > left && bottom > top;
}

/** Bars of Interleaved 2 of 5, a digit for every module. */
function itf(digits: string): string {
  const wide = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
  let bits = '1010';
  for (let i = 0; i < digits.length; i += 2) {
    for (let k = 0; k < 5; k++) {
      bits += wide[Number(digits[i])]![k] === '1' ? '111' : '1';
      bits += wide[Number(digits[i + 1])]![k] === '1' ? '000' : '0';
    }
  }
  return `${bits}11101`;
}

/** Bars of 60 rows, each row scratched in a place of its own except for two in the middle, which show other bars. */
function scratched(bits: string, others: string): GrayImage {
  const [module, quiet, margin, rows, scratch] = [2, 24, 20, 60, 9];
  const [width, height] = [bits.length * module + 2 * quiet, rows + 2 * margin];
  const data = new Uint8ClampedArray(width * height).fill(230);
  for (let row = 0; row < rows; row++) {
    const isOther = row === rows / 2 || row === rows / 2 + 1;
    const from = (row + margin) * width + quiet;
    for (let x = 0; x < bits.length * module; x++)
      if ((isOther ? others : bits)[Math.floor(x / module)] === '1') data[from + x] = 30;
    const at = from + ((row * 37) % (bits.length - 10)) * module;
    if (!isOther) data.fill(row % 2 === 0 ? 30 : 230, at, at + scratch);
  }
  return { width, height, data };
}
