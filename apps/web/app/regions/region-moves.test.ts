import { expect, test } from 'vitest';
import { grips, moved, resized } from './region-moves.ts';

const frame = { width: 200, height: 100 };
const region = { x: 50, y: 20, width: 40, height: 30 };

test('a region keeps its size at the edges of the frame', () => {
  expect(moved(region, { x: 500, y: -500 }, frame)).toEqual({ x: 160, y: 0, width: 40, height: 30 });
});

test('each grip moves only its own sides', () => {
  const pulled = grips.map(({ grip }) => resized(region, grip, { x: 5, y: 7 }, frame));
  expect(pulled).toEqual([
    { x: 55, y: 27, width: 35, height: 23 },
    { x: 50, y: 27, width: 40, height: 23 },
    { x: 50, y: 27, width: 45, height: 23 },
    { x: 50, y: 20, width: 45, height: 30 },
    { x: 50, y: 20, width: 45, height: 37 },
    { x: 50, y: 20, width: 40, height: 37 },
    { x: 55, y: 20, width: 35, height: 37 },
    { x: 55, y: 20, width: 35, height: 30 },
  ]);
});

test('a side pulled over the other turns the region over and never leaves it empty', () => {
  expect(resized(region, 'w', { x: 60, y: 0 }, frame)).toEqual({ x: 90, y: 20, width: 20, height: 30 });
  expect(resized(region, 'w', { x: 40, y: 0 }, frame)).toEqual({ x: 90, y: 20, width: 1, height: 30 });
  expect(resized(region, 'se', { x: 900, y: 900 }, frame)).toEqual({ x: 50, y: 20, width: 150, height: 80 });
});
