import { expect, test } from 'vitest';
import { uprightView } from '../../template/geometry.ts';
import { middleOf, regionAround, stepOf } from './region-of.ts';

const page = { number: 1, of: 1, width: 1000, height: 600 };

test('arrow keys move as the upright page shows it, however the picture lies', () => {
  for (const rotation of [0, 90, 180, 270] as const) {
    const { transform } = uprightView({ ...page, rotation });
    const angle = (Number(/rotate\((\d+)\)/.exec(transform)?.[1]) * Math.PI) / 180;
    for (const [key, shown] of [
      ['ArrowRight', [1, 0]],
      ['ArrowDown', [0, 1]],
      ['ArrowLeft', [-1, 0]],
      ['ArrowUp', [0, -1]],
    ] as const) {
      const { x, y } = stepOf(key, rotation, 1)!;
      expect(x * Math.cos(angle) - y * Math.sin(angle)).toBeCloseTo(shown[0]);
      expect(x * Math.sin(angle) + y * Math.cos(angle)).toBeCloseTo(shown[1]);
    }
  }
  expect(stepOf('Enter', 0, 1)).toBeUndefined();
});

test('a region around a line covers all of it, at the edge of the page, too', () => {
  expect(
    regionAround(
      [
        [100, 100],
        [300, 110],
        [299, 130],
        [99, 120],
      ],
      page,
    ),
  ).toEqual({ x: 96, y: 97, width: 207, height: 36 });
  expect(
    regionAround(
      [
        [-5, 0],
        [40, 0],
        [40, 20],
        [-5, 20],
      ],
      page,
    ),
  ).toMatchObject({ x: 0, y: 0 });
  expect(middleOf(page)).toEqual({ x: 350, y: 270, width: 300, height: 60 });
});
