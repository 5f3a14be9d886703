import { expect, test } from 'vitest';
import { defaultDetectOptions, detectionScale } from './detect-text.ts';

test('a small picture is enlarged, unless its text is known to be large already', () => {
  expect(detectionScale(408, 188, defaultDetectOptions)).toBe(2);
  expect(detectionScale(408, 188, { ...defaultDetectOptions, textHeight: 96 })).toBe(0.5);
  // Small text is enlarged as far as it was without knowing.
  expect(detectionScale(408, 188, { ...defaultDetectOptions, textHeight: 8 })).toBe(2);
  expect(detectionScale(4000, 3000, { ...defaultDetectOptions, textHeight: 16 })).toBe(0.5);
});
