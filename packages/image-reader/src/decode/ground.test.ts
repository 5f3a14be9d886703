import { expect, test } from 'vitest';
import { composeOntoGround } from './ground.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
const clear: Colour = [0, 0, 0, 0];

/** Upright strokes of one pixel, each of the next colour, with two pixels of the space between them. */
function strokes(colours: readonly Colour[], space: Colour = clear) {
  const width = 3 * colours.length + 2;
  const height = 8;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const x = at % width;
    data.set(x % 3 === 2 ? (colours[Math.floor(x / 3)] ?? space) : space, at * 4);
  }
  return { width, height, data };
}
const grey = (value: number, alpha = 255): Colour => [value, value, value, alpha];
const groundOf = (colours: readonly Colour[], space?: Colour) =>
  composeOntoGround(strokes(colours, space)).data[0];

test('transparency is white, as paper is', () => {
  expect(groundOf([clear])).toBe(255);
  expect(groundOf([grey(0), grey(90), grey(200)])).toBe(255);
  // A picture that is translucent all over has no outlines.
  expect(groundOf([grey(255, 100)], grey(255, 100))).toBe(255);
});

test.each<[string, Colour]>([
  ['white', grey(255)],
  ['a light grey', grey(225)],
  ['yellow', [255, 235, 60, 255]],
  ['thin strokes of white', grey(255, 90)],
])('letters of %s lie on black', (_, colour) => {
  expect(groundOf([colour, colour, colour])).toBe(0);
});

test('black letters beside white ones lie on grey, where both are seen', () => {
  expect(groundOf([grey(255), grey(0)])).toBe(128);
  // A speck of white alone does not change the paper.
  expect(groundOf([...Array.from({ length: 99 }, () => grey(20)), grey(255)])).toBe(255);
});

test('what comes out is opaque, and what was opaque is untouched', () => {
  const { data } = composeOntoGround(strokes([grey(0, 128), [10, 20, 30, 255]]));
  expect([...data.subarray(8, 12)]).toEqual([127, 127, 127, 255]);
  expect([...data.subarray(20, 24)]).toEqual([10, 20, 30, 255]);
  expect(data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
});
