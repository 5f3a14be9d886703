import sharp from 'sharp';
import { type DisplayDrawing, drawDisplay } from '../../packages/image-reader/src/segments/draw-display.ts';
import { seededRandom } from '../../packages/image-reader/src/segments/random.ts';
import { drawVector } from '../vector-drawing.ts';

/** A picture of an instrument with a display among printed lines, as a person would take it. */
export interface Scene {
  /** JPEG. */
  bytes: Uint8Array;
  /** What the display shows, with its point and minus. */
  value: string;
  /** Numbers printed beside the display: of the model, and of the piece. */
  printedNumbers: string[];
}

type Colour = DisplayDrawing['ink'];

const reflecting: readonly Colour[] = [
  [190, 205, 180],
  [170, 180, 160],
  [205, 215, 200],
  [150, 190, 120],
  [120, 160, 210],
];
const unlit: readonly Colour[] = [
  [15, 15, 18],
  [30, 5, 5],
  [5, 20, 8],
  [20, 25, 60],
];
const shining: readonly Colour[] = [
  [255, 60, 50],
  [80, 255, 120],
  [255, 190, 60],
  [120, 200, 255],
  [240, 245, 255],
];
const darkBodies = ['#3a3d42', '#6d7075'];
const bodies = ['#e4e2dc', '#c9ccd0', '#3a3d42', '#f4f4f0', '#6d7075'];
const surroundings = '#8a8478';
const units = ['kg', '°C', 'V', 'A', 'bar', 'kWh', 'm³', 'g', 'mm', 'Hz', 'kPa', 'mA'];
const titles = [
  'Electricity meter',
  'Digital scale',
  'Thermometer',
  'Multimeter 2000',
  'Pressure',
  // cspell:disable-next-line -- a plate in German
  'Wasserzähler',
  'Power supply',
  'Balance',
];

/** Draws of one generator. */
function chances(random: () => number) {
  return {
    random,
    between: (low: number, high: number): number => low + (high - low) * random(),
    often: (share: number): boolean => random() < share,
    below: (end: number): number => Math.floor(random() * end),
    pick: <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T,
  };
}
type Chances = ReturnType<typeof chances>;

/**
 * The same picture for the same seed: digits, colours, title, unit and numbers beside them, tilt and blur vary. Digits are 36 to
 * 110 pixels high, tilted by 5° at most.
 */
export async function drawScene(seed: number): Promise<Scene> {
  const by = chances(seededRandom(seed * 7919));
  const value = randomValue(by);
  const { display, digitHeight, below } = displayOf(value, by);
  const unit = by.pick(units);
  const title = by.pick(titles);
  const fontSize = Math.max(18, digitHeight * by.between(0.28, 0.45));
  const width = Math.round(display.width + digitHeight * by.between(1.6, 3));
  const height = Math.round(display.height + fontSize * 6 + 60);
  const left = Math.round(by.between(30, 60));
  const top = Math.round(fontSize * 2.6);
  const body = by.pick(bodies);
  const unitSize = by.often(0.5) ? Math.max(16, digitHeight * 0.3) : digitHeight * by.between(0.35, 0.6);
  const model = String(1000 + by.below(9000));
  const serial = String(100_000 + by.below(900_000));
  const bottom = top + display.height;
  const text = (x: number, y: number, size: number, content: string, more = '') =>
    `<text x="${x}" y="${y}" font-size="${size}"${more}>${content}</text>`;
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans" fill="${
    darkBodies.includes(body) ? '#f4f4f4' : '#222'
  }"><rect width="100%" height="100%" fill="${body}"/>${[
    text(left, fontSize * 1.6, fontSize, title, ' font-weight="bold"'),
    text(left + display.width + 14, bottom - below, unitSize, unit),
    text(left, bottom + fontSize * 1.6, fontSize * 0.8, `Model K${model}`),
    text(left, bottom + fontSize * 2.9, fontSize * 0.7, `S/N ${serial}`),
  ].join('')}</svg>`;
  const shown = await sharp(Buffer.from(display.data), {
    raw: { width: display.width, height: display.height, channels: 4 },
  })
    .png()
    .toBuffer();
  const whole = await drawVector(plate)
    .composite([{ input: shown, left, top }])
    .flatten()
    .png()
    .toBuffer();
  return { bytes: await photographed(whole, by), value, printedNumbers: [model, serial] };
}

/** Two to six digits, half of them with one or two decimals. */
function randomValue({ often, below }: Chances): string {
  const length = 2 + below(5);
  let value = '';
  for (let at = 0; at < length; at++) value += below(10);
  if (often(0.5)) {
    const decimals = 1 + below(Math.min(2, length - 1));
    value = `${value.slice(0, -decimals)}.${value.slice(-decimals)}`;
  }
  return often(0.08) ? `-${value}` : value;
}

/** The display's window, and how many pixels it has below the digits. */
function displayOf(value: string, { random, between, often, pick }: Chances) {
  const digitHeight = Math.round(between(36, 110));
  const digitWidth = between(0.48, 0.62);
  const pitch = digitWidth * between(1.25, 1.55);
  const rowWidth = (pitch * (value.replace('.', '').length - 1) + digitWidth) * digitHeight;
  const beside = digitHeight * between(0.35, 1);
  const below = digitHeight * between(0.2, 0.6);
  const width = Math.round(rowWidth + 2 * beside + digitHeight * 0.2);
  const height = Math.round(digitHeight + 2 * below);
  const isDark = often(0.6);
  const ground = pick(isDark ? reflecting : unlit);
  const contrast = between(0.55, 0.95);
  const ink = isDark ? (ground.map((level) => level * (1 - contrast)) as Colour) : pick(shining);
  const spots = often(0.35)
    ? [
        {
          x: random() * width,
          y: random() * height,
          rx: between(0.1, 0.4) * width,
          ry: between(0.2, 0.8) * height,
          strength: between(0.15, 0.5),
          hard: false,
        },
      ]
    : [];
  const { image } = drawDisplay(
    {
      text: value,
      width,
      height,
      row: [
        [beside, below],
        [beside + rowWidth, below],
        [beside + rowWidth, below + digitHeight],
        [beside, below + digitHeight],
      ],
      digitWidth,
      pitch,
      thickness: between(0.09, 0.17),
      gap: between(0.005, 0.04),
      slant: between(0, 0.2),
      decimalsSize: 1,
      ghost: often(0.6) ? 0 : between(0, 0.12),
      point: [between(0.35, 0.65), between(0.94, 1), between(0.5, 0.7)],
      mitred: often(0.75),
      alternativeShapes: often(0.1),
      ink,
      ground,
      frame: undefined,
      blur: between(0.3, 1),
      bloom: isDark ? 0 : between(0, 0.25),
      noise: between(0, 4),
      spots,
      strokes: [],
    },
    random,
  );
  return { display: image, digitHeight, below };
}

/** Askew in half of the pictures, with something around the instrument, out of focus in most. */
async function photographed(picture: Buffer, { often, between }: Chances): Promise<Uint8Array> {
  const margin = 30;
  const taken = await sharp(picture)
    .rotate(often(0.5) ? between(-5, 5) : 0, { background: surroundings })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: surroundings })
    .png()
    .toBuffer();
  const blur = between(0, 1.3);
  const seen = blur > 0.35 ? sharp(taken).blur(blur) : sharp(taken);
  return seen.flatten().jpeg({ quality: 82 }).toBuffer();
}
