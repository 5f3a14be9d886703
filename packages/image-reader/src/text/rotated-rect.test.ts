import { expect, it } from 'vitest';
import type { Point } from '../reading.ts';
import { minAreaRect, quadSlice, quadToRect, rectToQuad } from './rotated-rect.ts';

it('finds a turned rectangle from its corners and points inside', () => {
  const truth = { cx: 50, cy: 40, width: 60, height: 12, angle: 0.4 };
  const inside: Point[] = [
    [50, 40],
    [52, 41],
  ];
  const found = minAreaRect([...rectToQuad(truth), ...inside]);
  expect(found.cx).toBeCloseTo(50);
  expect(found.cy).toBeCloseTo(40);
  expect(found.width).toBeCloseTo(60);
  expect(found.height).toBeCloseTo(12);
  expect(found.angle).toBeCloseTo(0.4);
});

it('names the longer side the width, also for upright shapes', () => {
  const found = minAreaRect([
    [0, 0],
    [10, 0],
    [10, 100],
    [0, 100],
  ]);
  expect(found.width).toBeCloseTo(100);
  expect(Math.abs(found.angle)).toBeCloseTo(Math.PI / 2);
});

it('survives a single point and a straight line', () => {
  expect(minAreaRect([[3, 4]])).toMatchObject({ cx: 3, cy: 4, width: 0, height: 0 });
  expect(
    minAreaRect([
      [0, 0],
      [5, 0],
      [10, 0],
    ]),
  ).toMatchObject({ width: 10, height: 0 });
});

it('corners run clockwise from where the text starts, and a slice keeps the slant', () => {
  const down = rectToQuad({ cx: 0, cy: 0, width: 10, height: 2, angle: Math.PI / 2 });
  expect(down[0][0]).toBeCloseTo(1);
  expect(down[0][1]).toBeCloseTo(-5);
  const half = quadToRect(quadSlice(down, 0, 0.5));
  expect(half.width).toBeCloseTo(5);
  expect(half.cy).toBeCloseTo(-2.5);
  expect(half.angle).toBeCloseTo(Math.PI / 2);
});
