import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';
import { loadZxingFromPackage } from '../barcodes/node.ts';
import type { Zxing } from '../barcodes/zxing.ts';
import type { GrayImage } from '../image.ts';
import { createFrameScanner, type FrameScan, type FrameScanner, type ScanOptions } from './scan-frame.ts';

// Generous: other work on the machine slows decoders, not results.
let zxing: Zxing;
beforeAll(async () => {
  zxing = await loadZxingFromPackage();
  const wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'),
  );
  prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } });
});

const wide = { width: 1280, height: 720 };
const frameMs = 33;
const onlyBarcodes: ScanOptions = { barcodes: true, document: false };

async function draw(text: string, format: WriterOptions['format'], scale: number): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { ...(format ? { format } : {}), scale });
  if (image === null) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}

interface Placed {
  png: Buffer;
  x: number;
  y: number;
}

interface Look {
  size?: { width: number; height: number };
  blur?: number;
  /** Brightness of white, 0 to 255. */
  paper?: number;
}

async function frame(parts: Placed[], { size = wide, blur, paper = 225 }: Look = {}): Promise<GrayImage> {
  const background = { r: paper, g: paper, b: paper };
  const composed = await sharp({ create: { ...size, channels: 3, background } })
    .composite(parts.map(({ png, x, y }) => ({ input: png, left: x, top: y })))
    .png()
    .toBuffer();
  let picture = sharp(composed).grayscale();
  if (blur) picture = picture.blur(blur);
  const data = await picture.raw().toBuffer();
  return { ...size, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) };
}

/** Shows a scanner the same frame as often as a camera held still would. */
function hold(
  scanner: FrameScanner,
  gray: GrayImage,
  frames: number,
  from = 0,
  options = onlyBarcodes,
): FrameScan {
  let last: FrameScan | undefined;
  for (let index = 0; index < frames; index++) last = scanner.scan(gray, from + index * frameMs, options);
  return last!;
}

const texts = ({ barcodes }: FrameScan): string[] => barcodes.map(({ text }) => text).sort();

describe('barcodes', () => {
  test('a code with error correction shows on the very first frame, its box where it is', async () => {
    const gray = await frame([{ png: await draw('SN-0042', 'QRCode', 6), x: 500, y: 250 }]);
    const scan = createFrameScanner(zxing).scan(gray, 0, onlyBarcodes);
    expect(texts(scan)).toEqual(['SN-0042']);
    const [[left, top], , [right, bottom]] = scan.barcodes[0]!.box;
    expect(left).toBeGreaterThan(495);
    expect(top).toBeGreaterThan(245);
    expect(right).toBeLessThan(500 + 6 * 33);
    expect(bottom).toBeLessThan(250 + 6 * 33);
  });

  test('a code without a check shows once three frames agree', async () => {
    const gray = await frame([{ png: await draw('12345678', 'ITF', 3), x: 400, y: 300 }]);
    const scanner = createFrameScanner(zxing);
    const seen = [0, 1, 2].map((index) => texts(scanner.scan(gray, index * frameMs, onlyBarcodes)));
    expect(seen).toEqual([[], [], ['12345678']]);
  });

  test('two codes at once both show, and one that comes later shows within eight frames', async () => {
    const first = { png: await draw('FIRST', 'QRCode', 5), x: 100, y: 100 };
    const second = { png: await draw('4006381333931', 'EAN13', 3), x: 600, y: 150 };
    const third = { png: await draw('THIRD-3', 'DataMatrix', 6), x: 300, y: 480 };
    const scanner = createFrameScanner(zxing);
    expect(texts(hold(scanner, await frame([first, second]), 3))).toEqual(['4006381333931', 'FIRST']);
    const later = await frame([first, second, third]);
    const found = Array.from({ length: 8 }, (_, index) =>
      texts(scanner.scan(later, (3 + index) * frameMs, onlyBarcodes)),
    );
    expect(found).toContainEqual(['4006381333931', 'FIRST', 'THIRD-3']);
  });

  test('a code that moves through the picture is read in every frame', async () => {
    const png = await draw('PARCEL-7', 'Code128', 3);
    const scanner = createFrameScanner(zxing);
    for (let index = 0; index < 12; index++) {
      const gray = await frame([{ png, x: 100 + index * 22, y: 300 + index * 8 }]);
      expect(texts(scanner.scan(gray, index * frameMs, onlyBarcodes)), `frame ${index}`).toEqual([
        'PARCEL-7',
      ]);
    }
  });

  test('the box of a linear code is as high as its bars, however few lines were scanned', async () => {
    const png = await sharp(await draw('PARCEL-7', 'Code128', 3))
      .resize({ height: 200, width: 500, fit: 'fill' })
      .toBuffer();
    const scanner = createFrameScanner(zxing);
    for (const frames of [1, 4]) {
      const [barcode] = hold(scanner, await frame([{ png, x: 300, y: 250 }]), frames).barcodes;
      const ys = barcode!.box.map(([, y]) => y);
      // The symbol has a quiet zone of a few pixels around its bars.
      expect(Math.min(...ys)).toBeGreaterThan(245);
      expect(Math.min(...ys)).toBeLessThan(285);
      expect(Math.max(...ys)).toBeGreaterThan(415);
      expect(Math.max(...ys)).toBeLessThan(455);
    }
  });

  test('a code that is gone shows no longer', async () => {
    const scanner = createFrameScanner(zxing);
    hold(scanner, await frame([{ png: await draw('SN-0042', 'QRCode', 6), x: 500, y: 250 }]), 3);
    expect(texts(scanner.scan(await frame([]), 3 * frameMs, onlyBarcodes))).toEqual([]);
  });

  test('a fine code in the middle of a 4K frame is read at full size', async () => {
    const size = { width: 3840, height: 2160 };
    const gray = await frame([{ png: await draw('FINE-PRINT-0815', 'Code128', 2), x: 1700, y: 1000 }], {
      size,
    });
    expect(texts(hold(createFrameScanner(zxing), gray, 4))).toEqual(['FINE-PRINT-0815']);
  });
});

