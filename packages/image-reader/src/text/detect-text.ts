import type { RgbaImage } from '../image.ts';
import type { Infer } from './infer.ts';
import { findTextRegions, type MapOptions, type TextRegion } from './probability-map.ts';
import { type Region, resampleToPlanes } from './resample.ts';
import { shrink, shrinkBefore } from './shrink.ts';

/** ImageNet statistics the detector was trained with, in the order its channels come in. */
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;
const gain = deviation.map((d) => 1 / (255 * d)) as [number, number, number];
const bias = deviation.map((d, c) => -(mean[c] as number) / d) as [number, number, number];

/** A look at a smaller copy, which costs a fraction and mostly finds as much. */
export interface Glance {
  /** As `minShortSide` and `maxLongSide`, pixels. */
  shortSide: number;
  longSide: number;
  /** A picture that is not larger than this is enlarged as for a thorough look, pixels. */
  pixels: number;
  /** Height of the lines, pixels the detector sees, of which a tenth may be less; else it looks at the picture in full. */
  lineHeight: number;
}

export interface DetectOptions extends MapOptions {
  /** The shorter side is enlarged to this, pixels, as far as the other limits allow. */
  minShortSide: number;
  /** Most a picture is enlarged. */
  maxScale: number;
  /** Known height of the text in the picture, pixels: large text is shown to the detector no larger than it needs it. */
  textHeight?: number | undefined;
  /** The longer side is reduced to this, pixels; that of strips is not, see {@link detectionScale}. */
  maxLongSide: number;
  /** Pixels the detector sees at once; bounds its memory (about 400 bytes a pixel). */
  maxTilePixels: number;
  /** Undefined: the picture is looked at in full at once, as photographs have to be. */
  glance?: Glance | undefined;
}

export const defaultDetectOptions: DetectOptions = {
  pixelThreshold: 0.3,
  boxThreshold: 0.5,
  unclipRatio: 1.6,
  minSide: 3,
  minShortSide: 736,
  maxScale: 2,
  maxLongSide: 2000,
  maxTilePixels: 600_000,
  glance: { shortSide: 480, longSide: 1280, pixels: 600_000, lineHeight: 17 },
};

/** Scans of many pixels are made smaller by a whole number first, which costs a fraction of the filter that does the rest. */
const leastRest = 1.5;

/** The detector halves its input five times. */
const grain = 32;

/** Height at which the detector finds text as well as at any other, pixels; half of it is where it begins to miss some. */
const easyTextHeight = 48;

/** Pages upright, height by width: nearly all have small print somewhere, so that a glance would never be enough. */
const pageRatios = [1.2, 1.5] as const;

/** A glance at more than this share of the full scale is not worth its time. */
const leastSaved = 0.9;

/** A page and most receipts are not longer than this, in their shorter sides; what is longer by two more is a strip. */
const pageShape = 3;
const stripShape = 5;

/**
 * Scale at which a picture is shown to the detector. A strip, such as a screenshot of a page that was scrolled, has letters of
 * ordinary size however long it is: it is reduced only as far as a square of its shorter side would be.
 */
export function detectionScale(width: number, height: number, options: DetectOptions): number {
  let scale = 1;
  const short = Math.min(width, height);
  if (short < options.minShortSide) scale = Math.min(options.maxScale, options.minShortSide / short);
  const long = Math.max(width, height);
  if (long * scale > options.maxLongSide) {
    const asStrip = short * (1 + ((pageShape - 1) * (stripShape - long / short)) / (stripShape - pageShape));
    const counted = long <= pageShape * short ? long : Math.max(short, asStrip);
    // Nothing is enlarged for being long.
    scale = Math.max(options.maxLongSide / long, Math.min(scale, 1, options.maxLongSide / counted));
  }
  return options.textHeight ? Math.min(scale, easyTextHeight / options.textHeight) : scale;
}

/** Scale of the look before the thorough one; undefined where that would not spare much. */
export function glanceScale(width: number, height: number, options: DetectOptions): number | undefined {
  const { glance, minShortSide, maxLongSide, textHeight } = options;
  if (!glance || textHeight !== undefined) return undefined;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const [leastPage, mostPage] = pageRatios;
  if (height >= leastPage * width && height <= mostPage * width) return undefined;
  const minSide = Math.max(glance.shortSide, short * Math.sqrt(glance.pixels / (width * height)));
  const scale = detectionScale(width, height, {
    ...options,
    minShortSide: Math.min(minShortSide, minSide),
    // Half of it is enough of any picture, and no more than that may be left out.
    maxLongSide: Math.min(maxLongSide, Math.max(glance.longSide, long / 2)),
  });
  return scale < leastSaved * detectionScale(width, height, options) ? scale : undefined;
}

