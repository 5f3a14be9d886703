// cspell:ignore Lato Inconsolata
import type { Quad } from '../../src/reading.ts';
import { patterns } from '../../src/segments/patterns.ts';
import { dotDigits } from './dot-digits.ts';

/** A display with what is around it on its device, as an SVG picture. */
export interface Panel {
  svg: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Characters that are shown, of `0123456789.-:`. */
  text: string;
  /** Outline of the characters, in pixels. */
  row: Quad;
  /** Pixels of height of the characters. */
  size: number;
  kind: PanelKind;
}

const kinds = ['lcd', 'led', 'drums', 'dots', 'printed'] as const;
export type PanelKind = (typeof kinds)[number];
const shares = [0.52, 0.18, 0.13, 0.09, 0.08];

type Random = () => number;
type Colour = readonly [red: number, green: number, blue: number];

/** Height of a character; everything else is in proportion. */
const size = 56;

const fonts = [
  'DejaVu Sans',
  'DejaVu Sans Mono',
  'Liberation Sans',
  'Liberation Sans Narrow',
  'Liberation Mono',
  'FreeSans',
  'FreeMono',
  'Hack',
  'Roboto',
  'Roboto Condensed',
  'Open Sans',
  'Lato',
  'Inconsolata',
];
const units = [
  'kWh',
  'kW',
  'm³',
  'L',
  'l/h',
  '°C',
  '°F',
  'bar',
  'V',
  'A',
  '%',
  'kg',
  'g',
  'Hz',
  'MWh',
  'EUR',
];
const captions = [
  ...['LITRES', 'PRICE', 'TOTAL', 'CUM', 'T1', 'T2', 'SUM', 'MAX', 'TARE', 'NET', 'ZERO', 'HOLD', 'MODE'],
  ...['No. 48213', '230 V', '50 Hz', '5(60) A', 'IP54', 'Class 1', 'imp/kWh', '1.8.0', '2.8.0', 'L1 L2 L3'],
];

