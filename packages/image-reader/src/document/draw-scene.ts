import sharp from 'sharp';
import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';

export interface Scene {
  width?: number;
  height?: number;
  /** Sheet's corners; without them the table is bare. */
  sheet?: Quad;
  table?: string;
  paper?: string;
  ink?: string;
  /** Further SVG between table and sheet, and above the sheet. */
  below?: string;
  above?: string;
  /** Standard deviation of the sensor's noise, grey levels. */
  noise?: number;
}

/** A photograph as a test needs it: a sheet with lines of text on a table, with noise. For tests. */
export async function drawScene({
  width = 640,
  height = 480,
  sheet,
  table = '#6a5a48',
  paper = '#ece9e2',
  ink = '#1b1b1b',
  below = '',
  above = '',
  noise = 3,
}: Scene): Promise<RgbaImage> {
  const lines = sheet ? textLines(sheet, ink) : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${table}"/>${below}${
    sheet ? `<polygon points="${sheet.join(' ')}" fill="${paper}"/>` : ''
  }${lines}${above}</svg>`;
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data);
  const random = generator(width * 31 + height);
  for (let i = 0; i < pixels.length; i += 4) {
    const by = (random() + random() + random() - 1.5) * 2 * noise;
    for (let c = 0; c < 3; c++) pixels[i + c] = (pixels[i + c] as number) + by;
    pixels[i + 3] = 255;
  }
  return { width, height, data: pixels };
}

/** Strokes in rows, as text looks from afar. */
function textLines([a, b, c, d]: Quad, ink: string): string {
  const at = (u: number, v: number): string => {
    const x = (1 - v) * ((1 - u) * a[0] + u * b[0]) + v * ((1 - u) * d[0] + u * c[0]);
    const y = (1 - v) * ((1 - u) * a[1] + u * b[1]) + v * ((1 - u) * d[1] + u * c[1]);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return Array.from(
    { length: 14 },
    (_, row) =>
      `<path d="M${at(0.1, 0.1 + row * 0.06)}L${at(0.5 + ((row * 7) % 5) * 0.09, 0.1 + row * 0.06)}" stroke="${ink}" stroke-width="3" stroke-dasharray="6 2 9 3 4 2"/>`,
  ).join('');
}

/** The same numbers every time (Lehmer 1949, modulus 2^31 - 1). */
function generator(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
