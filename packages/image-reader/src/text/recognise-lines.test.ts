import { expect, it } from 'vitest';
import type { Infer } from './infer.ts';
import { recogniseLines } from './recognise-lines.ts';
import { type AddedText, chooseRecognisers } from './recognisers.ts';
import { placeOf, type RotatedRect } from './rotated-rect.ts';

const dictionary = ['a', 'b'];
const greek: AddedText = { script: 'greek', name: 'greek-one', dictionary: ['α', 'β'] };
const latin: AddedText = { script: 'latin', name: 'latin-one', dictionary: ['a', 'ș'] };

/** Networks that see the second character of their dictionary, each as surely as it is told to. */
const sureness =
  (of: Partial<Record<string, number>>, asked: string[] = []): Infer =>
  async (model, { dims }) => {
    asked.push(model);
    const [n = 0, steps] = [dims[0], (dims[3] ?? 0) / 8];
    const data = new Float32Array(n * steps * 4);
    const sure = of[model] ?? 0.1;
    for (let line = 0; line < n; line++) {
      for (let step = 0; step < steps; step++) data[(line * steps + step) * 4] = 1;
      data[line * steps * 4] = 0;
      data[line * steps * 4 + 2] = sure;
    }
    return { data, dims: [n, steps, 4] };
  };

const image = { width: 64, height: 48, data: new Uint8ClampedArray(64 * 48 * 4).fill(255) };
const rect: RotatedRect = { cx: 32, cy: 24, width: 64, height: 48, angle: 0 };
async function read(infer: Infer, added: AddedText[], languages: string[]) {
  const recognisers = chooseRecognisers(dictionary, added, languages);
  const [line] = await recogniseLines(image, [placeOf(rect)], infer, recognisers);
  return `${line?.recogniser.name}: ${line?.decoded.glyphs.map(({ text }) => text).join('')}`;
}

it('the recogniser added for the script of the languages reads alone where it is sure', async () => {
  const asked: string[] = [];
  expect(await read(sureness({ 'recognise-latin': 0.9 }, asked), [latin, greek], ['en'])).toBe(
    'latin-one: ș',
  );
  expect(asked).toEqual(['recognise-latin']);
});

it('a line in a script without an added recogniser is read by the packaged one', async () => {
  expect(await read(sureness({ recognise: 0.9, 'recognise-greek': 0.3 }), [greek], ['en'])).toBe(
    'packaged: b',
  );
});

it('no letters are lost to a list of languages that names another script', async () => {
  expect(await read(sureness({ recognise: 0.4, 'recognise-greek': 0.95 }), [greek], ['en'])).toBe(
    'greek-one: β',
  );
  expect(await read(sureness({ recogniseAny: 0.95, 'recognise-greek': 0.4 }), [greek], ['el'])).toBe(
    'packaged: b',
  );
});
