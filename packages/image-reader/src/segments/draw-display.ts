import { invert, mapPoint, rectToQuadMap } from '../document/homography.ts';
import type { RgbaImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import { patterns } from './patterns.ts';

type Colour = [red: number, green: number, blue: number];

/** A display as it is drawn for tests, benchmarks and the training of the cell reader. Lengths are in digit heights. */
export interface DisplayDrawing {
  /** Digits, `-`, spaces; a point is drawn beside the digit before it. */
  text: string;
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** Where the corners of the digits' row come to lie in the picture, clockwise from the top left. */
  row: Quad;
  digitWidth: number;
  pitch: number;
  thickness: number;
  /** Gap between neighbouring segments. */
  gap: number;
  /** Rightward lean of the digits: sideways offset per height. */
  slant: number;
  /** Size of the digits after the point; 1 is as large as the others. */
  decimalsSize: number;
  /** 0 to 1: how visible segments are that are off. */
  ghost: number;
  /** The point: how far into the gap its centre is, how far down, and its radius in thicknesses. */
  point: [across: number, down: number, radius: number];
  /** Whether a segment's ends are cut as a trapezoid. */
  mitred: boolean;
  /** Whether 6, 7 and 9 have their alternative shape. */
  alternativeShapes: boolean;
  ink: Colour;
  ground: Colour;
  /** What lies outside the display's window, and where that begins: left, top, right, bottom of the row. */
  frame: { colour: Colour; margins: [number, number, number, number] } | undefined;
  /** Standard deviation in pixels. */
  blur: number;
  /** Light that segments throw around them, as LEDs do: strength 0 to 1. */
  bloom: number;
  /** Standard deviation in grey levels. */
  noise: number;
  /** Soft bright or dark spots: centre and radii in pixels, strength -1 to 1. */
  spots: { x: number; y: number; rx: number; ry: number; strength: number; hard: boolean }[];
  /** Straight strokes (scratches, letters of a unit): ends and width in pixels, colour. */
  strokes: { from: Point; to: Point; width: number; colour: Colour }[];
}

/** Where one character was drawn. */
export interface DrawnCell {
  character: string;
  /** Corners of the digit's outline, clockwise from its top left. */
  box: Quad;
  /** Whether a point follows it. */
  point: boolean;
}

/** Draws a display; `random` is only used for the noise. */
export function drawDisplay(
  drawing: DisplayDrawing,
  random: () => number,
): { image: RgbaImage; cells: DrawnCell[] } {
  const layout = layOut(drawing);
  const rowWidth = layout.at(-1)?.right ?? 1;
  const toPicture = rectToQuadMap(rowWidth, 1, drawing.row);
  if (!toPicture) throw new RangeError('Three corners of the row of digits lie on a line.');
  const toRow = invert(toPicture);
  const { width, height } = drawing;
  const ink = new Float32Array(width * height);
  const outside = new Float32Array(width * height);
  const samples = 3;
  const margins = drawing.frame?.margins;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let level = 0;
      let out = 0;
      for (let sy = 0; sy < samples; sy++)
        for (let sx = 0; sx < samples; sx++) {
          const [u, v] = mapPoint(toRow, [x + (sx + 0.5) / samples, y + (sy + 0.5) / samples]);
          if (
            margins &&
            (u < -margins[0] || v < -margins[1] || u > rowWidth + margins[2] || v > 1 + margins[3])
          )
            out++;
          else level += inkAt(layout, drawing, u, v);
        }
      ink[y * width + x] = level / samples ** 2;
      outside[y * width + x] = out / samples ** 2;
    }
  const sharp = blurred(ink, width, height, drawing.blur);
  const halo = drawing.bloom > 0 ? blurred(ink, width, height, 0.12 * height) : undefined;
  const framed = blurred(outside, width, height, drawing.blur);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const level = Math.min(1, (sharp[at] as number) + drawing.bloom * (halo?.[at] ?? 0));
    const noise = drawing.noise * normal(random);
    const light = lightAt(drawing, at % width, Math.floor(at / width));
    for (let c = 0; c < 3; c++) {
      const ground = drawing.ground[c] as number;
      let value = ground + level * ((drawing.ink[c] as number) - ground);
      if (drawing.frame) value += (framed[at] as number) * ((drawing.frame.colour[c] as number) - value);
      value = light > 0 ? value + light * (255 - value) : value * (1 + light);
      data[at * 4 + c] = value + noise + 0.3 * drawing.noise * normal(random);
    }
    data[at * 4 + 3] = 255;
  }
  const image = { width, height, data };
  for (const stroke of drawing.strokes) drawStroke(image, stroke);
  const cells = layout.map(({ character, left, right, top, point }) => ({
    character,
    point,
    box: (
      [
        [left, top],
        [right, top],
        [right, 1],
        [left, 1],
      ] as const
    ).map(([u, v]) => mapPoint(toPicture, [u + drawing.slant * (0.5 - v), v])) as Quad,
  }));
  return { image, cells };
}

interface LaidOut {
  character: string;
  set: number;
  left: number;
  right: number;
  top: number;
  size: number;
  point: boolean;
}

