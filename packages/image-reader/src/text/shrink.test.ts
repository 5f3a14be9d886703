import { expect, test } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { detectText } from './detect-text.ts';
import { defaultTextOptions } from './read-text.ts';
import { shrink } from './shrink.ts';

const picture = (width: number, height: number, at: (x: number, y: number) => number[]): RgbaImage => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, n) => {
    const pixel = n >> 2;
    return [...at(pixel % width, Math.floor(pixel / width)), 255][n & 3] as number;
  }),
});

test('each pixel is the mean of those it stands for, colour by colour, wherever the bytes lie', () => {
  const image = picture(7, 5, (x, y) => [x * 30, y * 50, 255 - x]);
  const expected = [15, 25, 255, 255, 75, 25, 253, 255, 135, 25, 251, 255];
  // 254.5, 252.5 and 250.5 are rounded to even.
  const blues = [254, 252, 250];
  const first = [...shrink(image, 2).data.subarray(0, 12)];
  expect(first).toEqual(expected.map((value, n) => (n % 4 === 2 ? blues[n >> 2] : value)));

  const bytes = new Uint8ClampedArray(image.data.length + 1);
  bytes.set(image.data, 1);
  expect(shrink({ ...image, data: bytes.subarray(1) }, 2)).toEqual(shrink(image, 2));
  const white = shrink(
    picture(33, 32, () => [255, 255, 255]),
    16,
  );
  expect([white.width, white.height, Math.min(...white.data)]).toEqual([2, 2, 255]);
});

test('text of a scan of many pixels is found where it is in the scan', async () => {
  const image = picture(6_400, 64, (x) => (x >= 3_200 && x < 4_800 ? [0, 0, 0] : [255, 255, 255]));
  const asDarkAsSeen = async (
    _model: string,
    { data, dims }: { data: Float32Array; dims: readonly number[] },
  ) => {
    const [, , height = 0, width = 0] = dims;
    return {
      dims: [1, 1, height, width],
      data: data.subarray(0, width * height).map((v) => (v < 0 ? 1 : 0)),
    };
  };
  const detect = { ...defaultTextOptions.detect, unclipRatio: 0 };
  const [found] = await detectText(image, asDarkAsSeen, detect);
  expect(found?.rect.cx).toBeCloseTo(4_000, -1);
  expect(found?.rect.width).toBeCloseTo(1_600, -1);
});
