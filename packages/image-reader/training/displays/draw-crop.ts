import sharp from 'sharp';
import type { Point, Quad } from '../../src/reading.ts';
import { displayHeight } from '../../src/segments/display-network.ts';
import { chancesOf, drawPanel, type Panel } from './draw-panel.ts';
import { type Grey, sampleQuad } from './grey.ts';

/** A straightened cut-out of a photographed display, as the recogniser gets it, and what it says. */
export interface DisplayCrop {
  /** `displayHeight` rows. */
  grey: Grey;
  /** Empty where no display stands the right way up. */
  text: string;
}

/** Widest crop, pixels. */
const mostWidth = 320;
const leastWidth = 32;

export async function renderPanel(panel: Pick<Panel, 'svg'>): Promise<Grey> {
  const { data, info } = await sharp(Buffer.from(panel.svg))
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Draws one, with the shapes, light, sharpness and errors of cutting out that photographs bring. */
export async function drawCrop(random: () => number): Promise<DisplayCrop> {
  const chances = chancesOf(random);
  const { between, often } = chances;
  const panel = drawPanel(random);
  const picture = await renderPanel(panel);
  const isElsewhere = often(0.07);
  const { text, quad } = isElsewhere ? elsewhere(random, panel) : aroundRow(random, panel);
  const isTurned = !isElsewhere && often(0.06) && readsOneWayOnly(panel);
  const placed: Quad = isTurned ? [quad[2], quad[3], quad[0], quad[1]] : quad;
  const along = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
  const across = Math.hypot(quad[3][0] - quad[0][0], quad[3][1] - quad[0][1]);
  const stretch = between(0.72, 1.35);
  const width = Math.round(
    Math.max(leastWidth, Math.min(mostWidth, (along / across) * displayHeight * stretch)),
  );
  // As many pixels as the photograph had, then as many as the recogniser wants.
  const taken = often(0.25) ? between(11, 20) : between(20, 56);
  const small = sampleQuad(
    picture,
    placed,
    Math.max(8, Math.round((width * taken) / displayHeight)),
    Math.round(taken),
  );
  const photographed = await photograph(random, small, small.height);
  const whole: Quad = [
    [0, 0],
    [photographed.width, 0],
    [photographed.width, photographed.height],
    [0, photographed.height],
  ];
  return {
    grey: sampleQuad(photographed, whole, width, displayHeight),
    text: isTurned ? '' : text,
  };
}

/** Whether a turned display would show something that is no digit. */
const readsOneWayOnly = ({ text, kind }: Panel): boolean =>
  kind === 'lcd' || kind === 'led' ? /[347]/.test(text) : /[2-57]/.test(text);

function aroundRow(random: () => number, panel: Panel): { text: string; quad: Quad } {
  const { between, often } = chancesOf(random);
  const { row, size, text } = panel;
  const wide = often(0.4);
  const left = size * (wide ? between(0, 1.6) : between(-0.03, 0.45));
  const right = size * (wide ? between(0, 1.6) : between(-0.03, 0.45));
  // A part of a picture that was not cut out along the row: the row runs slanting through it.
  const slanting = often(0.3);
  const turn = slanting ? between(-0.16, 0.16) : often(0.4) ? 0 : between(-0.07, 0.07);
  const most = (slanting ? 0.55 : 0.22) * size;
  const loose = often(0.25);
  const margin = (): number => size * (loose ? between(0, 0.55) : between(-0.03, 0.25));
  const slant = slanting ? 0.7 * Math.min(most, Math.abs(turn) * (row[1][0] - row[0][0]) * 0.5) : 0;
  const [top, bottom] = [slant + margin(), slant + margin()];
  const lean = row[0][0] - row[3][0];
  const withLean = often(0.15);
  const x0 = Math.min(row[0][0], row[3][0]) - left;
  const x1 = Math.max(row[1][0], row[2][0]) + right;
  const [y0, y1] = [row[0][1] - top, row[2][1] + bottom];
  const jitter = size * 0.07;
  const shift = withLean ? lean / 2 : 0;
  const corner = (x: number, y: number): Point => {
    const [dx, dy] = [x - (x0 + x1) / 2, y - (y0 + y1) / 2];
    return [
      x - dy * turn * 0.5 + between(-1, 1) * jitter,
      y + Math.max(-most, Math.min(most, dx * turn)) + between(-1, 1) * jitter,
    ];
  };
  return {
    text,
    quad: [corner(x0 + shift, y0), corner(x1 + shift, y0), corner(x1 - shift, y1), corner(x0 - shift, y1)],
  };
}

/** A place of the panel that the digits do not reach into. */
function elsewhere(random: () => number, { row, size, width, height }: Panel): { text: string; quad: Quad } {
  const { between, often } = chancesOf(random);
  const tall = size * between(0.3, 0.8);
  const y0 = often(0.5) ? between(-0.2 * size, row[0][1] - tall) : between(row[2][1], height - tall * 0.5);
  const x0 = between(0, width * 0.4);
  const x1 = x0 + tall * between(1.5, 6);
  return {
    text: '',
    quad: [
      [x0, y0],
      [x1, y0],
      [x1, y0 + tall],
      [x0, y0 + tall],
    ],
  };
}

/** Focus, motion, light, noise and compression of a photograph in which digits are so many pixels high. */
export async function photograph(random: () => number, grey: Grey, digits: number): Promise<Grey> {
  const { between, often } = chancesOf(random);
  const { width, height } = grey;
  const data = Float32Array.from(grey.data);
  const gamma = often(0.5) ? 1 : between(0.6, 1.7);
  const [low, high] = often(0.35) ? [between(0, 95), between(0, 95)] : [between(0, 25), between(0, 40)];
  const reach = Math.max(30, 255 - low - high);
  const slope = often(0.4) ? between(-0.45, 0.45) : 0;
  const noise = often(0.25) ? between(4, 12) : between(0, 4);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const light = 1 + slope * (x / width - 0.5) * 2;
      const value = low + reach * ((data[at] as number) / 255) ** gamma * light;
      data[at] = value + noise * (random() + random() + random() - 1.5) * 1.4;
    }
  let pipe = sharp(Buffer.from(Uint8ClampedArray.from(data)), { raw: { width, height, channels: 1 } });
  if (often(0.6)) pipe = pipe.blur(between(0.3, 0.3 + digits * (often(0.25) ? 0.045 : 0.022)));
  if (often(0.15)) {
    const length = often(0.5) ? 3 : 5;
    const isAcross = often(0.3);
    const kernel = Array.from({ length: length * length }, (_, k) =>
      (isAcross ? k % length : Math.floor(k / length)) === (length - 1) / 2 ? 1 : 0,
    );
    pipe = pipe.convolve({ width: length, height: length, kernel });
  }
  if (often(0.6)) {
    const file = await pipe.jpeg({ quality: Math.round(between(18, 90)) }).toBuffer();
    pipe = sharp(file);
  }
  const out = await pipe.greyscale().raw().toBuffer();
  return { width, height, data: out };
}
