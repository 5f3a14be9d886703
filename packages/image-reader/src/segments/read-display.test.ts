import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import type { Infer } from '../text/infer.ts';
import { type LoadedModels, loadModels } from '../text/node-models.ts';
import { readOwnModel } from '../text/own-models.ts';
import { displaysInPicture } from './displays-in-picture.ts';
import { drawDisplay } from './draw-display.ts';
import { findDisplays } from './find-displays.ts';
import { seededRandom } from './random.ts';
import { readDisplay } from './read-display.ts';

// Real networks read real pictures.
let models: LoadedModels;
let infer: Infer;
beforeAll(async () => {
  models = await loadModels([], 1);
  infer = models.infer;
});
afterAll(() => models.close());

const digitHeight = 60;

interface Look {
  isLed?: boolean;
  /** How far the window stands from the picture's edges, in digit heights. */
  around?: number;
}

/** A device with a display in its middle. */
function device(text: string, { isLed = false, around = 2 }: Look = {}): { image: RgbaImage; row: Quad } {
  const digits = text.replace(/[^\d-]/g, '').length;
  const rowWidth = (0.8 * (digits - 1) + 0.55) * digitHeight;
  const margin = around * digitHeight;
  const [width, height] = [Math.round(rowWidth + 2 * margin), Math.round(digitHeight + 2 * margin)];
  const corner = (x: number, y: number): Point => [margin + x, margin + y];
  const row: Quad = [
    corner(0, 0),
    corner(rowWidth, 0),
    corner(rowWidth, digitHeight),
    corner(0, digitHeight),
  ];
  const { image } = drawDisplay(
    {
      text,
      width,
      height,
      row,
      digitWidth: 0.55,
      pitch: 0.8,
      thickness: 0.12,
      gap: 0.02,
      slant: 0.1,
      decimalsSize: 1,
      ghost: isLed ? 0 : 0.08,
      point: [0.5, 0.97, 0.6],
      mitred: true,
      alternativeShapes: false,
      ink: isLed ? [255, 60, 40] : [40, 44, 38],
      ground: isLed ? [20, 6, 6] : [170, 182, 160],
      frame: { colour: [92, 96, 100], margins: [0.4, 0.3, 0.4, 0.3] },
      blur: 0.8,
      bloom: isLed ? 0.4 : 0,
      noise: 3,
      spots: [],
      strokes: [],
    },
    seededRandom(11),
  );
  return { image, row };
}

const turned = ({ width, height, data }: RgbaImage): RgbaImage => {
  const pixels = new Uint32Array(data.slice().buffer).reverse();
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
};

describe('a display in a photograph', () => {
  it.each([
    ['004827', {}],
    ['73826.5', {}],
    ['12.48', { isLed: true }],
    ['-18.5', { isLed: true }],
    ['230', { around: 4 }],
  ] as const)('%s is found and read', async (text, look) => {
    const { image, row } = device(text, look);
    const found = await displaysInPicture(image, [], infer);
    expect(found.map((display) => display.text)).toEqual([text]);
    const [[left], [right]] = found[0]?.quad ?? [[0], [0]];
    expect(Math.abs(left - row[0][0])).toBeLessThan(digitHeight / 2);
    expect(Math.abs(right - row[1][0])).toBeLessThan(digitHeight / 2);
  });

  it('is read on its head, too, where its digits say so', async () => {
    const { image } = device('4738.4');
    const [row] = await findDisplays(turned(image), infer);
    expect(row).toBeDefined();
    const read = row && (await readDisplay(turned(image), row.quad, infer));
    expect(read).toMatchObject({ text: '4738.4', isUpsideDown: true });
  });

  it('takes the place of what print was read for it, and not of print', async () => {
    const { image, row } = device('73826.5');
    const misread = { quad: row, text: '7382 5', confidence: 0.97 };
    const print = { quad: row, text: 'Model K-73826', confidence: 0.97 };
    expect(await displaysInPicture(image, [misread], infer)).toMatchObject([
      { text: '73826.5', instead: [0] },
    ]);
    expect(await displaysInPicture(image, [print], infer)).toEqual([]);
  });
});

describe('a model that comes with the reader', () => {
  const finder = fileURLToPath(new URL('../../models/display-finder.onnx', import.meta.url));

  it('is refused by name where it was altered or is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'readout-models-'));
    try {
      const copy = join(folder, 'display-finder.onnx');
      const bytes = await readFile(finder);
      await writeFile(copy, bytes);
      expect((await readOwnModel(copy)).length).toBe(bytes.length);
      bytes[1000] = (bytes[1000] as number) ^ 1;
      await writeFile(copy, bytes);
      await expect(readOwnModel(copy)).rejects.toMatchObject({
        code: 'reader.model_damaged',
        message: expect.stringContaining('display-finder.onnx of the reader was altered'),
      });
      await rm(copy);
      await expect(readOwnModel(copy)).rejects.toMatchObject({
        code: 'reader.model_damaged',
        message: expect.stringContaining('is missing'),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
