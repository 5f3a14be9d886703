import { expect, it } from 'vitest';
import { cellsOf } from './cells.ts';
import { layoutOf } from './layout.ts';
import type { Line, Quad } from './types.ts';

const box = (left: number, right: number): Quad => [
  [left, 0],
  [right, 0],
  [right, 20],
  [left, 20],
];

const line = (id: string, words: [text: string, left: number, right: number][]): Line => ({
  id,
  text: words.map(([text]) => text).join(' '),
  box: box(words[0]![1], words.at(-1)![2]),
  confidence: 1,
  words: words.map(([text, left, right]) => ({ text, box: box(left, right), confidence: 1 })),
});

it('a row has the same cells whether they were read as one line or as several', () => {
  const one = layoutOf({
    lines: [
      line('l0', [
        ['Drive', 0, 50],
        ['belt', 56, 90],
        ['14', 200, 220],
        ['22.50', 300, 350],
      ]),
    ],
  });
  const several = layoutOf({
    lines: [
      line('l0', [
        ['Drive', 0, 50],
        ['belt', 56, 90],
      ]),
      line('l1', [['14', 200, 220]]),
      line('l2', [['22.50', 300, 350]]),
    ],
  });
  for (const layout of [one, several])
    expect(cellsOf(layout, layout.rows[0]!).map(({ text, left }) => [text, left])).toEqual([
      ['Drive belt', 0],
      ['14', 200],
      ['22.50', 300],
    ]);
});
