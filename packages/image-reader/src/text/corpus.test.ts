import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFile } from '../decode/node.ts';
import type { RgbaImage } from '../image.ts';
import { createImageReader, type ImageReader } from '../node.ts';
import type { Reading, Rotation } from '../reading.ts';

const corpus = join(import.meta.dirname, '../../corpus');
const cases = readdirSync(corpus).filter(
  (name) => name.startsWith('german-') || /^(french|swedish)-/.test(name),
);

/** Words with letters and signs that the first network has no class for. */
const telling: Record<string, string[]> = {
  'german-receipt': ['Größe', 'Süße', 'Königstraße', 'Großmann', 'Übergröße', '€', '25,90'],
  'german-letter': ['Prüfbericht', 'Straßenbeleuchtung', 'Grüßen', 'außen', 'Weiß,'],
  'french-receipt': ['Façade', 'Château', 'Reçu', 'à', 'Bœuf', 'Pâté', 'brûlée', 'forêt', '€'],
  'swedish-receipt': ['Norrköping', 'Trädgård', 'Påskliljor,', 'Öppet', 'åter!', '€'],
};

function turned({ width, height, data }: RgbaImage, clockwise: Rotation): RgbaImage {
  const swap = clockwise % 180 !== 0;
  const w = swap ? height : width;
  const h = swap ? width : height;
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tx = clockwise === 90 ? height - 1 - y : clockwise === 180 ? width - 1 - x : y;
      const ty = clockwise === 90 ? x : clockwise === 180 ? height - 1 - y : width - 1 - x;
      const from = (y * width + x) * 4;
      out.set(data.subarray(from, from + 4), (ty * w + tx) * 4);
    }
  }
  return { width: w, height: h, data: out };
}

const words = (reading: Reading): string[] => reading.lines.flatMap((l) => l.words.map((w) => w.text));

let reader: ImageReader;
beforeAll(async () => {
  reader = await createImageReader({ threads: 1 });
});
afterAll(() => reader.close());

describe('the drawn documents of the corpus', () => {
  it.each(cases)('%s comes out with the letters and signs of its language', async (name) => {
    const expected = JSON.parse(await readFile(join(corpus, name, 'expected.json'), 'utf8'));
    const image = await decodeFile(await readFile(join(corpus, name, 'input.jpg')));
    const reading = await reader.readImage(image, { languages: expected.languages, only: 'text' });
    const read = words(reading);
    expect(read).toEqual(expect.arrayContaining(telling[name] ?? []));
    const printed: string[] = expected.texts.flatMap((text: string) => text.split(' '));
    const missing = printed.filter((word) => !read.includes(word));
    expect(missing.length, `missing: ${missing.join(' ')}`).toBeLessThanOrEqual(printed.length * 0.08);
    expect(reading.page.rotation).toBe(0);
    for (const line of reading.lines) {
      expect(line.characterConfidences).toHaveLength(line.text.length);
      expect(line.words.map((w) => w.text).join(' ')).toBe(line.text);
    }
  });

  it('reads currency signs and letters with marks whatever the languages are', async () => {
    const image = await decodeFile(await readFile(join(corpus, 'french-receipt', 'input.jpg')));
    const { lines } = await reader.readImage(image, { languages: ['en'], only: 'text' });
    const texts = lines.map((line) => line.text);
    expect(texts).toEqual(expect.arrayContaining(['7,50 €', '18,90 €', '39,90 €']));
    expect(texts.join(' ')).toMatch(/Façade/);
  });

  it.each([90, 180, 270] as const)(
    'a page turned by %i degrees is read, in its own coordinates, and says how to turn it',
    async (turn) => {
      const upright = await decodeFile(await readFile(join(corpus, 'german-receipt', 'input.jpg')));
      const image = turned(upright, turn);
      const reading = await reader.readImage(image, { languages: ['en'], only: 'text' });
      expect(reading.page).toMatchObject({ rotation: 360 - turn, width: image.width, height: image.height });
      const texts = reading.lines.map((l) => l.text);
      expect(texts).toEqual(expect.arrayContaining(['70173 Stuttgart', 'Summe', 'Gegeben bar']));
      expect(texts.indexOf('70173 Stuttgart')).toBeLessThan(texts.indexOf('Summe'));
      for (const line of reading.lines) {
        for (const [x, y] of line.box) {
          expect(x).toBeGreaterThan(-20);
          expect(y).toBeGreaterThan(-20);
          expect(x).toBeLessThan(image.width + 20);
          expect(y).toBeLessThan(image.height + 20);
        }
      }
    },
  );
});
