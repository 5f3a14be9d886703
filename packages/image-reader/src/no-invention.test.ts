import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draw, drawTexture } from './draw-texture.ts';
import { createImageReader, type ImageReader } from './node.ts';
import type { Reading } from './reading.ts';
import { seededRandom } from './segments/random.ts';

const isLong = process.env.READOUT_LONG_TESTS !== undefined;
/** From which on somebody takes a character for read. */
const confident = 0.6;

let reader: ImageReader;
beforeAll(async () => {
  reader = await createImageReader({ threads: 1 });
});
afterAll(() => reader.close());

/** Characters of lines read with confidence, by what read them, and of barcodes, which are always told as certain. */
function invented({ lines, barcodes }: Reading): { text: number; displays: number; barcodes: number } {
  const characters = (isDisplay: boolean): number =>
    lines
      .filter(({ recogniser }) => (recogniser === 'segments') === isDisplay)
      .reduce((sum, line) => sum + line.characterConfidences.filter((each) => each >= confident).length, 0);
  return {
    text: characters(false),
    displays: characters(true),
    barcodes: barcodes.reduce((sum, { text }) => sum + text.length, 0),
  };
}

it('hardly anything is read with confidence where nothing is written', { timeout: 1_800_000 }, async () => {
  const textures = isLong ? 500 : 12;
  // The first twelve hold nothing. Of more, displays are seen where there are none, one digit in six pictures; and a
  // single picture is read as nearly two hundred characters of text, all others together as seven.
  const most = isLong
    ? { text: textures / 2, displays: textures / 5, barcodes: 0 }
    : { text: 0, displays: 0, barcodes: 0 };
  const random = seededRandom(5);
  const all = { text: 0, displays: 0, barcodes: 0 };
  for (let n = 0; n < textures; n++) {
    const seen = invented(await reader.readImage(drawTexture(random)));
    for (const kind of ['text', 'displays', 'barcodes'] as const) all[kind] += seen[kind];
  }
  for (const kind of ['text', 'displays', 'barcodes'] as const)
    expect(all[kind], `${kind} in ${JSON.stringify(all)}`).toBeLessThanOrEqual(most[kind]);
});

describe('pictures of nothing', () => {
  const random = seededRandom(7);
  it.each([
    ['all black', draw(160, 120, () => 0)],
    ['one pixel', draw(1, 1, () => 90)],
    ['one row', draw(1_000, 1, (x) => (x % 7) * 40)],
    ['one column', draw(1, 1_000, (_, y) => (y % 5) * 50)],
    ['noise', draw(160, 120, () => 256 * random())],
  ])('%s: nothing is read', async (_name, image) => {
    expect(invented(await reader.readImage(image))).toEqual({ text: 0, displays: 0, barcodes: 0 });
  });
});
