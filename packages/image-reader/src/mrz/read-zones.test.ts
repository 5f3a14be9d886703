// cspell:ignore UTOERIKSSON
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImageReader } from '../node.ts';

// Real networks read real pictures.
const pictures: Record<'zone' | 'other', Uint8Array> = { zone: new Uint8Array(), other: new Uint8Array() };
let reader: ImageReader;
beforeAll(async () => {
  pictures.zone = await page(zone, 8);
  pictures.other = await page(other, 10);
  // Once the engine is loaded, no vector drawings can be opened any more.
  const { createImageReader } = await import('../node.ts');
  reader = await createImageReader({ threads: 1 });
});
afterAll(() => reader.close());

// The specimen of ICAO Doc 9303 part 4.
const zone = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const other = ['ORDER<<20260412<<REF<88213<<AMSTERDAM<NORTH', 'TOTAL<<118<50<<EUR<<PAID<BY<CARD<<THANK<YOU'];

/** A page with text above and the rows below, a few pixels for each character. */
async function page(rows: readonly string[], pixels: number): Promise<Uint8Array> {
  const size = pixels / 0.6;
  const width = Math.round(44 * pixels + 4 * size);
  const text = (line: string, x: number, y: number): string =>
    `<text x="${x}" y="${y}" font-family="DejaVu Sans Mono" font-size="${size}">${line.replaceAll('<', '&lt;')}</text>`;
  const lines = [
    text('UTOPIA', 2 * size, 3 * size),
    text('Surname ERIKSSON', 2 * size, 5 * size),
    ...rows.map((row, at) => text(row, 2 * size, (9 + 1.7 * at) * size)),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round(13 * size)}"><rect width="100%" height="100%" fill="#e8e6dc"/><g fill="#222">${lines.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).blur(0.6).jpeg({ quality: 80 }).toBuffer();
}

const read = async (picture: Uint8Array): Promise<string[]> =>
  (await reader.read(picture, { languages: ['en'] })).reading.lines.map(({ text }) => text);

it('the rows of a zone are read whole, with every filler, and what stands above stays', async () => {
  const lines = await read(pictures.zone);
  expect(lines).toEqual(expect.arrayContaining(zone));
  expect(lines.join(' ')).toContain('UTOPIA');
});

it('rows that only look like a zone are left as they are', async () => {
  const lines = await read(pictures.other);
  const text = lines.join(' ').replaceAll(' ', '');
  expect(text).toContain('AMSTERDAM');
  expect(text).toContain('PAID');
});
