import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { displaysAmongLines } from './displays-among-lines.ts';
import { drawDisplay } from './draw-display.ts';
import { seededRandom } from './random.ts';

const margin = 70;
const digitHeight = 80;
const pitch = 0.8;
const digitWidth = 0.55;

/** An LCD in the middle of a plate, and the quad a text detector gives for `count` of its digits from the right. */
function display(text: string): { image: RgbaImage; around: (count: number) => Quad } {
  const digits = text.replace(/\D/g, '').length + (text.startsWith('-') ? 1 : 0);
  const rowWidth = (pitch * (digits - 1) + digitWidth) * digitHeight;
  const [width, height] = [Math.round(rowWidth + 2 * margin), digitHeight + 2 * margin];
  const [left, right, top, bottom] = [margin, margin + rowWidth, margin, margin + digitHeight];
  const { image } = drawDisplay(
    {
      text,
      width,
      height,
      row: [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
      digitWidth,
      pitch,
      thickness: 0.12,
      gap: 0.02,
      slant: 0.08,
      decimalsSize: 1,
      ghost: 0,
      point: [0.5, 0.97, 0.6],
      mitred: true,
      alternativeShapes: false,
      ink: [30, 34, 28],
      ground: [196, 206, 190],
      frame: undefined,
      blur: 0.7,
      bloom: 0,
      noise: 2,
      spots: [],
      strokes: [],
    },
    seededRandom(3),
  );
  const around = (count: number): Quad => {
    const from = right - (pitch * (count - 1) + digitWidth) * digitHeight;
    return [
      [from - 12, top - 12],
      [right + 12, top - 12],
      [right + 12, bottom + 12],
      [from - 12, bottom + 12],
    ];
  };
  return { image, around };
}

async function printed(text: string): Promise<{ image: RgbaImage; quad: Quad }> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="200"><rect width="460" height="200" fill="#fff"/><text x="60" y="130" font-size="90" font-family="DejaVu Sans Mono">${text}</text></svg>`;
  const { data, info } = await sharp(Buffer.from(drawing))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const right = 60 + text.length * 54;
  const quad: Quad = [
    [52, 52],
    [right, 52],
    [right, 142],
    [52, 142],
  ];
  return { image: { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }, quad };
}

const read = (image: RgbaImage, quad: Quad, text: string, confidence = 0.99) =>
  displaysAmongLines(image, [{ quad, text, confidence }]).get(0);

describe('large digits are read again as seven segments', () => {
  it('a point the text recogniser left out is put back, and nearly as sure', () => {
    const { image, around } = display('73826.5');
    const display7 = read(image, around(6), '73826 5');
    expect(display7).toMatchObject({ kind: 'read', text: '73826.5' });
    expect(display7?.confidence).toBeGreaterThan(0.85);
  });

  it('digits outside the box that was found are read, and doubted', () => {
    const { image, around } = display('48.25');
    const display4 = read(image, around(3), '825');
    expect(display4).toMatchObject({ kind: 'read', text: '48.25' });
    expect(display4?.confidence).toBeLessThanOrEqual(0.6);
  });

  it('what the two readers disagree about is doubted, whichever is right', () => {
    const { image, around } = display('48.25');
    for (const text of ['18.25', '148.2'])
      expect(read(image, around(4), text)?.confidence).toBeLessThanOrEqual(0.6);
  });

  it('what both read stays as it is', () => {
    const { image, around } = display('482.5');
    expect(read(image, around(4), '482.5')).toBeUndefined();
  });

  it.each(['1250', '004827', '38.05', '731'])('printed %s stays as it is', async (text) => {
    const { image, quad } = await printed(text);
    expect(read(image, quad, text)).toBeUndefined();
    expect(read(image, quad, text.replace('.', ''), 0.9)?.kind).not.toBe('read');
  });

  it('amounts, times and words are not tried', () => {
    const { image, around } = display('12.45');
    for (const text of ['$1245', '12:45', 'Total', '1245 Main Street'])
      expect(read(image, around(4), text)).toBeUndefined();
  });
});
