import type { RgbaImage } from '../image.ts';
import type { Point } from '../reading.ts';
import { type DisplayDrawing, type DrawnCell, drawDisplay } from './draw-display.ts';

/** A display as one might photograph it: digits, shapes, light, sharpness and surroundings by chance. */
export function drawRandomDisplay(random: () => number): {
  image: RgbaImage;
  cells: DrawnCell[];
  drawing: DisplayDrawing;
} {
  const between = (low: number, high: number) => low + (high - low) * random();
  const often = (share: number) => random() < share;
  const height = Math.round(often(0.5) ? between(28, 36) : between(36, 80));
  const width = Math.round(height * between(3, 7));
  const rowHeight = height * between(0.5, 0.92);
  const stretch = between(0.8, 2.1);
  const digitWidth = between(0.42, 0.66);
  const pitch = digitWidth * between(1.22, 1.65);
  const decimalsSize = often(0.3) ? between(0.55, 0.8) : 1;
  const most = Math.max(2, Math.floor((width * between(0.6, 1.08)) / (pitch * rowHeight * stretch)));
  const count = Math.min(9, most);
  let text = '';
  const zeros = often(0.4) ? Math.floor(random() * count) : 0;
  for (let at = 0; at < count; at++) text += at < zeros ? '0' : Math.floor(random() * 10);
  if (often(0.08)) text = `-${text.slice(1)}`;
  if (often(0.6)) {
    const decimals = Math.min(count - 1, often(0.7) ? 1 : 1 + Math.floor(random() * 3));
    text = `${text.slice(0, count - decimals)}.${text.slice(count - decimals)}`;
  }
  const rowWidth = (pitch * (count - 1) + digitWidth) * rowHeight * stretch;
  const left =
    between(-0.06, 1) * Math.max(0, width - rowWidth) + (rowWidth > width ? width - rowWidth : 0) / 2;
  const middle = height / 2 + between(-0.5, 0.5) * Math.max(0, height - rowHeight);
  const turn = often(0.4) ? 0 : between(-0.11, 0.11);
  const narrowing = often(0.5) ? 0 : between(-0.08, 0.08);
  const corner = (x: number, side: number): Point => {
    const along = x / rowWidth - 0.5;
    const half = (rowHeight / 2) * (1 + narrowing * along * 2);
    return [left + x, middle + turn * (left + x - width / 2) + side * half];
  };
  const dark = often(0.75);
  const light = between(50, 255);
  const ground = [0, 1, 2].map(() => (often(0.4) ? light : between(20, 255))) as [number, number, number];
  const contrast = between(0.15, 0.95);
  const ink = ground.map((value) =>
    dark ? value * (1 - contrast) : value + contrast * (255 - value) * between(0.7, 1),
  ) as [number, number, number];
  if (!dark)
    ground.forEach((value, c) => {
      ground[c] = value * between(0.05, 0.5);
    });
  const framed = often(0.4);
  const strokes: DisplayDrawing['strokes'] = [];
  const randomStroke = (
    x: number,
    y: number,
    size: number,
    strokeWidth: number,
    colour: [number, number, number],
  ) => {
    const angle = often(0.6) ? (often(0.5) ? 0 : Math.PI / 2) : random() * Math.PI;
    const length = size * between(0.4, 1);
    const from: Point = [x + between(-0.5, 0.5) * size, y + between(-0.5, 0.5) * size];
    strokes.push({
      from,
      to: [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length],
      width: strokeWidth,
      colour,
    });
  };
  // A unit behind the digits, words above and below, a scratch over everything.
  if (often(0.5)) {
    const size = rowHeight * between(0.25, 0.5);
    for (let letter = 0; letter < 4; letter++)
      for (let k = 0; k < 3; k++)
        randomStroke(
          left + rowWidth + size * (0.8 + letter * 1.1),
          middle + rowHeight * (0.5 - between(0.1, 0.3)),
          size,
          Math.max(1, size * 0.15),
          ink,
        );
  }
  for (const side of [-1, 1])
    if (often(0.3)) {
      const size = rowHeight * between(0.2, 0.35);
      const start = random() * width;
      for (let k = 0; k < 15; k++)
        randomStroke(
          start + (k / 3) * size,
          middle + side * (rowHeight / 2 + size * 0.9),
          size,
          Math.max(1, size * 0.2),
          ink,
        );
    }
  if (often(0.2))
    strokes.push({
      from: [random() * width, 0],
      to: [random() * width, height],
      width: between(0.5, 2),
      colour: ground.map((value) => (often(0.5) ? 255 : value * 0.5)) as [number, number, number],
    });
  const drawing: DisplayDrawing = {
    text,
    width,
    height,
    row: [corner(0, -1), corner(rowWidth, -1), corner(rowWidth, 1), corner(0, 1)],
    digitWidth,
    pitch,
    thickness: between(0.07, 0.19),
    gap: between(0, 0.06),
    slant: between(-0.03, 0.26),
    decimalsSize,
    ghost: often(0.5) ? 0 : between(0, 0.3),
    mitred: often(0.7),
    alternativeShapes: often(0.15),
    ink,
    ground,
    frame: framed
      ? {
          colour: ground.map((value) => (often(0.7) ? value * between(0, 0.5) : 220)) as [
            number,
            number,
            number,
          ],
          margins: [between(0.1, 0.8), between(0.03, 0.3), between(0.1, 2), between(0.03, 0.3)],
        }
      : undefined,
    blur: between(0.2, 0.05 * rowHeight + 0.5),
    bloom: dark ? 0 : between(0, 0.5),
    noise: between(0, 7) * (0.3 + contrast),
    spots: Array.from({ length: Math.floor(random() * 3.5) }, () => ({
      x: random() * width,
      y: random() * height,
      rx: between(0.1, 1) * (often(0.5) ? width : height),
      ry: between(0.2, 1.2) * height,
      strength: between(-0.6, 0.6),
      hard: often(0.2),
    })),
    point: [between(0.3, 0.7), between(0.92, 1), between(0.5, 0.75)],
    strokes,
  };
  return { ...drawDisplay(drawing, random), drawing };
}
