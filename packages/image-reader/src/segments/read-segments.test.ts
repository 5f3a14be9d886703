import { describe, expect, test } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { type DisplayDrawing, drawDisplay } from './draw-display.ts';
import { drawRandomDisplay } from './draw-random-display.ts';
import { seededRandom } from './random.ts';
import { readSegments } from './read-segments.ts';

const lcd: DisplayDrawing = {
  text: '0123.7',
  width: 300,
  height: 70,
  row: [
    [40, 12],
    [250, 12],
    [250, 58],
    [40, 58],
  ],
  digitWidth: 0.55,
  pitch: 0.78,
  thickness: 0.12,
  gap: 0.03,
  slant: 0.1,
  decimalsSize: 1,
  ghost: 0.05,
  mitred: true,
  alternativeShapes: false,
  ink: [40, 45, 40],
  ground: [160, 175, 150],
  frame: undefined,
  blur: 0.8,
  bloom: 0,
  noise: 2,
  spots: [],
  point: [0.5, 0.95, 0.65],
  strokes: [],
};
const draw = (changes: Partial<DisplayDrawing>, seed = 1) =>
  drawDisplay({ ...lcd, ...changes }, seededRandom(seed));

function turned({ width, height, data }: RgbaImage): RgbaImage {
  const pixels = new Uint32Array(data.buffer.slice(0)).reverse();
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

describe('seven-segment displays', () => {
  test.each<[string, Partial<DisplayDrawing>]>([
    ['an LCD', {}],
    ['upright digits', { slant: 0 }],
    ['digits that lean much', { slant: 0.25 }],
    ['blur', { blur: 2.2 }],
    ['little contrast', { ink: [140, 150, 135], noise: 1 }],
    ['blue ink on blue light', { ink: [40, 90, 160], ground: [60, 150, 240] }],
    ['a red LED with bloom', { ink: [255, 60, 40], ground: [30, 5, 5], bloom: 0.4 }],
    [
      'a slope',
      {
        row: [
          [40, 18],
          [250, 6],
          [250, 52],
          [40, 64],
        ],
      },
    ],
    [
      'perspective',
      {
        row: [
          [40, 12],
          [250, 15],
          [250, 55],
          [40, 58],
        ],
      },
    ],
    [
      'a reflection over two digits',
      { spots: [{ x: 90, y: 30, rx: 60, ry: 30, strength: 0.45, hard: false }] },
    ],
    ['a shadow edge', { spots: [{ x: 300, y: 30, rx: 160, ry: 90, strength: -0.45, hard: true }] }],
    ['smaller decimals', { decimalsSize: 0.65 }],
    ['a dark frame', { frame: { colour: [25, 25, 25], margins: [0.3, 0.15, 0.4, 0.15] } }],
  ])('%s is read, surely where it says so', (_, changes) => {
    const reading = readSegments(draw(changes).image, { digits: 5, decimals: 1 });
    expect(reading).toMatchObject({ text: '0123.7', upsideDown: false });
    expect(reading.digits).toHaveLength(5);
  });

  test('a clear display is sure without anything known of it', () => {
    const reading = readSegments(draw({}).image);
    expect(reading).toMatchObject({ text: '0123.7', unsure: false });
    expect(reading.confidence).toBeGreaterThan(0.8);
  });

  test.each<[string, Partial<DisplayDrawing>, DisplayDrawing['strokes'][number]]>([
    ['a short one', {}, { from: [24, 35], to: [33, 35], width: 5, colour: lcd.ink }],
    ['one close to the digits', {}, { from: [18, 35], to: [32, 35], width: 5, colour: lcd.ink }],
    ['one far from them', {}, { from: [6, 35], to: [20, 35], width: 5, colour: lcd.ink }],
    [
      'one of light on dark',
      { ink: [255, 90, 60], ground: [30, 8, 8] },
      { from: [15, 35], to: [28, 35], width: 5, colour: [255, 90, 60] },
    ],
  ])('a minus is read or doubted wherever it stands: %s', (_, changes, stroke) => {
    const reading = readSegments(draw({ text: '10.1', slant: 0, strokes: [stroke], ...changes }).image);
    expect(reading.unsure || reading.text === '-10.1').toBe(true);
    expect(reading.text).not.toBe('');
  });

  test('the middle segment of the first digit is no minus', () => {
    for (const text of ['41.2', '23.4', '55.5', '99.1', '30.0'])
      for (const gap of [0.03, 0.09])
        expect(readSegments(draw({ text, gap, slant: 0.05 }).image)).toMatchObject({ text });
  });

  test('boxes lie on the digits', () => {
    const { image, cells } = draw({});
    const { digits } = readSegments(image);
    for (const [place, { box }] of digits.entries()) {
      const drawn = cells[place]!.box;
      for (const [corner, [x, y]] of box.entries()) {
        expect(Math.abs(x - drawn[corner]![0])).toBeLessThan(7);
        expect(Math.abs(y - drawn[corner]![1])).toBeLessThan(7);
      }
    }
  });

  test('a display on its head is read from above', () => {
    const image = turned(draw({ text: '4732' }).image);
    expect(readSegments(image)).toMatchObject({ text: '4732', upsideDown: true });
    expect(readSegments(image, { upsideDown: false }).unsure).toBe(true);
  });

  test('what is known is held against what is seen', () => {
    const { image } = draw({});
    expect(readSegments(image, { digits: 7 }).unsure).toBe(true);
    expect(readSegments(image, { decimals: 2 })).toMatchObject({
      unsure: true,
      reason: { why: expect.stringContaining('point') },
    });
  });

  test('a covered digit makes the reading unsure, and says which', () => {
    const covered = draw({
      strokes: [{ from: [150, 0], to: [150, 70], width: 34, colour: [160, 175, 150] }],
    });
    const reading = readSegments(covered.image, { digits: 5 });
    expect(reading.unsure).toBe(true);
    expect(reading.reason?.why).toMatch(/^digit|digits|contrast/u);
  });

  test.each([
    ['an even area', () => draw({ text: '', noise: 3 }).image],
    ['noise', () => draw({ text: '', noise: 40 }).image],
    ['one pixel', () => ({ width: 1, height: 1, data: new Uint8ClampedArray([9, 9, 9, 255]) })],
    [
      'letters',
      () =>
        draw({
          text: '',
          strokes: [20, 60, 100, 140, 180]
            .flatMap((x) => [
              { from: [x, 15] as const, to: [x + 22, 58] as const, width: 5, colour: [30, 30, 30] as const },
              { from: [x + 24, 15] as const, to: [x, 40] as const, width: 5, colour: [30, 30, 30] as const },
            ])
            .map(({ from, to, width, colour }) => ({
              from: [...from],
              to: [...to],
              width,
              colour: [...colour],
            })),
        } as Partial<DisplayDrawing>).image,
    ],
  ])('%s is no sure reading', (_, image) => {
    expect(readSegments(image()).unsure).toBe(true);
  });

  test('of displays drawn by chance, what it is sure of is right', () => {
    const random = seededRandom(31);
    let sure = 0;
    let right = 0;
    for (let round = 0; round < 80; round++) {
      const { image, cells, drawing } = drawRandomDisplay(random);
      if (cells.some(({ box }) => box.some(([x]) => x < 0 || x > drawing.width))) continue;
      const decimals = drawing.text.split('.')[1]?.length ?? 0;
      const digits = drawing.text.replace(/\D/gu, '').length;
      const reading = readSegments(image, { digits, decimals });
      if (reading.unsure) continue;
      sure++;
      if (reading.text === drawing.text) right++;
    }
    expect(sure).toBeGreaterThan(20);
    expect(right / sure).toBeGreaterThan(0.95);
  });
});