/**
 * Finds text in a picture.
 *
 * @returns rotated rectangles in picture pixels with their scores; direction of reading is along the longer side.
 */
export async function detectText(
  image: RgbaImage,
  infer: Infer,
  options: DetectOptions,
): Promise<TextRegion[]> {
  const glance = glanceScale(image.width, image.height, options);
  if (glance !== undefined && options.glance) {
    const regions = await detectAt(image, glance, infer, options);
    const heights = regions.map(({ rect }) => Math.min(rect.width, rect.height)).sort((a, b) => a - b);
    const small = heights[Math.floor(heights.length / 10)];
    if (small !== undefined && small * glance >= options.glance.lineHeight) return regions;
  }
  return detectAt(image, detectionScale(image.width, image.height, options), infer, options);
}

async function detectAt(
  image: RgbaImage,
  scale: number,
  infer: Infer,
  options: DetectOptions,
): Promise<TextRegion[]> {
  const width = Math.max(grain, Math.round((image.width * scale) / grain) * grain);
  const height = Math.max(grain, Math.round((image.height * scale) / grain) * grain);
  const times = shrinkBefore(scale, leastRest);
  const seen = shrink(image, times);
  const map = await probabilityMap(seen, width, height, infer, options);
  const sx = (seen.width * times) / width;
  const sy = (seen.height * times) / height;
  return findTextRegions(map, width, height, options).map(({ rect, score }) => {
    // sx and sy differ by less than one grain, so the rectangle stays one.
    const c = Math.abs(Math.cos(rect.angle));
    const s = Math.abs(Math.sin(rect.angle));
    return {
      score,
      rect: {
        cx: rect.cx * sx,
        cy: rect.cy * sy,
        width: rect.width * (sx * c + sy * s),
        height: rect.height * (sy * c + sx * s),
        ...(rect.bend === undefined ? {} : { bend: rect.bend * (sy * c + sx * s) }),
        angle: Math.atan2(Math.sin(rect.angle) * sy, Math.cos(rect.angle) * sx),
      },
    };
  });
}

/**
 * The probability map of a whole picture. What is larger than one tile is run in overlapping bands along its longer
 * side; in the overlap the map that is further from its own border wins.
 */
async function probabilityMap(
  image: RgbaImage,
  width: number,
  height: number,
  infer: Infer,
  options: DetectOptions,
): Promise<Float32Array> {
  const run = async (region: Region, w: number, h: number): Promise<Float32Array> => {
    const data = resampleToPlanes(image, region, { width: w, height: h }, gain, bias);
    return (await infer('detect', { data, dims: [1, 3, h, w] })).data;
  };
  if (width * height <= options.maxTilePixels) {
    return run({ x: 0, y: 0, width: image.width, height: image.height }, width, height);
  }
  const overlap = 4 * grain;
  const alongX = width > height;
  const [long, short] = alongX ? [width, height] : [height, width];
  const bands = Math.ceil(
    (long - overlap) / Math.max(grain, Math.floor(options.maxTilePixels / short) - overlap),
  );
  const band = Math.ceil(((long - overlap) / bands + overlap) / grain) * grain;
  const map = new Float32Array(width * height);
  const source = (alongX ? image.width : image.height) / long;
  for (let i = 0; i < bands; i++) {
    const from =
      i === bands - 1
        ? long - band
        : Math.round((i * (long - band)) / Math.max(1, bands - 1) / grain) * grain;
    const a = Math.round(from * source);
    const b = Math.round((from + band) * source);
    const region = alongX
      ? { x: a, y: 0, width: b - a, height: image.height }
      : { x: 0, y: a, width: image.width, height: b - a };
    const part = alongX ? await run(region, band, height) : await run(region, width, band);
    const skip = i === 0 ? 0 : overlap / 2;
    if (alongX) {
      for (let y = 0; y < height; y++)
        map.set(part.subarray(y * band + skip, (y + 1) * band), y * width + from + skip);
    } else {
      map.set(part.subarray(skip * width), (from + skip) * width);
    }
  }
  return map;
}