function layOut(drawing: DisplayDrawing): LaidOut[] {
  const cells: LaidOut[] = [];
  let left = 0;
  let size = 1;
  for (const character of drawing.text) {
    const last = cells.at(-1);
    if (character === '.') {
      if (last) last.point = true;
      size = drawing.decimalsSize;
      continue;
    }
    const candidates = patterns.filter((pattern) => pattern.character === character);
    const pattern = candidates[drawing.alternativeShapes ? candidates.length - 1 : 0];
    const right = left + drawing.digitWidth * size;
    cells.push({
      character,
      set: pattern?.set ?? 0,
      left,
      right,
      top: 1 - size,
      size,
      point: false,
    });
    left += drawing.pitch * size;
  }
  return cells;
}

/** How much ink there is at a point of the row: 1 on a lit segment, the ghost's share on a dark one. */
function inkAt(layout: LaidOut[], drawing: DisplayDrawing, u: number, v: number): number {
  if (v < -0.1 || v > 1.2) return 0;
  const straight = u - drawing.slant * (0.5 - v);
  for (const cell of layout) {
    const { size } = cell;
    const x = (straight - cell.left) / size;
    const y = (v - cell.top) / size;
    const gapRight = drawing.pitch - drawing.digitWidth;
    if (x < -0.05 || x > drawing.pitch) continue;
    const [across, down, radius] = drawing.point;
    const fromPoint = Math.hypot(x - drawing.digitWidth - across * gapRight, y - down);
    if (cell.point && fromPoint < radius * drawing.thickness) return 1;
    if (x > drawing.digitWidth || y < 0 || y > 1) continue;
    const segment = segmentAt(x, y, drawing);
    if (segment < 0) continue;
    return (cell.set >> segment) & 1 ? 1 : drawing.ghost;
  }
  return 0;
}

/** Which segment of a digit one high covers a point; -1 for none. */
function segmentAt(x: number, y: number, drawing: DisplayDrawing): number {
  const { digitWidth: w, thickness: t, gap, mitred } = drawing;
  const cut = mitred ? 1 : 0;
  const side = Math.min(x, w - x);
  const inset = mitred ? gap / 2 : t + gap / 2;
  if (y <= t && side >= inset + cut * y) return 0;
  if (y >= 1 - t && side >= inset + cut * (1 - y)) return 3;
  const fromMiddle = Math.abs(y - 0.5);
  if (fromMiddle <= t / 2 && side >= (mitred ? t / 2 + gap / 2 + fromMiddle : t + gap / 2)) return 6;
  if (side > t) return -1;
  const upper = y < 0.5;
  const fromEnd = upper ? y : 1 - y;
  if (fromEnd < gap / 2 + cut * side || fromMiddle < gap / 2 + cut * Math.abs(side - t / 2) * 0.9) return -1;
  if (x < w / 2) return upper ? 5 : 4;
  return upper ? 1 : 2;
}

function lightAt(drawing: DisplayDrawing, x: number, y: number): number {
  let light = 0;
  for (const spot of drawing.spots) {
    const distance = Math.hypot((x - spot.x) / spot.rx, (y - spot.y) / spot.ry);
    light += spot.strength * (spot.hard ? (distance < 1 ? 1 : 0) : Math.exp(-distance * distance));
  }
  return Math.min(1, Math.max(-0.95, light));
}

function drawStroke(image: RgbaImage, stroke: DisplayDrawing['strokes'][number]): void {
  const { from, to, width, colour } = stroke;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy || 1;
  const reach = width / 2 + 1;
  const yFrom = Math.max(0, Math.floor(Math.min(from[1], to[1]) - reach));
  const yTo = Math.min(image.height - 1, Math.ceil(Math.max(from[1], to[1]) + reach));
  const xFrom = Math.max(0, Math.floor(Math.min(from[0], to[0]) - reach));
  const xTo = Math.min(image.width - 1, Math.ceil(Math.max(from[0], to[0]) + reach));
  for (let y = yFrom; y <= yTo; y++)
    for (let x = xFrom; x <= xTo; x++) {
      const along = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length));
      const distance = Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy);
      const cover = Math.min(1, Math.max(0, width / 2 + 0.5 - distance));
      if (cover === 0) continue;
      const at = (y * image.width + x) * 4;
      for (let c = 0; c < 3; c++) {
        const old = image.data[at + c] as number;
        image.data[at + c] = old + cover * ((colour[c] as number) - old);
      }
    }
}

function blurred(values: Float32Array, width: number, height: number, sigma: number): Float32Array {
  if (sigma < 0.15) return values;
  const reach = Math.ceil(sigma * 2.5);
  const kernel = Array.from({ length: reach * 2 + 1 }, (_, k) => Math.exp(-0.5 * ((k - reach) / sigma) ** 2));
  const total = kernel.reduce((sum, value) => sum + value, 0);
  const pass = (source: Float32Array, step: number, size: number, at: (k: number) => number) => {
    const out = new Float32Array(source.length);
    for (let k = 0; k < source.length; k++) {
      const place = at(k);
      let sum = 0;
      for (let j = -reach; j <= reach; j++) {
        const clamped = Math.min(size - 1, Math.max(0, place + j));
        sum += (kernel[j + reach] as number) * (source[k + (clamped - place) * step] as number);
      }
      out[k] = sum / total;
    }
    return out;
  };
  return pass(
    pass(values, 1, width, (k) => k % width),
    width,
    height,
    (k) => Math.floor(k / width),
  );
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
