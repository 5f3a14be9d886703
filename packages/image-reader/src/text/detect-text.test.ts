import { expect, test } from 'vitest';
import { defaultDetectOptions, detectionScale } from './detect-text.ts';

test('a small picture is enlarged, unless its text is known to be large already', () => {
  expect(detectionScale(408, 188, defaultDetectOptions)).toBe(2);
  expect(detectionScale(408, 188, { ...defaultDetectOptions, textHeight: 96 })).toBe(0.5);
  // Small text is enlarged as far as it was without knowing.
  expect(detectionScale(408, 188, { ...defaultDetectOptions, textHeight: 8 })).toBe(2);
  expect(detectionScale(4000, 3000, { ...defaultDetectOptions, textHeight: 16 })).toBe(0.5);
});

test('a strip is shown as large as the screens it is made of; pages and receipts stay as they were', () => {
  const scale = (width: number, height: number) => detectionScale(width, height, defaultDetectOptions);
  expect(scale(900, 11_600)).toBe(1);
  expect(scale(11_600, 900)).toBe(1);
  expect(scale(1920, 12_000)).toBe(1);
  expect(scale(2400, 12_000)).toBeCloseTo(2000 / 2400);
  expect(scale(1654, 2339)).toBe(2000 / 2339);
  expect(scale(1000, 3000)).toBe(2000 / 3000);
  // Between the two it grows without a jump, and what is small is not enlarged further.
  expect(scale(1000, 3010)).toBeCloseTo(2000 / 3000, 1);
  expect(scale(460, 1600)).toBe(1.25);
  expect(scale(300, 6000)).toBe(1);
});
