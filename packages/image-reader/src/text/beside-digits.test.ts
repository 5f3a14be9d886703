import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { createImageReader, type ImageReader } from '../node.ts';
import type { Line, Point, Quad } from '../reading.ts';
import { type DisplayDrawing, drawDisplay } from '../segments/draw-display.ts';
import { seededRandom } from '../segments/random.ts';
import { lookBesideDigits } from './beside-digits.ts';
import { chooseRecognisers } from './recognisers.ts';

let reader: ImageReader;
beforeAll(async () => {
  reader = await createImageReader({ threads: 1 });
});
afterAll(() => reader.close());

type Colour = readonly [red: number, green: number, blue: number];
const hex = (colour: Colour): string => `#${colour.map((c) => c.toString(16).padStart(2, '0')).join('')}`;

/** Printed letters, `size` pixels from line to line. */
const letters = (text: string, size: number, colour: Colour): Promise<Buffer> =>
  sharp({
    text: {
      text: `<span foreground="${hex(colour)}">${text}</span>`,
      font: 'DejaVu Sans Bold',
      dpi: 72 * (size / 12),
      rgba: true,
    },
  })
    .png()
    .toBuffer();

/** Digits in the middle of a panel, and a bar before them that begins `bar.x` pixels from the left. */
async function panel(
  text: string,
  bar: { x: number; length: number } | undefined,
  [ground, ink]: readonly [Colour, Colour] = [
    [170, 183, 154],
    [22, 28, 22],
  ],
): Promise<Line[]> {
  const box = (colour: Colour, width: number, height: number) => ({
    create: { width, height, channels: 3 as const, background: hex(colour) },
  });
  const png = await sharp(box([34, 37, 43], 560, 240))
    .composite([
      { input: box(ground, 500, 180), left: 30, top: 30 },
      { input: await letters(text, 100, ink), left: 200, top: 85 },
      ...(bar ? [{ input: box(ink, bar.length, 11), left: bar.x, top: 117 }] : []),
    ])
    .png()
    .toBuffer();
  return (await reader.read(png, { languages: ['en'] })).reading.lines;
}

/** A display of segments with a unit printed beside it. */
async function display(text: string, unit: string, changes: Partial<DisplayDrawing> = {}): Promise<string[]> {
  const drawing: DisplayDrawing = {
    text,
    width: 640,
    height: 260,
    row: [
      [120, 70],
      [440, 70],
      [440, 190],
      [120, 190],
    ],
    digitWidth: 0.55,
    pitch: 0.78,
    thickness: 0.11,
    gap: 0.03,
    slant: 0.06,
    decimalsSize: 1,
    ghost: 0.05,
    mitred: true,
    alternativeShapes: false,
    ink: [25, 30, 25],
    ground: [165, 178, 150],
    frame: { colour: [25, 26, 30], margins: [0.6, 0.3, 1.1, 0.3] },
    blur: 0.8,
    bloom: 0,
    noise: 2,
    spots: [],
    point: [0.5, 0.95, 0.65],
    strokes: [],
    ...changes,
  };
  const { image } = drawDisplay(drawing, seededRandom(3));
  const { width, height, data } = image;
  const ink = drawing.ink as Colour;
  const png = await sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } })
    .composite(unit ? [{ input: await letters(unit, 44, ink), left: 462, top: 150 }] : [])
    .png()
    .toBuffer();
  const { reading } = await reader.read(png, { languages: ['en'] });
  return reading.lines.map((line) => line.text);
}

test.each(['V', 'A', 'm³', '°C', 'kPa', '%', 'L', 'bar'])(
  'a small %s beside a display is found',
  async (unit) => {
    const [digits, ...beside] = await display('14.09', unit);
    expect(digits).toBe('14.09');
    const raised = unit.replace('³', '[³3]').replace('°', '[°º]?');
    expect(beside.join(' ')).toMatch(new RegExp(`^${raised}$`, 'i'));
  },
);

test('beside a display without a unit nothing is found', async () => {
  expect(await display('14.09', '')).toEqual(['14.09']);
});