interface Chances {
  random: Random;
  between(low: number, high: number): number;
  often(share: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function chancesOf(random: Random): Chances {
  return {
    random,
    between: (low, high) => low + (high - low) * random(),
    often: (share) => random() < share,
    pick: (from) => from[Math.floor(random() * from.length)] as (typeof from)[number],
  };
}

/** Draws a display as devices have them: kind, digits, colours, wear and surroundings by chance. */
export function drawPanel(random: Random): Panel {
  const chances = chancesOf(random);
  const kind = kindOf(random());
  const shown = drawValue(chances, kind);
  const colours = coloursOf(chances, kind);
  const row = layOut(chances, kind, shown, colours);
  const margins = {
    left: size * (chances.often(0.3) ? chances.between(0.05, 0.4) : chances.between(0.2, 2)),
    right: size * (chances.often(0.3) ? chances.between(0.05, 0.4) : chances.between(0.2, 2.4)),
    top: size * chances.between(0.06, 0.8),
    bottom: size * chances.between(0.06, 0.8),
  };
  const housing = size * 0.9;
  const width = Math.ceil(row.width + margins.left + margins.right + 2 * housing);
  const height = Math.ceil(size + margins.top + margins.bottom + 2 * housing);
  const [x, y] = [housing + margins.left, housing + margins.top];
  const ground = rgb(colours.ground);
  const parts = [
    rect(0, 0, width, height, rgb(colours.housing)),
    chances.often(0.5)
      ? rect(housing - 5, housing - 5, width - 2 * housing + 10, height - 2 * housing + 10, rgb(colours.rim))
      : '',
    rect(housing, housing, width - 2 * housing, height - 2 * housing, ground),
    kind === 'lcd' || chances.often(0.3) ? unevenLight(chances, width, height) : '',
    `<g transform="translate(${x} ${y})">${row.svg}</g>`,
    ...surroundings(chances, colours, { x, y, right: x + row.width, bottom: y + size, width, height }),
    ...wear(chances, width, height),
  ];
  const [l, r, t, b] = [x + row.left, x + row.right, y, y + size];
  const lean = row.lean;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`,
    width,
    height,
    text: shown.text,
    row: [
      [l + lean, t],
      [r + lean, t],
      [r, b],
      [l, b],
    ],
    size,
    kind,
  };
}

function kindOf(chance: number): PanelKind {
  let sum = 0;
  for (const [k, kind] of kinds.entries()) {
    sum += shares[k] as number;
    if (chance < sum) return kind;
  }
  return 'lcd';
}

interface Shown {
  /** As {@link Panel.text}. */
  text: string;
  /** Places before the text that are dark. */
  dark: number;
}

function drawValue({ random, between, often }: Chances, kind: PanelKind): Shown {
  const count = often(0.05) ? 1 : Math.floor(between(2, often(0.3) ? 10 : 8));
  const zeros = kind === 'drums' || often(0.3) ? Math.floor(random() * count) : 0;
  let digits = '';
  for (let at = 0; at < count; at++)
    digits += at < zeros ? '0' : at > 0 && often(0.12) ? digits[at - 1] : Math.floor(random() * 10);
  if (kind !== 'drums' && often(0.04) && count >= 4)
    return { text: `${digits.slice(0, 2)}:${digits.slice(2, 4)}`, dark: 0 };
  if (often(0.55) && count > 1) {
    const decimals = Math.min(count - 1, often(0.6) ? 1 : 1 + Math.floor(random() * 3));
    digits = `${digits.slice(0, count - decimals)}.${digits.slice(count - decimals)}`;
  }
  if (kind !== 'drums' && often(0.07)) digits = `-${digits}`;
  return { text: digits, dark: kind !== 'drums' && often(0.3) ? 1 + Math.floor(random() * 4) : 0 };
}

interface Colours {
  ink: Colour;
  ground: Colour;
  housing: Colour;
  rim: Colour;
  /** How visible segments are that are off, 0 to 1. */
  ghost: number;
  isDarkInk: boolean;
}

const mix = (a: Colour, b: Colour, share: number): Colour =>
  a.map((value, c) => value + share * ((b[c] as number) - value)) as unknown as Colour;
const rgb = (colour: Colour): string => `rgb(${colour.map((c) => Math.round(c)).join(',')})`;

function coloursOf({ between, often, pick }: Chances, kind: PanelKind): Colours {
  const any = (low: number, high: number): Colour => {
    const grey = between(low, high);
    const spread = often(0.5) ? 10 : 60;
    return [0, 1, 2].map(() =>
      Math.max(0, Math.min(255, grey + between(-spread, spread))),
    ) as unknown as Colour;
  };
  const housing = any(10, 250);
  const rim = often(0.5) ? any(0, 60) : any(120, 255);
  if (kind === 'led') {
    const ink = pick<Colour>([
      [255, 40, 30],
      [255, 90, 30],
      [60, 255, 80],
      [255, 190, 40],
      [70, 140, 255],
      [230, 245, 255],
      [80, 255, 230],
    ]);
    const ground = any(0, often(0.3) ? 90 : 40);
    return {
      ink: mix(ground, ink, between(0.35, 1)),
      ground,
      housing,
      rim,
      ghost: often(0.5) ? 0 : between(0, 0.22),
      isDarkInk: false,
    };
  }
  if (kind === 'drums') {
    const isDarkInk = often(0.25);
    return {
      ink: isDarkInk ? any(0, 60) : any(170, 255),
      ground: isDarkInk ? any(170, 255) : any(5, 60),
      housing,
      rim,
      ghost: 0,
      isDarkInk,
    };
  }
  const isDarkInk = often(0.82);
  const backlit: readonly Colour[] = [
    [40, 200, 40],
    [60, 235, 120],
    [255, 160, 60],
    [80, 140, 250],
    [190, 225, 250],
    [130, 135, 240],
    [60, 90, 20],
    [150, 160, 130],
    [110, 120, 100],
    [200, 205, 195],
    [50, 55, 45],
    [40, 44, 40],
  ];
  const ground = isDarkInk
    ? often(0.7)
      ? mix(pick(backlit), [between(0, 255), between(0, 255), between(0, 255)], 0.15)
      : any(45, 250)
    : any(5, 120);
  const contrast = often(0.35) ? between(0.17, 0.42) : between(0.35, 0.98);
  const ink = isDarkInk ? mix(ground, any(0, 50), contrast) : mix(ground, any(200, 255), contrast);
  return {
    ink,
    ground,
    housing,
    rim,
    ghost: often(0.45) ? 0 : between(0.02, 0.35),
    isDarkInk,
  };
}

interface LaidOutRow {
  svg: string;
  width: number;
  left: number;
  right: number;
  /** Pixels the top of the row is further right than its bottom. */
  lean: number;
}

const xmlText = (text: string): string => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${fill}" ${more}/>`;

function layOut(chances: Chances, kind: PanelKind, shown: Shown, colours: Colours): LaidOutRow {
  if (kind === 'drums') return drums(chances, shown, colours);
  if (kind === 'dots') return dots(chances, shown, colours);
  if (kind === 'printed') return printed(chances, shown, colours);
  return segments(chances, shown, colours, kind === 'led');
}

/** The seven polygons of a digit one high, a to g. */
function segmentShapes(w: number, t: number, gap: number, mitred: boolean): [number, number][][] {
  const g = gap / 2;
  const m = mitred ? t : 0;
  const inset = mitred ? g : t + g;
  const half = 0.5 - g;
  const top: [number, number][] = [
    [inset, 0],
    [w - inset, 0],
    [w - inset - m, t],
    [inset + m, t],
  ];
  const left: [number, number][] = mitred
    ? [
        [0, g],
        [t, t + g],
        [t, half - t / 2],
        [t / 2, half],
        [0, half],
      ]
    : [
        [0, g],
        [t, g],
        [t, half],
        [0, half],
      ];
  const right = left.map(([x, y]): [number, number] => [w - x, y]);
  const down = (shape: [number, number][]) => shape.map(([x, y]): [number, number] => [x, 1 - y]);
  const middle: [number, number][] = mitred
    ? [
        [t / 2 + g, 0.5],
        [t + g, 0.5 - t / 2],
        [w - t - g, 0.5 - t / 2],
        [w - t / 2 - g, 0.5],
        [w - t - g, 0.5 + t / 2],
        [t + g, 0.5 + t / 2],
      ]
    : [
        [t + g, 0.5 - t / 2],
        [w - t - g, 0.5 - t / 2],
        [w - t - g, 0.5 + t / 2],
        [t + g, 0.5 + t / 2],
      ];
  return [top, right, down(right), down(top), down(left), left, middle];
}

function segments(
  { between, often, random }: Chances,
  { text, dark }: Shown,
  { ink, ground, ghost, isDarkInk }: Colours,
  isLed: boolean,
): LaidOutRow {
  const digitWidth = between(0.4, 0.72);
  const pitch = digitWidth * between(1.15, 1.65);
  const thickness = between(0.06, 0.2);
  const shapes = segmentShapes(digitWidth, thickness, between(0, 0.05), often(0.7));
  const round = often(0.25) ? between(0.02, 0.06) : 0;
  const lean = often(0.25) ? 0 : between(0.02, 0.28);
  const smaller = often(0.28) ? between(0.5, 0.85) : 1;
  // A point that small digits say already is often hard to see.
  const pointRadius = thickness * between(0.35, 0.8);
  const hasPoint = smaller === 1 || often(0.65);
  const takesPlace = often(0.15);
  const pointAcross = between(0.25, 0.75);
  const isSquare = often(0.4);
  const isAlternative = often(0.15);
  const weakDigit = often(0.08) ? Math.floor(random() * 8) : -1;
  const lit: string[] = [];
  const off: string[] = [];
  let x = 0;
  let scale = 1;
  let first: number | undefined;
  let last = 0;
  let place = 0;
  const draw = (shape: [number, number][], strength: number, into: string[]) => {
    const points = shape.map(([sx, sy]) => {
      const px = x + sx * scale;
      const py = 1 - scale + sy * scale;
      return `${((px + lean * (1 - py)) * size).toFixed(1)},${(py * size).toFixed(1)}`;
    });
    into.push(
      `<polygon points="${points.join(' ')}"${strength < 1 ? ` opacity="${strength.toFixed(2)}"` : ''}/>`,
    );
  };
  const dot = (at: number, y: number, into: string[]) => {
    const cx = ((at + lean * (1 - y)) * size).toFixed(1);
    const r = pointRadius * size;
    into.push(
      isSquare
        ? `<rect x="${(Number(cx) - r).toFixed(1)}" y="${(y * size - r).toFixed(1)}" width="${(2 * r).toFixed(1)}" height="${(2 * r).toFixed(1)}"/>`
        : `<circle cx="${cx}" cy="${(y * size).toFixed(1)}" r="${r.toFixed(1)}"/>`,
    );
  };
  for (const character of ' '.repeat(dark) + text) {
    const gapMiddle = x - (pitch - digitWidth) * scale * (1 - pointAcross);
    if (character === '.') {
      if (hasPoint) dot(takesPlace ? x + pointRadius : gapMiddle, 1 - pointRadius, lit);
      if (takesPlace && hasPoint) x += pointRadius * 2 + 0.06;
      scale = smaller;
      continue;
    }
    if (character === ':') {
      const at = takesPlace ? x + 0.08 : gapMiddle;
      dot(at, 0.32, lit);
      dot(at, 0.7, lit);
      if (takesPlace) x += 0.2;
      continue;
    }
    const known = patterns.filter((pattern) => pattern.character === character);
    const set = known[isAlternative ? known.length - 1 : 0]?.set ?? 0;
    shapes.forEach((shape, k) => {
      if ((set >> k) & 1)
        draw(shape, place === weakDigit && often(0.6) ? between(0.35, 0.9) : often(0.02) ? 0.5 : 1, lit);
      else if (ghost > 0) draw(shape, 1, off);
    });
    if (ghost > 0 && often(0.6))
      dot(x + digitWidth * scale + (pitch - digitWidth) * 0.5, 1 - pointRadius, off);
    if (character !== ' ') {
      first ??= x;
      last = x + digitWidth * scale;
    }
    x += pitch * scale;
    place++;
  }
  const stroke = round > 0 ? ` stroke-width="${(round * size).toFixed(1)}" stroke-linejoin="round"` : '';
  const group = (shape: string[], colour: Colour, more: string) =>
    `<g fill="${rgb(colour)}" stroke="${round > 0 ? rgb(colour) : 'none'}"${stroke} ${more}>${shape.join('')}</g>`;
  const svg: string[] = [];
  if (ghost > 0) svg.push(group(off, mix(ground, ink, ghost), ''));
  if (isLed && often(0.8)) {
    svg.push(
      `<filter id="bloom" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${between(2, 11).toFixed(1)}"/></filter>`,
      group(lit, ink, `filter="url(#bloom)" opacity="${between(0.3, 1).toFixed(2)}"`),
    );
  } else if (!isLed && isDarkInk && often(0.4)) {
    // The shadow that liquid crystals throw on what reflects behind them.
    svg.push(
      `<filter id="soft"><feGaussianBlur stdDeviation="${between(0.3, 2).toFixed(1)}"/></filter>`,
      group(
        lit,
        [0, 0, 0],
        `filter="url(#soft)" opacity="${between(0.08, 0.35).toFixed(2)}" transform="translate(${between(-5, 5).toFixed(1)} ${between(-2, 6).toFixed(1)})"`,
      ),
    );
  }
  svg.push(group(lit, isLed && often(0.3) ? mix(ink, [255, 255, 255], between(0.3, 0.9)) : ink, ''));
  return {
    svg: svg.join(''),
    width: (x + lean) * size,
    left: (first ?? 0) * size,
    right: last * size,
    lean: lean * size,
  };
}

/** Heights of digits in a font's size. */
const capHeight = 0.72;

function printed({ between, often, pick }: Chances, { text }: Shown, { ink }: Colours): LaidOutRow {
  const font = pick(fonts);
  const weight = often(0.4) ? 700 : 400;
  const pitch = between(0.75, 1.25);
  const smaller = often(0.15) ? between(0.6, 0.85) : 1;
  let x = 0;
  let scale = 1;
  const parts: string[] = [];
  let last = 0;
  for (const character of text) {
    const advance = (character === '.' || character === ':' ? 0.4 : 0.78) * pitch * size * scale;
    const fontSize = (size / capHeight) * scale;
    parts.push(
      `<text x="${(x + advance / 2).toFixed(1)}" y="${size}" font-size="${fontSize.toFixed(1)}" text-anchor="middle">${character}</text>`,
    );
    if (character === '.') scale = smaller;
    else last = x + advance * 0.95;
    x += advance;
  }
  return {
    svg: `<g fill="${rgb(ink)}" font-family="${font}" font-weight="${weight}">${parts.join('')}</g>`,
    width: x,
    left: 0,
    right: last,
    lean: 0,
  };
}

function drums({ between, often, pick }: Chances, { text }: Shown, { ink, ground }: Colours): LaidOutRow {
  const font = pick(fonts);
  const weight = often(0.6) ? 700 : 400;
  const cell = size * between(0.72, 1.15);
  const gap = size * between(0.02, 0.3);
  const high = size * between(1.25, 1.7);
  const top = (size - high) / 2;
  const point = text.indexOf('.');
  const ownColours = point >= 0 && often(0.6);
  const hasPoint = point >= 0 && (!ownColours || often(0.5));
  const red: Colour = [between(150, 230), between(10, 60), between(10, 60)];
  const inkIsRed = often(0.4);
  const shading = between(0.1, 0.75);
  const rolling = often(0.45) ? between(-0.36, 0.36) : 0;
  const step = high * between(0.85, 1.05);
  const digits = [...text.replace('.', '')];
  const parts = [
    `<linearGradient id="drum" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="${shading}"/><stop offset="0.35" stop-color="#000" stop-opacity="0"/><stop offset="0.65" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${shading}"/></linearGradient>`,
  ];
  let x = 0;
  digits.forEach((digit, place) => {
    const isDecimal = point >= 0 && place >= point;
    const own = isDecimal && ownColours;
    const fill = own ? (inkIsRed ? ground : red) : ground;
    const colour = own ? (inkIsRed ? red : ink) : ink;
    if (place === point && hasPoint) {
      const r = size * between(0.05, 0.09);
      parts.push(
        `<circle cx="${(x - gap / 2 + r).toFixed(1)}" cy="${(size - r).toFixed(1)}" r="${r.toFixed(1)}" fill="${rgb(ink)}"/>`,
      );
      x += r * 2;
    }
    const isLast = place === digits.length - 1;
    const offset = (isLast ? rolling : between(-0.03, 0.03)) * step;
    const numeral = (value: number, shift: number) =>
      `<text x="${(x + cell / 2).toFixed(1)}" y="${(size + offset + shift).toFixed(1)}" font-size="${(size / capHeight).toFixed(1)}" text-anchor="middle">${((value % 10) + 10) % 10}</text>`;
    const value = Number(digit);
    parts.push(
      `<svg x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${cell.toFixed(1)}" height="${high.toFixed(1)}" viewBox="${x.toFixed(1)} ${top.toFixed(1)} ${cell.toFixed(1)} ${high.toFixed(1)}">`,
      rect(x, top, cell, high, rgb(fill)),
      `<g fill="${rgb(colour)}" font-family="${font}" font-weight="${weight}">${numeral(value, 0)}${numeral(value + 1, step)}${numeral(value - 1, -step)}</g>`,
      rect(x, top, cell, high, 'url(#drum)'),
      '</svg>',
    );
    x += cell + gap;
  });
  return {
    svg: parts.join(''),
    width: x,
    left: cell * 0.12,
    right: x - gap - cell * 0.12,
    lean: 0,
  };
}

function dots(
  { between, often }: Chances,
  { text, dark }: Shown,
  { ink, ground, ghost }: Colours,
): LaidOutRow {
  const step = size / 7;
  const radius = step * between(0.32, 0.5);
  const isRound = often(0.5);
  const apart = often(0.7) ? 6 : 7;
  const lit: string[] = [];
  const off: string[] = [];
  const put = (cx: number, cy: number, into: string[]) => {
    const [px, py] = [(cx + 0.5) * step, (cy + 0.5) * step];
    into.push(
      isRound
        ? `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="${radius.toFixed(1)}"/>`
        : rect(px - radius, py - radius, 2 * radius, 2 * radius, 'inherit').replace(' fill="inherit"', ''),
    );
  };
  let column = 0;
  let last = 0;
  let first: number | undefined;
  const narrowPoint = often(0.5);
  for (const character of ' '.repeat(Math.min(dark, 2)) + text) {
    const rows = dotDigits[character];
    const isNarrow = narrowPoint && (character === '.' || character === ':');
    const columns = isNarrow ? 2 : 5;
    const skip = isNarrow ? 1 : 0;
    for (let y = 0; y < 7; y++)
      for (let k = 0; k < columns; k++) {
        if (rows?.[y]?.[k + skip] === '#') put(column + k, y, lit);
        else if (ghost > 0) put(column + k, y, off);
      }
    if (character !== ' ') {
      first ??= column;
      if (character !== '.') last = column + columns;
    }
    column += columns + apart - 5;
  }
  const group = (some: string[], colour: Colour) => `<g fill="${rgb(colour)}">${some.join('')}</g>`;
  return {
    svg: (ghost > 0 ? group(off, mix(ground, ink, ghost * 0.6)) : '') + group(lit, ink),
    width: column * step,
    left: (first ?? 0) * step,
    right: last * step,
    lean: 0,
  };
}

function unevenLight({ between, often }: Chances, width: number, height: number): string {
  const colour = often(0.5) ? '#fff' : '#000';
  const side = often(0.5) ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
  return (
    `<linearGradient id="light" x1="0" y1="0" ${side}><stop offset="${between(0, 0.4).toFixed(2)}" stop-color="${colour}" stop-opacity="${between(0, 0.5).toFixed(2)}"/><stop offset="${between(0.5, 1).toFixed(2)}" stop-color="${colour}" stop-opacity="0"/></linearGradient>` +
    rect(0, 0, width, height, 'url(#light)')
  );
}

interface Place {
  x: number;
  y: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/** Units behind the digits, captions above and below, signs and frames. */
function surroundings({ between, often, pick }: Chances, colours: Colours, place: Place): string[] {
  const parts: string[] = [];
  const write = (text: string, x: number, y: number, height: number, colour: Colour) =>
    parts.push(
      `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${(height / capHeight).toFixed(1)}" font-family="${pick(fonts)}" font-weight="${often(0.5) ? 700 : 400}" fill="${rgb(colour)}">${xmlText(text)}</text>`,
    );
  if (often(0.5)) {
    const height = size * between(0.2, 0.55);
    const y = often(0.6) ? place.bottom : place.y + height + between(0, 0.4) * size;
    write(pick(units), place.right + size * between(0.05, 0.5), y, height, colours.ink);
  }
  const outside = mix(
    colours.housing,
    (colours.housing[1] as number) > 128 ? [0, 0, 0] : [255, 255, 255],
    between(0.5, 1),
  );
  for (const side of [-1, 1]) {
    if (often(0.45)) {
      const height = size * between(0.14, 0.3);
      const y =
        side < 0 ? place.y - size * between(0.06, 0.3) : place.bottom + height + size * between(0.06, 0.3);
      let x = place.x + between(-1, 1.5) * size;
      for (let n = 0; n < 1 + Math.floor(between(0, 4)); n++) {
        write(pick(captions), x, y, height, colours.ink);
        x += size * between(1, 2.5);
      }
    }
    if (often(0.5)) {
      const height = size * between(0.25, 0.6);
      const y = side < 0 ? size * 0.75 : place.height - size * 0.2;
      write(pick(captions), place.width * between(0.05, 0.7), y, height, outside);
    }
  }
  if (often(0.2))
    parts.push(
      `<rect x="${(place.x - size * between(0.1, 0.4)).toFixed(1)}" y="${(place.y - size * between(0.08, 0.3)).toFixed(1)}" width="${(place.right - place.x + size * between(0.2, 0.9)).toFixed(1)}" height="${(size * between(1.2, 1.6)).toFixed(1)}" fill="none" stroke="${rgb(colours.ink)}" stroke-width="${between(1, 4).toFixed(1)}"/>`,
    );
  return parts;
}

/** Reflections, glare, dust, scratches. */
function wear({ between, often, random }: Chances, width: number, height: number): string[] {
  const parts: string[] = [];
  const at = () => `${(random() * width).toFixed(0)},${(random() * height).toFixed(0)}`;
  for (let n = 0; n < 3; n++)
    if (often(0.25)) {
      const id = `glare${n}`;
      parts.push(
        `<radialGradient id="${id}"><stop offset="0" stop-color="${often(0.75) ? '#fff' : '#f40'}" stop-opacity="${between(0.2, 0.9).toFixed(2)}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`,
        `<ellipse cx="${(random() * width).toFixed(0)}" cy="${(random() * height).toFixed(0)}" rx="${(between(0.05, 0.5) * width).toFixed(0)}" ry="${(between(0.1, 0.7) * height).toFixed(0)}" fill="url(#${id})"/>`,
      );
    }
  for (let n = 0; n < 3; n++)
    if (often(0.15))
      parts.push(
        `<polygon points="${at()} ${at()} ${at()} ${at()}" fill="${often(0.6) ? '#fff' : '#000'}" opacity="${between(0.06, 0.4).toFixed(2)}"/>`,
      );
  if (often(0.3)) {
    const colour = often(0.5) ? '#fff' : '#222';
    for (let n = 0; n < 25; n++)
      parts.push(
        `<circle cx="${(random() * width).toFixed(0)}" cy="${(random() * height).toFixed(0)}" r="${between(0.5, 2.6).toFixed(1)}" fill="${colour}" opacity="${between(0.2, 0.9).toFixed(2)}"/>`,
      );
  }
  if (often(0.2))
    parts.push(
      `<line x1="${(random() * width).toFixed(0)}" y1="0" x2="${(random() * width).toFixed(0)}" y2="${height}" stroke="${often(0.6) ? '#fff' : '#000'}" stroke-width="${between(0.5, 3).toFixed(1)}" opacity="${between(0.3, 0.9).toFixed(2)}"/>`,
    );
  return parts;
}
