import { expect, it } from 'vitest';
import type { Point } from '../reading.ts';
import { cropLine } from './crop-line.ts';
import {
  bendVector,
  bentOutline,
  middleOf,
  minAreaRect,
  quadSlice,
  quadToRect,
  type RotatedRect,
  rectToQuad,
  turnedRect,
} from './rotated-rect.ts';

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

const bent: RotatedRect = { cx: 100, cy: 30, width: 160, height: 10, angle: 0, bend: 16 };

it('straightens a bent line', () => {
  const data = new Uint8ClampedArray(200 * 80 * 4).fill(255);
  for (let x = 20; x < 180; x++) {
    const along = (x + 0.5 - 20) / 160;
    const middle = 30 + 16 * 4 * along * (1 - along);
    for (let y = Math.round(middle - 2); y < Math.round(middle + 2); y++)
      data.fill(0, (y * 200 + x) * 4, (y * 200 + x) * 4 + 3);
  }
  const image = { width: 200, height: 80, data };
  const darkness = (rect: RotatedRect): number => {
    const { planes } = cropLine(image, rectToQuad(rect), 160, 10, bendVector(rect));
    let sum = 0;
    for (let row = 3; row < 7; row++) for (let x = 0; x < 160; x++) sum += planes[row * 160 + x] as number;
    return 1 - sum / (4 * 160 * 255);
  };
  expect(darkness(bent)).toBeGreaterThan(0.85);
  expect(darkness(turnedRect(bent, Math.PI))).toBeGreaterThan(0.85);
  expect(darkness({ ...bent, bend: undefined })).toBeLessThan(0.4);
});

it('keeps what stands on a bent line in pixels of the picture', () => {
  const quad = rectToQuad(bent);
  const bend = bendVector(bent);
  expect(bentOutline(quad, bend)).toEqual([
    [20, 25],
    [180, 25],
    [180, 51],
    [20, 51],
  ]);
  expect(bentOutline(quad, [0, -16])).toEqual([
    [20, 9],
    [180, 9],
    [180, 35],
    [20, 35],
  ]);
  const word = quadSlice(quad, 0.4, 0.6, bend);
  expect(word.map(([x]) => Math.round(x))).toEqual([84, 116, 116, 84]);
  expect(word[0][1]).toBeCloseTo(25 + 16 * 0.96);
});

it('cuts the middle out of a bent line', () => {
  const middle = middleOf(bent, 80);
  expect(middle.width).toBe(80);
  expect(middle.cy).toBeCloseTo(42);
  expect(middle.bend).toBeCloseTo(4);
});
