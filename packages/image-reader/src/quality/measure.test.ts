import { expect, test } from 'vitest';
import type { GrayImage } from '../image.ts';
import { measureQuality } from './measure.ts';

const side = 200;

function draw(value: (x: number, y: number) => number): GrayImage {
  const data = new Uint8ClampedArray(side * side);
  for (let at = 0; at < data.length; at++) data[at] = value(at % side, Math.floor(at / side));
  return { width: side, height: side, data };
}

/** Stripes 20 pixels wide whose edges are ramps of the given width. */
const stripes = (ramp: number, dark = 20, light = 230) =>
  draw((x) => {
    const place = x % 40;
    const rise = Math.min(1, Math.max(0, (place - 20 + ramp / 2) / Math.max(ramp, 1e-6)));
    const fall = Math.min(1, Math.max(0, (place + ramp / 2 - 40) / Math.max(ramp, 1e-6)));
    const start = place < ramp / 2 ? 1 - Math.min(1, (place + ramp / 2) / Math.max(ramp, 1e-6)) : 0;
    return dark + (light - dark) * Math.max(rise - fall, start);
  });

test('sharp edges measure near 1, blurred ones less, a ramp wider than four pixels near 0', () => {
  const [crisp, soft, blurred] = [0, 4, 12].map((ramp) => measureQuality(stripes(ramp)).sharpness);
  expect(crisp).toBeGreaterThan(0.95);
  expect(soft).toBeLessThan(crisp! - 0.3);
  expect(blurred).toBeLessThan(0.1);
});

test('sharpness does not depend on contrast', () => {
  const [strong, weak] = [stripes(3), stripes(3, 100, 160)].map((image) => measureQuality(image).sharpness);
  expect(Math.abs(strong! - weak!)).toBeLessThan(0.05);
});

test('brightness and contrast are those of the luma', () => {
  const { brightness, contrast } = measureQuality(stripes(0, 51, 204));
  expect(brightness).toBeCloseTo(0.5, 1);
  expect(contrast).toBeCloseTo(0.6, 2);
  expect(measureQuality(draw(() => 128))).toMatchObject({ contrast: 0, sharpness: 0 });
});

test('a reflection on grey paper is glare, white paper is none', () => {
  const spot = (x: number, y: number) => (x < 60 && y < 60 ? 255 : 170);
  expect(measureQuality(draw(spot)).glare).toBeCloseTo(0.09, 2);
  expect(measureQuality(draw(() => 255)).glare).toBe(0);
});

test('a picture of one pixel has finite measures', () => {
  const measures = measureQuality({ width: 1, height: 1, data: Uint8ClampedArray.of(7) });
  for (const value of Object.values(measures)) expect(value).toBeGreaterThanOrEqual(0);
});
