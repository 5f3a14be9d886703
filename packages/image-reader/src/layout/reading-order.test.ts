import { expect, it } from 'vitest';
import type { Quad } from '../reading.ts';
import { type RotatedRect, rectToQuad } from '../text/rotated-rect.ts';
import { joinRegions } from './join-regions.ts';
import { readingOrder } from './reading-order.ts';

const at = (x: number, y: number, w: number, h = 20): RotatedRect => ({
  cx: x + w / 2,
  cy: y + h / 2,
  width: w,
  height: h,
  angle: 0,
});
const quads = (rects: RotatedRect[]): Quad[] => rects.map(rectToQuad);

it('reads a receipt row by row, description before price', () => {
  const rows = [0, 1, 2, 3].flatMap((i) => [at(400, 30 * i + 3, 60), at(10, 30 * i, 200)]);
  expect(readingOrder(quads(rows), 0)).toEqual([1, 0, 3, 2, 5, 4, 7, 6]);
});

it('reads columns of running text one after the other, the headline first', () => {
  const headline = at(10, 0, 700, 30);
  const left = [0, 1, 2, 3].map((i) => at(10, 80 + 30 * i, 300));
  const right = [0, 1, 2, 3].map((i) => at(400, 95 + 30 * i, 300));
  expect(readingOrder(quads([...right, ...left, headline]), 0)).toEqual([8, 4, 5, 6, 7, 0, 1, 2, 3]);
});

it('takes the slant of a photographed page out before telling rows apart', () => {
  const angle = 0.12;
  const slanted = [0, 1, 2].flatMap((i) =>
    [0, 500].map((x): RotatedRect => {
      const [u, v] = [x + 100, 40 * i];
      return {
        cx: u * Math.cos(angle) - v * Math.sin(angle),
        cy: u * Math.sin(angle) + v * Math.cos(angle),
        width: 200,
        height: 20,
        angle,
      };
    }),
  );
  expect(readingOrder(quads(slanted), 0)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('reads a sideways page in the order of its own text', () => {
  const down = [0, 1, 2].map(
    (i): RotatedRect => ({ cx: 300 - 40 * i, cy: 100, width: 150, height: 20, angle: Math.PI / 2 }),
  );
  expect(
    readingOrder(quads([down[2] as RotatedRect, down[0] as RotatedRect, down[1] as RotatedRect]), 270),
  ).toEqual([1, 2, 0]);
});

it('joins parts of one run across a word space, but neither columns nor rows', () => {
  const options = { maxGap: 0.5 };
  expect(joinRegions([at(0, 0, 100), at(106, 1, 80)], options)).toHaveLength(1);
  expect(joinRegions([at(0, 0, 100), at(140, 0, 80)], options)).toHaveLength(2);
  expect(joinRegions([at(0, 0, 100), at(0, 24, 100)], options)).toHaveLength(2);
  expect(joinRegions([at(0, 0, 100), at(30, 3, 20, 12)], options)).toHaveLength(1);
});

it('joins the parts of a line along its bend', () => {
  const arc = (x: number): number => 900 - Math.sqrt(900 ** 2 - (x - 200) ** 2);
  const part = (from: number, to: number): RotatedRect => ({
    cx: (from + to) / 2,
    cy: (arc(from) + arc(to)) / 2,
    width: to - from,
    height: 24,
    angle: Math.atan2(arc(to) - arc(from), to - from),
  });
  const [line, ...others] = joinRegions([part(100, 195), part(205, 300)], { maxGap: 0.5 });
  expect(others).toEqual([]);
  expect(line?.height).toBe(24);
  expect(line?.bend).toBeLessThan(-3);
  expect(line?.bend).toBeGreaterThan(-arc(300) - 1);
});
