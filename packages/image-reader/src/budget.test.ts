import { expect, test } from 'vitest';
import { budgetOf } from './budget.ts';
import type { ImageError } from './errors.ts';

const budget = (width: number, height: number, allowedSeconds: number, pages = 1): number | string => {
  try {
    return budgetOf({ mediaType: 'image/jpeg', pages, size: { width, height } }, allowedSeconds * 1000);
  } catch (error) {
    return (error as ImageError).code;
  }
};

test('nothing that may be sent is refused before it is begun where a company may spend what is usual', () => {
  // 25 and 50 megapixels, a page of a PDF of 200.
  for (const [width, height] of [
    [5773, 4330],
    [8660, 5773],
    [1654, 2339],
  ] as const)
    expect(budget(width, height, 20, 200)).toBe(20_000);
});

test('a picture whose blank page would cost too much is not begun; a small one may not take as long as a large one', () => {
  expect(budget(8660, 5773, 1)).toBe('reader.too_costly');
  expect(budget(2500, 3500, 1)).toBe(1000);
  expect(budget(100, 100, 20)).toBeLessThan(16_000);
  expect(budget(100, 100, 20)).toBeGreaterThanOrEqual(15_000);
  expect(budget(1500, 1000, 600)).toBeLessThan(31_000);
});

test('what no company may send stays refused as such', () => {
  expect(budget(60_000, 60_000, 20)).toBe('image.too_many_pixels');
  expect(budget(13_000, 100, 20)).toBe('image.side_too_long');
});

test('where no header says a size, what is allowed is the budget', () => {
  expect(budgetOf({ mediaType: 'application/pdf', pages: 1 }, 7000)).toBe(7000);
});
