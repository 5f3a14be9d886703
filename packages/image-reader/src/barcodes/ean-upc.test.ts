import { describe, expect, test } from 'vitest';
import type { GrayImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { readAddOn } from './add-on.ts';
import { readEanUpc } from './ean-upc.ts';
import type { BarRegion } from './locate-bars.ts';

/** 4006381333931. */
const ean13 =
  '10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101';
/** 04963406. */
const upcE = '101001110100010110101111011110100111010100111010101';

/** 52495 and 12 with the light before them. */
const ean5 = `${'0'.repeat(9)}10110111001010010011010011101010001011010110001`;
const ean2 = `${'0'.repeat(9)}10110011001010010011`;

interface Look {
  /** Pixels of a module in the middle. */
  module: number;
  /** Standard deviation of blur, pixels. */
  blur?: number;
  /** Part of a cylinder's half turn the code goes around, 0 is flat. */
  curved?: number;
  /** White modules at each end. */
  quiet?: number;
  isTurned?: boolean;
  /** Columns under gloss in the upper third, as shares of the width. */
  gloss?: [number, number];
}

/** Bars of 60 pixels, one grey level for every pixel from 9 samples. */
function drawBars(
  bits: string,
  { module, blur = 0, curved = 0, quiet = 8, isTurned, gloss }: Look,
): GrayImage {
  const shown = isTurned === true ? [...bits].reverse().join('') : bits;
  const total = shown.length + 2 * quiet;
  const [width, height] = [Math.round(total * module), 60];
  const place = (x: number): number => {
    const t = (x / width) * 2 - 1;
    return ((curved === 0 ? t : Math.asin(t * Math.sin(curved)) / curved) + 1) * 0.5 * total - quiet;
  };
  const sharp = Float32Array.from({ length: width }, (_, x) => {
    let dark = 0;
    for (let i = 0; i < 9; i++) if (shown[Math.floor(place(x + (i + 0.5) / 9))] === '1') dark++;
    return 220 - (180 * dark) / 9;
  });
  const row = sharp.map((level, x) => {
    if (blur === 0) return level;
    let [sum, weights] = [0, 0];
    for (let d = -12; d <= 12; d++) {
      const weight = Math.exp(-((d / blur) ** 2) / 2);
      weights += weight;
      sum += weight * sharp[Math.min(width - 1, Math.max(0, x + d))]!;
    }
    return sum / weights;
  });
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isGloss = gloss !== undefined && y < height / 3 && x >= gloss[0] * width && x < gloss[1] * width;
      data[y * width + x] = isGloss ? 250 : row[x]!;
    }
  }
  return { width, height, data };
}

const wholeOf = ({ width, height }: GrayImage): BarRegion => ({
  x: width / 2,
  y: height / 2,
  angle: 0,
  length: width,
  height,
  transitions: 60,
});

describe('product codes by matched patterns', () => {
  test.each<[string, Look]>([
    ['flat', { module: 3 }],
    ['tiny', { module: 1.4 }],
    ['blurred by most of a module', { module: 3, blur: 2.2 }],
    ['around a can', { module: 3, curved: 1 }],
    ['with its quiet zones cut', { module: 3, quiet: 1 }],
    ['upside down', { module: 3, isTurned: true, blur: 1.5 }],
    ['under a gloss on some lines', { module: 3, gloss: [0.2, 0.5] }],
  ])('an EAN-13 %s is read', (_, look) => {
    const picture = drawBars(ean13, look);
    expect(readEanUpc(picture, wholeOf(picture))).toMatchObject({ format: 'EAN13', text: '4006381333931' });
  });

  test('the box goes from the code’s own top left', () => {
    const upright = drawBars(ean13, { module: 3 });
    const turned = drawBars(ean13, { module: 3, isTurned: true });
    const [[left], [right]] = readEanUpc(upright, wholeOf(upright))!.box;
    expect(left).toBeCloseTo(24, -1);
    expect(right).toBeCloseTo(24 + 95 * 3, -1);
    const [[turnedLeft], [turnedRight]] = readEanUpc(turned, wholeOf(turned))!.box;
    expect(turnedLeft).toBeGreaterThan(turnedRight);
  });

  test.each([false, true])('a blurred UPC-E is read in full (turned about: %s)', (isTurned) => {
    const picture = drawBars(upcE, { module: 4, blur: 2, quiet: 14, isTurned });
    expect(readEanUpc(picture, wholeOf(picture))).toMatchObject({ format: 'UPCE', text: '0049000006346' });
  });

  test('a wrong check digit is not read', () => {
    // The last digit, 1, replaced by 2.
    const picture = drawBars(`${ean13.slice(0, -10)}1101100101`, { module: 3 });
    expect(readEanUpc(picture, wholeOf(picture))).toBeUndefined();
  });

  test('even bars and an empty region hold none', () => {
    for (const bits of ['10'.repeat(48), '1100'.repeat(24), '0'.repeat(95)]) {
      const picture = drawBars(bits, { module: 3 });
      expect(readEanUpc(picture, wholeOf(picture))).toBeUndefined();
    }
  });
});

describe('add-ons', () => {
  test.each<[string, string, Look, string | undefined]>([
    ['five digits', ean5, { module: 2 }, '52495'],
    ['two digits, blurred', ean2, { module: 3, blur: 1.8 }, '12'],
    ['five digits upside down', ean5, { module: 2, isTurned: true }, '52495'],
    ['no bars', '', { module: 2 }, undefined],
    // The first digit of set A where its check asks for set B.
    ['five digits whose check fails', ean5.replace('10110111001', '10110110001'), { module: 2 }, undefined],
  ])('%s', (_, beside, look, digits) => {
    const picture = drawBars(ean13 + beside, look);
    const bars = ean13.length + beside.length;
    const [left, right] = [8 * look.module, (8 + ean13.length) * look.module];
    const end = (bars + 16) * look.module;
    const box: Quad =
      look.isTurned === true
        ? [
            [end - left, 50],
            [end - right, 50],
            [end - right, 10],
            [end - left, 10],
          ]
        : [
            [left, 10],
            [right, 10],
            [right, 50],
            [left, 50],
          ];
    expect(readAddOn(picture, 'EAN13', box)).toBe(digits);
  });
});
