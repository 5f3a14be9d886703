import { describe, expect, it } from 'vitest';
import type { Quad, Rect } from './geometry.ts';
import { nearest, pickedWords, stepFrom, within, wordsOf } from './words.ts';

const quad = (x: number, y: number, width = 10, height = 8): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const word = (text: string, x: number, y: number) => ({ text, box: quad(x, y) as never, confidence: 1 });
const words = wordsOf({
  lines: [
    { id: 'l0', text: 'a b', box: quad(0, 0, 30) as never, words: [word('a', 0, 0), word('b', 20, 0)] },
    { id: 'l1', text: 'c d', box: quad(0, 20, 30) as never, words: [word('c', 0, 20), word('d', 20, 20)] },
    { id: 'l2', text: 'whole line', box: quad(0, 40, 30) as never, words: [] },
  ],
  barcodes: [{ id: 'b0', text: '4006381333931', box: quad(60, 0, 40, 30) as never }],
});
const boxes: Rect[] = words.map(({ quad: [[x, y], [right], [, bottom]] }) => ({
  x,
  y,
  width: right - x,
  height: bottom - y,
}));
const over = (x: number, y: number, width: number, height: number) =>
  within(boxes, { x, y, width, height }).map((index) => words[index]?.text);

describe('words picked on a picture', () => {
  it('are named by line and number, those next to each other together, with a newline between lines', () => {
    expect(pickedWords(words)).toMatchObject({
      text: 'a b\nc d\nwhole line\n4006381333931',
      parts: [
        { line: 'l0', words: [0, 1] },
        { line: 'l1', words: [0, 1] },
        { line: 'l2', words: null },
        { barcode: 'b0' },
      ],
    });
  });

  it('are those a drag means: through a line, over half a word, over two lines', () => {
    expect(over(2, 4, 26, 0)).toEqual(['a', 'b']);
    expect(over(5, 1, 19, 3)).toEqual(['a', 'b']);
    expect(over(3, 2, 2, 2)).toEqual(['a']);
    expect(over(-1, -1, 12, 30)).toEqual(['a', 'c']);
    // Neither what it only touches nor the line below it.
    expect(over(8, 1, 22, 12)).toEqual(['b']);
    expect(over(-2, -2, 34, 24)).toEqual(['a', 'b']);
  });

  it('are none where nothing was read', () => expect(over(32, 30, 20, 5)).toEqual([]));

  it('may be clicked beside, but not far away', () => {
    expect(nearest(boxes, [5, 4], 5)).toBe(0);
    expect(nearest(boxes, [12, 4], 5)).toBe(0);
    expect(nearest(boxes, [45, 60], 5)).toBeUndefined();
  });
});

describe('arrow keys', () => {
  it('go from word to word and from line to line, and stay at the edge', () => {
    expect(stepFrom(words, 0, 'ArrowRight', 0)).toBe(1);
    expect(stepFrom(words, 1, 'ArrowDown', 0)).toBe(3);
    expect(stepFrom(words, 3, 'ArrowDown', 0)).toBe(4);
    expect(stepFrom(words, 3, 'ArrowUp', 0)).toBe(1);
    expect(stepFrom(words, 0, 'ArrowLeft', 0)).toBe(0);
    expect(stepFrom(words, 0, 'ArrowUp', 0)).toBe(0);
  });

  it('go the way one sees the page, which may lie on its side or upside down', () => {
    expect(stepFrom(words, 3, 'ArrowDown', 180)).toBe(1);
    expect(words[stepFrom(words, 0, 'ArrowDown', 90)]?.text).toBe('b');
    expect(words[stepFrom(words, 1, 'ArrowDown', 270)]?.text).toBe('a');
  });
});