test.each<[string, readonly [Colour, Colour]]>([
  [
    'a dark one',
    [
      [170, 183, 154],
      [22, 28, 22],
    ],
  ],
  [
    'a light one',
    [
      [26, 18, 6],
      [255, 210, 122],
    ],
  ],
])('a minus before printed digits is read, or they are doubted: %s', async (_, colours) => {
  for (const [x, length] of [
    [130, 50],
    [90, 40],
    [160, 26],
  ] as const) {
    const [line] = await panel('10.1', { x, length }, colours);
    expect(line?.text.startsWith('-') || (line?.confidence ?? 1) < 0.5).toBe(true);
    expect(line?.text).toContain('10.1');
  }
});

test('digits without a sign keep none, and are as sure as before', async () => {
  const [line] = await panel('10.1', undefined);
  expect(line).toMatchObject({ text: '10.1' });
  expect(line?.confidence).toBeGreaterThan(0.9);
});

/** A value of a screen in type of one width, as small as a gauge has it and enlarged as a watch shows it. */
async function gauge(text: string): Promise<string[]> {
  const rgba = await sharp({
    text: {
      text: `<span foreground="#e8f0ea">${text}</span>`,
      font: 'DejaVu Sans Mono',
      dpi: 72 * (20 / 12),
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [140, 36];
  const png = await sharp({ create: { width, height, channels: 3, background: '#101418' } })
    .composite([{ input: rgba.data, left: 8, top: Math.round((height - rgba.info.height) / 2) }])
    .png()
    .toBuffer();
  const enlarged = await sharp(png)
    .resize(Math.round(width * 1.78), 64, { kernel: 'mitchell' })
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#101418' })
    .png()
    .toBuffer();
  const { reading } = await reader.read(enlarged, { languages: ['en'], only: 'text' });
  return reading.lines.map((line) => line.text.replaceAll(/\s/g, ''));
}

test('a unit that few letters say little about is read together with its digits', async () => {
  const values = ['-4,7', '-13,5', '-14,5', '-11,2', '16,1', '20,7', '22,7', '-19,4'];
  const read = await Promise.all(values.map((value) => gauge(`${value} °C`)));
  expect(read).toEqual(values.map((value) => [`${value}°C`]));
});

/**
 * Whether the recogniser is asked what stands behind digits in a picture of so many pixels from left to right, which is then
 * turned by quarters.
 */
async function isUnitRead(width: number, quarters: number): Promise<boolean> {
  const height = 120;
  const isAcross = quarters % 2 === 1;
  const image: RgbaImage = {
    width: isAcross ? height : width,
    height: isAcross ? width : height,
    data: new Uint8ClampedArray(width * height * 4).fill(255),
  };
  const turned = ([x, y]: Point): Point =>
    [[x, y] as Point, [height - y, x] as Point, [width - x, height - y] as Point, [y, width - x] as Point][
      quarters
    ]!;
  const ink = (left: number, top: number, right: number, bottom: number): void => {
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const [across, down] = turned([x + 0.5, y + 0.5]).map(Math.floor) as Point;
        image.data.fill(20, (down * image.width + across) * 4, (down * image.width + across) * 4 + 3);
      }
  };
  for (const x of [44, 76, 108, 140]) ink(x, 32, x + 12, 88);
  ink(180, 66, 204, 88);
  const box = (
    [
      [40, 30],
      [160, 30],
      [160, 90],
      [40, 90],
    ] as Quad
  ).map(turned) as Quad;
  const digits: Line = {
    id: 'l0',
    text: '1111',
    box,
    confidence: 0.99,
    words: [{ text: '1111', box, confidence: 0.99 }],
    characterConfidences: [0.99, 0.99, 0.99, 0.99],
    recogniser: 'pp-ocr',
  };
  let isAsked = false;
  const looked = lookBesideDigits(
    image,
    [digits],
    () => {
      isAsked = true;
      return Promise.reject(new Error('not in this test'));
    },
    chooseRecognisers(['a'], [], ['en']),
    () => digits,
  );
  await looked.catch(() => undefined);
  return isAsked;
}

test.each([0, 1, 2, 3])(
  'a unit close to the edge of the picture is not guessed: %i quarters',
  async (quarters) => {
    expect(await isUnitRead(300, quarters)).toBe(true);
    expect(await isUnitRead(230, quarters)).toBe(false);
  },
);
