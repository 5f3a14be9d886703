import { expect, it } from 'vitest';
import { makeAlphabet } from './alphabet.ts';
import { decodeCtc, type LineScores } from './ctc.ts';

const dictionary = ['a', 'b', '一', '：'];
const alphabet = makeAlphabet(dictionary, ['en']);

/** Probabilities with the given class (0 blank, 1 to 4 the dictionary, 5 space) leading at each step. */
function steps(classes: number[], lead = 0.9): Float32Array {
  const data = new Float32Array(classes.length * alphabet.classes).fill((1 - lead) / (alphabet.classes - 1));
  classes.forEach((c, t) => {
    data[t * alphabet.classes + c] = lead;
  });
  return data;
}

const stride = alphabet.classes;
const scores = (data: Float32Array): LineScores => ({ data, start: 0, stride, steps: data.length / stride });

it('joins repeats, keeps doubled letters that a blank parts, and says where each character stands', () => {
  const { glyphs } = decodeCtc(scores(steps([1, 1, 0, 1, 2, 0])), alphabet);
  expect(glyphs.map((g) => g.text)).toEqual(['a', 'a', 'b']);
  expect(glyphs.map((g) => [g.from, g.to])).toEqual([
    [0, 1],
    [3, 3],
    [4, 4],
  ]);
  expect(glyphs[0]?.confidence).toBeCloseTo(0.9);
  expect(glyphs[0]?.centre).toBeCloseTo(0.5);
});

it('never reads a Chinese character for a language in Latin script, and full-width signs as ordinary ones', () => {
  const data = steps([3, 0, 4], 0.5);
  data[1] = 0.3;
  expect(decodeCtc(scores(data), alphabet).glyphs.map((g) => g.text)).toEqual(['a', ':']);
  const chinese = makeAlphabet(dictionary, ['zh']);
  expect(decodeCtc(scores(steps([3, 0, 4])), chinese).glyphs.map((g) => g.text)).toEqual(['一', ':']);
});

it('keeps the space class as evidence instead of a character', () => {
  const { glyphs, spaces } = decodeCtc(scores(steps([1, 5, 2])), alphabet);
  expect(glyphs.map((g) => g.text)).toEqual(['a', 'b']);
  expect(spaces[1]).toBeCloseTo(0.9);
});

it('reads the asked-for member of a batch and no padding', () => {
  const data = new Float32Array([...steps([1, 1]), ...steps([2, 1])]);
  expect(
    decodeCtc({ ...scores(data), start: 2 * stride, steps: 1 }, alphabet).glyphs.map((g) => g.text),
  ).toEqual(['b']);
});
