import { expect, it } from 'vitest';
import type { Quad } from '../reading.ts';
import { runOverEdge } from './over-edge.ts';

const box = (left: number, top: number, right: number, bottom: number): Quad => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];
const lines = Array.from({ length: 8 }, (_, row) => box(40, 20 * row, 160, 20 * row + 12));

it('half of a page that a shadow cuts off is no paper: its lines run over the edge', () => {
  expect(runOverEdge(lines, box(100, -10, 200, 180))).toBe(true);
});

it.each([
  ['lines that all lie on it', box(20, -10, 200, 180)],
  ['one line that stands on the bent edge, and lines beside it', box(20, 6, 200, 100)],
])('a sheet stays one with %s', (_, paper) => {
  expect(runOverEdge(lines, paper)).toBe(false);
});
