import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageReader, Region } from '../node.ts';

let reader: ImageReader;
let page: Buffer;
let two: Buffer;
beforeAll(async () => {
  page = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="3600" height="2600"><rect width="3600" height="2600" fill="#fff"/>
    <g font-family="DejaVu Sans Mono" fill="#111"><text x="300" y="300" font-size="60">INVOICE 2026-118</text>
    <text x="300" y="700" font-size="9">Ref 77-1290</text><text x="300" y="714" font-size="9">Total 12.25</text></g></svg>`),
  )
    .png()
    .toBuffer();
  two = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600"><rect width="1200" height="1600" fill="#e1e1e1"/>
    <g font-family="DejaVu Sans Mono" fill="#111" font-size="46"><text x="300" y="800">THANK YOU</text>
    <text x="900" y="800">12.25</text></g></svg>`),
  )
    .png()
    .toBuffer();
  // Drawn before: the reader's sharp decodes no SVG.
  const { createImageReader } = await import('../node.ts');
  reader = await createImageReader({ threads: 1 });
});
afterAll(() => reader.close());

const readAt = (region: Region) => reader.readRegion(page, { region, page: 1, languages: ['en'] });
const textAt = async (region: Region) => (await readAt(region)).lines.map(({ text }) => text);

describe('a region of a page, read by itself', () => {
  it('says what is too small to be read with the page around it, in pixels of the page', async () => {
    const { reading } = await reader.read(page);
    expect(reading.lines.map(({ text }) => text).join(' ')).not.toContain('77-1290');
    const { lines, enlarged, engine } = await readAt({ x: 298, y: 692, width: 64, height: 10 });
    expect(lines).toMatchObject([{ id: 'l0', text: 'Ref 77-1290' }]);
    expect(enlarged).toBeGreaterThan(1);
    expect(engine).toEqual(reading.engine);
    const [[left, top], , [right, bottom]] = lines[0]!.box;
    expect(
      [left, top, right, bottom].map((at, index) => Math.abs(at - [300, 692, 360, 702][index]!) < 5),
    ).toEqual(Array(4).fill(true));
  });

  it('has the words it reaches into, whole, and of every line it reaches into', async () => {
    expect(await textAt({ x: 335, y: 694, width: 8, height: 5 })).toEqual(['77-1290']);
    expect(await textAt({ x: 298, y: 690, width: 90, height: 26 })).toEqual(['Ref 77-1290', 'Total 12.25']);
  });

  it('has the words of one line in one, and two columns in two', async () => {
    const region = { x: 280, y: 770, width: 860, height: 30 };
    const { lines } = await reader.readRegion(two, { region, page: 1, languages: ['en'] });
    expect(lines.map(({ text }) => text)).toEqual(['THANK YOU', '12.25']);
    expect(lines[0]).toMatchObject({ words: [{ text: 'THANK' }, { text: 'YOU' }] });
    expect(lines[0]!.characterConfidences).toHaveLength(9);
  });

  it('has nothing where nothing is written, at the edge of the page and beyond it', async () => {
    expect(await textAt({ x: 2000, y: 1500, width: 300, height: 60 })).toEqual([]);
    expect(await textAt({ x: 3590, y: 2590, width: 200, height: 200 })).toEqual([]);
  });
});
