import { expect, test } from 'vitest';
import { blocksOf, hasChanged, type Pixels } from './picture-change.ts';

type Rectangle = [x: number, y: number, width: number, height: number];

/** A dark field with lit rectangles and evenly spread noise, always the same for the same seed. */
function picture(lit: Rectangle[], { noise = 0, seed = 1, width = 1280, height = 720 } = {}): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  let state = seed;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const isLit = lit.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h);
      const value = (isLit ? 200 : 40) + ((state / 2 ** 32) * 2 - 1) * noise;
      data.fill(value, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return { width, height, data };
}
const differ = (a: Pixels, b: Pixels) => hasChanged(blocksOf(a), blocksOf(b));
const six: Rectangle[] = [
  [600, 300, 2, 14],
  [600, 312, 8, 2],
  [607, 306, 2, 8],
];

test('one stroke of one small digit is a change, in a region as large as a screen', () => {
  expect(differ(picture(six), picture(six.slice(0, 2)))).toBe(true);
});

test('noise of a camera is none', () => {
  expect(differ(picture(six, { noise: 10, seed: 1 }), picture(six, { noise: 10, seed: 2 }))).toBe(false);
});

test('a region of another size is a change', () => {
  expect(differ(picture([], { width: 160, height: 60 }), picture([], { width: 160, height: 68 }))).toBe(true);
});
