import { expect, test } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { defaultDetectOptions, detectionScale, detectText, glanceScale } from './detect-text.ts';
import type { Infer } from './infer.ts';

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

test('a glance is at half of a picture or more, and only where that spares time', () => {
  const glance = (width: number, height: number) => glanceScale(width, height, defaultDetectOptions);
  expect(glance(932, 1838)).toBeCloseTo(1280 / 1838);
  expect(glance(1920, 1080)).toBeCloseTo(2 / 3);
  expect(glance(3000, 7000)).toBeUndefined();
  expect(glance(461, 933)).toBeCloseTo(1.181, 3);
  // Pages have small print; what is small costs little; and known text has its own scale.
  expect(glance(1654, 2339)).toBeUndefined();
  expect(glance(400, 300)).toBeUndefined();
  expect(glanceScale(932, 1838, { ...defaultDetectOptions, textHeight: 20 })).toBeUndefined();
  expect(glanceScale(932, 1838, { ...defaultDetectOptions, glance: undefined })).toBeUndefined();
});

/** A detector that finds a bar of so many pixels wherever it looks, or nothing at all. */
async function looks(barHeight: number): Promise<number[]> {
  const width = 800;
  const height = 1800;
  const image: RgbaImage = { width, height, data: new Uint8ClampedArray(4 * width * height) };
  const heights: number[] = [];
  const infer: Infer = async (_, { dims }) => {
    const [, , h, w] = dims as [number, number, number, number];
    heights.push(h);
    const data = new Float32Array(w * h);
    for (let y = 100; y < 100 + barHeight; y++) data.fill(1, y * w + 50, y * w + 300);
    return { data, dims: [1, 1, h, w] };
  };
  await detectText(image, infer, { ...defaultDetectOptions, maxTilePixels: 10_000_000 });
  return heights;
}

test('where a glance shows lines too small to trust it, or none, the picture is looked at in full', async () => {
  expect(await looks(20)).toEqual([1280]);
  expect(await looks(5)).toEqual([1280, 1792]);
  expect(await looks(0)).toEqual([1280, 1792]);
});
