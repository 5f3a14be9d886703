import { type Homography, mapPoint, rectToQuadMap } from '../document/homography.ts';
import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import { bareOutlines, separation, sidesOf } from './bare-outlines.ts';
import { sample } from './straighten.ts';
import { type RawResult, runPass, type Zxing } from './zxing.ts';

/** Longer side of what is shown to the decoder without its margin, pixels. */
const leastSide = 240;
const mostSide = 720;
/** Margin put around it, in longer sides. */
const margin = 0.12;

/** What was found in a straightened patch, and where its pixels lie in the picture. */
export interface BareCode {
  result: RawResult;
  toPicture(x: number, y: number): Point;
}

/**
 * Matrix codes without a margin on a ground of the colour of their own outer modules, which no decoder finds: they are
 * straightened and given one. MaxiCode, which the decoder knows only upright and by itself, is straightened the same way.
 */
export function readBareCodes(zxing: Zxing, gray: GrayImage): BareCode[] {
  for (const { quads, isOnDark } of bareOutlines(gray))
    for (const quad of quads) {
      const found = isOnDark ? readOnDark(zxing, gray, quad) : readOnLight(zxing, gray, quad);
      if (found.length > 0) return found;
    }
  return [];
}

/** Codes that lack a light margin. */
function readOnDark(zxing: Zxing, gray: GrayImage, quad: Quad): BareCode[] {
  const patch = cutOut(gray, quad);
  if (!patch) return [];
  const found = read(zxing, patch, 'AllMatrix', (image, rim) => framed(image, rim, true));
  if (found.length > 0) return found;
  // Of a Data Matrix the ground swallows the two whole sides that it is found by.
  const module = narrowest(patch.image);
  for (const corner of [0, 1, 2, 3] as const) {
    const code = read(zxing, patch, 'DataMatrix', (image, rim) =>
      framed(blackAndWhite(withSides(image, module, corner)), rim, true),
    );
    if (code.length > 0) return code;
  }
  return [];
}

/** Codes that lack a dark margin, and MaxiCode, which is dark on light. */
function readOnLight(zxing: Zxing, gray: GrayImage, quad: Quad): BareCode[] {
  const patch = cutOut(gray, quad);
  if (!patch) return [];
  const found = read(zxing, patch, 'AllMatrix', (image, rim) => framed(image, rim, false));
  if (found.length > 0) return found;
  for (const corner of [0, 1, 2, 3] as const) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => quad[(k + corner) % 4] as Point) as Quad;
    const turned = cutOut(gray, [a, b, c, d]);
    const code = turned
      ? read(zxing, turned, 'MaxiCode', (image, rim) => framed(blackAndWhite(image), rim, true))
      : [];
    if (code.length > 0) return code;
  }
  return [];
}

/** A straightened part of the picture. */
interface Patch {
  image: GrayImage;
  map: Homography;
}

function cutOut(gray: GrayImage, quad: Quad): Patch | undefined {
  const [top, right, bottom, left] = sidesOf(quad);
  const [across, down] = [(top + bottom) / 2, (right + left) / 2];
  const longer = Math.max(across, down);
  const scale = Math.min(mostSide, Math.max(leastSide, longer)) / longer;
  const [width, height] = [Math.round(across * scale), Math.round(down * scale)];
  const map = rectToQuadMap(width, height, quad);
  return map && { image: cut(gray, map, width, height), map };
}

function read(
  zxing: Zxing,
  { image, map }: Patch,
  formats: string,
  prepare: (image: GrayImage, rim: number) => GrayImage,
): BareCode[] {
  const rim = Math.round(margin * Math.max(image.width, image.height));
  const toPicture = (x: number, y: number): Point => mapPoint(map, [x - rim, y - rim]);
  const binarizer = formats === 'AllMatrix' ? 'local' : 'global';
  return runPass(zxing, prepare(image, rim), { ...pass, binarizer, formats }).map((result) => ({
    result,
    toPicture,
  }));
}

/** Pixels of the narrowest stretches of light and dark in the rows of a patch. */
function narrowest({ width, height, data }: GrayImage): number {
  const threshold = separation({ width, height, data }) ?? 128;
  const runs: number[] = [];
  for (let y = 2; y < height; y += 5) {
    let from = 0;
    for (let x = 1; x <= width; x++) {
      const isEnd = x === width || data[y * width + x]! > threshold !== data[y * width + x - 1]! > threshold;
      if (!isEnd) continue;
      if (x < width && from > 0) runs.push(x - from);
      from = x;
    }
  }
  return runs.sort((a, b) => a - b)[Math.floor(0.3 * runs.length)] ?? 1;
}

/** A picture with a dark side of so many pixels on two of its sides, the one after a corner and the one before it. */
function withSides({ width, height, data }: GrayImage, pixels: number, corner: 0 | 1 | 2 | 3): GrayImage {
  const isLeft = corner === 0 || corner === 3;
  const isTop = corner === 0 || corner === 1;
  const dark = data.reduce((least, value) => Math.min(least, value), 255);
  const out = new Uint8ClampedArray((width + pixels) * (height + pixels)).fill(dark);
  const [x, y] = [isLeft ? pixels : 0, isTop ? pixels : 0];
  for (let row = 0; row < height; row++)
    out.set(data.subarray(row * width, (row + 1) * width), (row + y) * (width + pixels) + x);
  return { width: width + pixels, height: height + pixels, data: out };
}

/** What is nothing but black and white is not to be parted by its surroundings: whole sides of one colour would be noise. */
const pass = {
  denoise: false,
  downscaleFactor: 2,
  minLineCount: 2,
} as const;

function cut(gray: GrayImage, map: Homography, width: number, height: number): GrayImage {
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [px, py] = mapPoint(map, [x + 0.5, y + 0.5]);
      data[y * width + x] = sample(gray, px - 0.5, py - 0.5);
    }
  return { width, height, data };
}

function blackAndWhite(gray: GrayImage): GrayImage {
  const threshold = separation(gray) ?? 128;
  return { ...gray, data: gray.data.map((value) => (value > threshold ? 255 : 0)) };
}

/** A picture with a margin as light, or as dark, as the lightest or darkest of it. */
function framed({ width, height, data }: GrayImage, rim: number, isLight: boolean): GrayImage {
  const colour = data.reduce(
    (most, value) => (isLight ? Math.max(most, value) : Math.min(most, value)),
    isLight ? 0 : 255,
  );
  const wide = width + 2 * rim;
  const out = new Uint8ClampedArray(wide * (height + 2 * rim)).fill(colour);
  for (let y = 0; y < height; y++) out.set(data.subarray(y * width, (y + 1) * width), (y + rim) * wide + rim);
  return { width: wide, height: height + 2 * rim, data: out };
}
