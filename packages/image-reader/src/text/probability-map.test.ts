import { expect, it } from 'vitest';
import { findTextRegions } from './probability-map.ts';
import { rectToQuad } from './rotated-rect.ts';

const options = { pixelThreshold: 0.3, boxThreshold: 0.5, unclipRatio: 1.6, minSide: 3 };

function map(width: number, height: number, inside: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, i) => inside(i % width, Math.floor(i / width)));
}

it('finds each text once and grows it back from its shrunken kernel', () => {
  const data = map(100, 60, (x, y) =>
    x >= 10 && x < 50 && ((y >= 10 && y < 18) || (y >= 30 && y < 38)) ? 0.9 : 0.05,
  );
  const regions = findTextRegions(data, 100, 60, options);
  expect(regions).toHaveLength(2);
  const [first] = regions;
  expect(first?.rect.cx).toBeCloseTo(30);
  expect(first?.rect.cy).toBeCloseTo(14);
  // Area 40 x 8 times 1.6 over perimeter 96.
  expect(first?.rect.width).toBeCloseTo(40 + 2 * (512 / 96));
  expect(first?.score).toBeCloseTo(0.9);
});

it('follows slanted text', () => {
  const angle = 0.3;
  const data = map(120, 80, (x, y) => {
    const [dx, dy] = [x - 60, y - 40];
    const along = dx * Math.cos(angle) + dy * Math.sin(angle);
    const across = dy * Math.cos(angle) - dx * Math.sin(angle);
    return Math.abs(along) < 40 && Math.abs(across) < 5 ? 0.8 : 0;
  });
  const [region] = findTextRegions(data, 120, 80, options);
  expect(region?.rect.angle).toBeCloseTo(angle, 1);
  const [topLeft, topRight] = rectToQuad(region?.rect ?? { cx: 0, cy: 0, width: 0, height: 0, angle: 0 });
  expect(topRight[1]).toBeGreaterThan(topLeft[1]);
});

it('leaves out specks, thin scratches and faint areas', () => {
  const speck = map(60, 60, (x, y) => (x < 2 && y < 2 ? 0.9 : 0));
  const scratch = map(60, 60, (_, y) => (y === 30 ? 0.9 : 0));
  const faint = map(60, 60, (x, y) => (x > 10 && x < 50 && y > 20 && y < 40 ? 0.35 : 0));
  for (const data of [speck, scratch, faint]) expect(findTextRegions(data, 60, 60, options)).toEqual([]);
});

it('follows text on bent paper', () => {
  const bend = 12;
  const middle = (x: number) => 30 + bend * 4 * (x / 200) * (1 - x / 200);
  const data = map(220, 80, (x, y) => (x < 200 && Math.abs(y + 0.5 - middle(x + 0.5)) < 4 ? 0.9 : 0.05));
  const [region, ...others] = findTextRegions(data, 220, 80, options);
  expect(others).toEqual([]);
  expect(region?.rect.bend).toBeCloseTo(bend, 0);
  expect(region?.rect.cy).toBeCloseTo(30, 0);
  expect(region?.rect.angle).toBeCloseTo(0, 1);
  // Kernel of about 9 rows, grown back; straight, the rectangle would have been over twice as high.
  expect(region?.rect.height).toBeLessThan(27);
  expect(region?.score).toBeGreaterThan(0.7);
});

it('takes straight text as straight', () => {
  const data = map(220, 40, (x, y) => (x >= 10 && x < 210 && y >= 10 && y < 18 ? 0.9 : 0.05));
  expect(findTextRegions(data, 220, 40, options)[0]?.rect.bend).toBeUndefined();
});
