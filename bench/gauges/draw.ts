import { litSegments } from '@readout/image-reader/segments';
import { seededRandom } from '../../packages/image-reader/src/segments/random.ts';
import { drawVector } from '../vector-drawing.ts';

/** A gauge of a screen, and how a watch is told to read it. */
export interface Gauge {
  name: string;
  reads: {
    kind: 'number' | 'segments';
    decimalMark?: '.' | ',';
    digits?: number;
    decimals?: number;
    unit?: string;
  };
  /** Smallest and largest value. */
  range: readonly [least: number, most: number];
  decimals: number;
  /** Pixels of the region that is watched, opaque. */
  draw(value: number): Promise<{ data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }>;
}

const fonts = ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'DejaVu Sans Condensed'];
const looks = [
  { ground: '#ffffff', ink: '#111111' },
  { ground: '#f1f3f5', ink: '#1c3d5a' },
  { ground: '#101418', ink: '#e8f0ea' },
  { ground: '#1b2a1b', ink: '#7fe08a' },
];

async function pixelsOf(svg: string): ReturnType<Gauge['draw']> {
  const { data, info } = await drawVector(svg)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** A number with its unit in a typeface, at a size screens have. */
function printed(
  name: string,
  {
    at,
    size,
    unit,
    mark = '.',
    spaced = true,
    ...more
  }: {
    /** Which of the typefaces and colours it has. */
    at: number;
    /** Pixels of its type. */
    size: number;
    unit: string;
    mark?: '.' | ',';
    spaced?: boolean;
    /** As the watch was told, where that is not the sign that is drawn. */
    asked?: string;
    range: Gauge['range'];
    decimals: number;
  },
): Gauge {
  const font = fonts[at % fonts.length];
  const { ground, ink } = looks[at % looks.length] as (typeof looks)[number];
  const { range, decimals, asked = unit } = more;
  return {
    name,
    range,
    decimals,
    reads: { kind: 'number', decimalMark: mark, decimals, ...(unit ? { unit: asked } : {}) },
    draw(value) {
      const text = `${value.toFixed(decimals).replace('-', '−').replace('.', mark)}${spaced && unit ? ' ' : ''}${unit}`;
      const [width, height] = [Math.round(size * 7), Math.round(size * 1.8)];
      return pixelsOf(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><text x="${size * 0.4}" y="${size * 1.25}" font-family="${font}" font-size="${size}" fill="${ink}">${text}</text></svg>`,
      );
    },
  };
}

// Segments a to g of a digit 60 wide and 100 high.
const shapes: Record<string, string> = {
  a: 'M10 6h40v8h-40z',
  b: 'M48 12h8v36h-8z',
  c: 'M48 54h8v36h-8z',
  d: 'M10 88h40v8h-40z',
  e: 'M4 54h8v36h-8z',
  f: 'M4 12h8v36h-8z',
  g: 'M10 47h40v8h-40z',
};

/** A display of seven segments that is drawn, not photographed. */
function segments(
  name: string,
  {
    height,
    ink,
    ground,
    range,
    decimals,
    slots,
  }: {
    /** Pixels of a digit. */
    height: number;
    ink: string;
    ground: string;
    range: Gauge['range'];
    decimals: number;
    /** Characters it has room for; a value stands at their right. */
    slots: number;
  },
): Gauge {
  return {
    name,
    range,
    decimals,
    reads: { kind: 'segments', decimals },
    draw(value) {
      const text = value.toFixed(decimals);
      const points = text.includes('.') ? 1 : 0;
      let x = 20 + (slots - text.length + points) * 74;
      const drawn = [...text].map((character) => {
        if (character === '.') return `<rect x="${x - 12}" y="108" width="10" height="10"/>`;
        const path = litSegments(character)
          .map((segment) => shapes[segment])
          .join('');
        const part = `<path transform="translate(${x} 20)" d="${path}"/>`;
        x += 74;
        return part;
      });
      const [width, whole] = [40 + slots * 74, 140];
      const scale = height / 100;
      return pixelsOf(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" width="${Math.round(width * scale)}" height="${Math.round(whole * scale)}"><rect width="100%" height="100%" fill="${ground}"/><g fill="${ink}">${drawn.join('')}</g></svg>`,
      );
    },
  };
}

export const gauges: readonly Gauge[] = [
  printed('°C', { at: 0, size: 24, unit: '°C', range: [-12, 38], decimals: 1 }),
  printed('°C, a comma, on dark', {
    at: 2,
    size: 20,
    unit: '°C',
    mark: ',',
    range: [-30, 110],
    decimals: 1,
  }),
  printed('%', { at: 1, size: 22, unit: '%', range: [0, 100], decimals: 0 }),
  printed('% without a space', { at: 3, size: 28, unit: '%', spaced: false, range: [0, 100], decimals: 1 }),
  printed('µA, asked for as a keyboard types it', {
    at: 0,
    size: 26,
    unit: '\u00b5A',
    range: [0, 400],
    decimals: 1,
  }),
  printed('µA, asked for as an engine writes it', {
    at: 3,
    size: 20,
    unit: '\u00b5A',
    asked: '\u03bcA',
    range: [0, 400],
    decimals: 1,
  }),
  printed('A, three decimals', { at: 2, size: 22, unit: 'A', range: [-2, 20], decimals: 3 }),
  printed('no unit, three decimals', { at: 1, size: 18, unit: '', range: [0, 10], decimals: 3 }),
  segments('seven segments', {
    height: 90,
    ink: '#ff3b20',
    ground: '#101010',
    range: [0, 999],
    decimals: 1,
    slots: 4,
  }),
  segments('seven segments, small', {
    height: 32,
    ink: '#1a1f1a',
    ground: '#c3d0b5',
    range: [0, 99],
    decimals: 2,
    slots: 4,
  }),
  segments('seven segments with a minus', {
    height: 60,
    ink: '#1a1f1a',
    ground: '#b9c6ad',
    range: [-40, 40],
    decimals: 1,
    slots: 4,
  }),
  segments('seven segments with a minus, small', {
    height: 30,
    ink: '#5dff7a',
    ground: '#04140a',
    range: [-99, 99],
    decimals: 1,
    slots: 5,
  }),
];

/** What a gauge shows second by second: it wanders, and now and then it jumps. The same for the same seed. */
export function courseOf({ range: [least, most], decimals }: Gauge, samples: number, seed: number): number[] {
  const random = seededRandom(seed);
  const span = most - least;
  let value = least + random() * span;
  return Array.from({ length: samples }, () => {
    value = random() < 0.1 ? least + random() * span : value + (random() - 0.5) * span * 0.06;
    value = Math.min(most, Math.max(least, value));
    // No gauge shows a zero below nothing.
    return Number(value.toFixed(decimals)) + 0;
  });
}