describe('stillness and novelty', () => {
  const label = async (x: number, code = 'SN-0042') =>
    frame([{ png: await draw(code, 'QRCode', 8), x, y: 200 }]);

  test('a picture held for half a second is still; one that moves is not', async () => {
    const scanner = createFrameScanner(zxing);
    expect(hold(scanner, await label(300), 20).isStill).toBe(true);
    let scan: FrameScan | undefined;
    for (let index = 0; index < 8; index++)
      scan = scanner.scan(await label(300 + index * 12), (20 + index) * frameMs, onlyBarcodes);
    expect(scan!.isStill).toBe(false);
    expect(scan!.guidance).toBe('hold-still');
  });

  test('the noise of a sensor and a change of exposure are no motion', async () => {
    const base = await label(300);
    const scanner = createFrameScanner(zxing);
    let state = 7;
    const noise = (): number => {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      return (state / 0x7fffffff - 0.5) * 16;
    };
    let scan: FrameScan | undefined;
    for (let index = 0; index < 20; index++) {
      const data = base.data.map((value) => value * 0.9 + noise() + index * 0.4);
      scan = scanner.scan({ ...base, data }, index * frameMs, onlyBarcodes);
    }
    expect(scan!.isStill).toBe(true);
  });

  test('what was marked is nothing new until it changes', async () => {
    const scanner = createFrameScanner(zxing);
    expect(hold(scanner, await label(300), 2).novelty).toBe(1);
    scanner.mark();
    expect(hold(scanner, await label(300), 2, 100).novelty).toBeLessThan(0.01);
    expect(hold(scanner, await label(300, 'ANOTHER ONE'), 1, 200).novelty).toBeGreaterThan(0.08);
  });
});

describe('drift', () => {
  test('a hand that drifts shows nothing new, and what was read is known to have moved along', async () => {
    const png = await draw('1Z999AA10123456784', 'Code128', 4);
    const at = async (x: number, y: number) =>
      frame([
        { png, x: 300 + x, y: 200 + y },
        { png: await draw('SN-0042', 'QRCode', 6), x: 500 + x, y: 420 + y },
      ]);
    const scanner = createFrameScanner(zxing);
    hold(scanner, await at(0, 0), 2);
    scanner.mark();
    for (const [x, y] of [
      [2, 0],
      [-3, 1],
      [14, -9],
      [26, 18],
    ] as const) {
      const scan = scanner.scan(await at(x, y), 100, onlyBarcodes);
      expect(scan.novelty, `by ${x}, ${y}`).toBeLessThan(0.07);
      expect(Math.hypot(scan.drift[0] - x, scan.drift[1] - y), `by ${x}, ${y}`).toBeLessThan(4);
    }
  });

  test('a digit that changes on a display is new', async () => {
    const display = (value: string): Placed => ({
      png: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="240"><rect width="600" height="240" fill="#c7d3b8"/>` +
          `<text x="40" y="180" font-family="DejaVu Sans Mono" font-size="150" fill="#141a12">${value}</text></svg>`,
      ),
      x: 340,
      y: 240,
    });
    const scanner = createFrameScanner(zxing);
    hold(scanner, await frame([display('104.7')]), 2);
    scanner.mark();
    expect(scanner.scan(await frame([display('104.9')]), 100, onlyBarcodes).novelty).toBeGreaterThan(0.08);
  });
});

describe('guidance', () => {
  const said = async (parts: Placed[], look: Look = {}): Promise<string> =>
    hold(createFrameScanner(zxing), await frame(parts, look), 21).guidance;
  const words = (size: number): Placed => ({
    png: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="400"><g font-family="DejaVu Sans" font-size="${size}">` +
        `${[1, 2, 3].map((line) => `<text x="0" y="${line * 110}">Serial number ${line}</text>`).join('')}</g></svg>`,
    ),
    x: 200,
    y: 120,
  });

  test('a sharp, well lit page needs none', async () => {
    expect(await said([words(90)])).toBe('none');
  });
  test('too dark', async () => {
    expect(await said([words(90)], { paper: 34 })).toBe('too-dark');
  });
  test('glare', async () => {
    const spot = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="400"><rect width="500" height="400" fill="#fff"/></svg>',
    );
    expect(await said([words(90), { png: spot, x: 300, y: 200 }], { paper: 150 })).toBe('glare');
  });
  test('out of focus', async () => {
    expect(await said([words(90)], { blur: 7 })).toBe('out-of-focus');
  });
  test('nothing to read', async () => {
    expect(await said([])).toBe('nothing-to-read');
  });
  test('move closer, where bars are too small to be read', async () => {
    const png = await sharp(await draw('A RATHER LONG CODE 4711-0815', 'Code128', 4))
      .resize(370, 90, { fit: 'fill' })
      .toBuffer();
    const others = { ...words(30), x: 200, y: 400 };
    expect(await said([{ png, x: 300, y: 200 }, others], { blur: 0.9 })).toBe('move-closer');
  });
});
