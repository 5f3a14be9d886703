import { findBarcodes, toBarcode } from '../barcodes/find.ts';
import { runPass, type Zxing } from '../barcodes/zxing.ts';
import type { GrayImage } from '../image.ts';
import type { Barcode, Quad } from '../reading.ts';
import { crop, type Region, reduce } from './crop.ts';
import { extendBars } from './extend-bars.ts';

/** One look at the whole frame costs little this way, and most codes in front of a camera need no more. */
const quick = {
  binarizer: 'local',
  denoise: false,
  downscaleFactor: 3,
  minLineCount: 2,
  formats: '',
  tryHarder: false,
} as const;
/** Around a code seen a moment ago the frame is small, so that every line of it can be scanned. */
const near = { ...quick, tryHarder: true, tryInvert: true, tryDownscale: false } as const;

/** Frames with a longer side above this are looked at smaller as a whole, and as they are where a code was. */
const maxWholeSide = 1440;
/** Of so many looks at the whole frame one is made with all effort of a pass: off-centre DataMatrix codes need it. Not the first. */
const thoroughEvery = 2;
/** After so many frames without a code one is looked at with everything the reader knows, as long as that takes. */
const exhaustiveEvery = 12;
/** While codes are followed, every so many frames the whole is looked at for new ones. */
const wholeEvery = 4;
/** Codes followed at once; more are found by looking at the whole frame. */
const maxFollowed = 8;
/** How long a code is looked for where it was last seen. */
const followedForMs = 700;
/** Sightings count together when they are at most this far apart. */
const rememberedMs = 1500;

/**
 * Symbologies whose error correction or check is strong enough to be believed at first sight. The others are
 * read wrong once in a while, and thirty frames a second would make that once a minute: two frames have to agree.
 */
const believedAtOnce = new Set([
  'QRCode',
  'MicroQRCode',
  'RMQRCode',
  'DataMatrix',
  'Aztec',
  'PDF417',
  'MaxiCode',
  'Code128',
]);
/** Their bars go on above and below the lines that were scanned. */
const linear = new Set([
  'Codabar',
  'Code39',
  'Code39Ext',
  'Code93',
  'Code128',
  'ITF',
  'EAN8',
  'EAN13',
  'UPCA',
  'UPCE',
]);
/** Read from few bars and without a check, these need one more. */
const weak = new Set(['ITF', 'Codabar', 'Code39', 'Code39Ext', 'DXFilmEdge']);

interface Followed {
  barcode: Barcode;
  lastSeen: number;
  sightings: number;
}

export interface BarcodeFinder {
  /**
   * The codes in one frame.
   *
   * @param at milliseconds, on the clock of the frames
   */
  next(gray: GrayImage, at: number): Barcode[];
  reset(): void;
}

/**
 * Finds barcodes frame by frame: around where they were a moment ago, in the whole frame, and with growing
 * effort while there is nothing.
 */
export function createBarcodeFinder(zxing: Zxing): BarcodeFinder {
  let followed: Followed[] = [];
  let frames = 0;
  let emptyFrames = 0;
  let looks = 0;

  function lookNear(gray: GrayImage, at: number): Barcode[] {
    const found: Barcode[] = [];
    for (const { barcode, lastSeen } of followed.slice(0, maxFollowed)) {
      if (found.some((other) => isSame(other, barcode))) continue;
      const region = around(barcode.box, gray, 1 + (at - lastSeen) / 200);
      for (const result of runPass(zxing, crop(gray, region), { ...near, formats: barcode.format }))
        found.push(toBarcode(result, (x, y) => [x + region.x, y + region.y]));
    }
    return found;
  }

  function lookEverywhere(gray: GrayImage): Barcode[] {
    const isExhaustive = emptyFrames > 0 && emptyFrames % exhaustiveEvery === 0;
    looks++;
    const isThorough = looks % thoroughEvery === 0;
    const longer = Math.max(gray.width, gray.height);
    const factor = longer > maxWholeSide ? longer / 1280 : 1;
    const whole = factor > 1 ? reduce(gray, factor) : gray;
    if (isExhaustive) return findBarcodes(zxing, whole).map((barcode) => enlarged(barcode, factor));
    // What is aimed at is looked at in full: a fine code of a large frame is lost when that is made smaller.
    const parts: [GrayImage, number, number, number][] = [[whole, factor, 0, 0]];
    if (factor > 1 && looks % 4 < 2) {
      const middle = aimedAt(gray);
      parts[0] = [crop(gray, middle), 1, middle.x, middle.y];
    }
    return parts.flatMap(([image, scale, left, top]) =>
      runPass(zxing, image, isThorough ? { ...quick, tryHarder: true } : quick).map((result) =>
        toBarcode(result, (x, y) => [left + x * scale, top + y * scale]),
      ),
    );
  }

  return {
    next(gray, at) {
      frames++;
      followed = followed.filter(({ lastSeen }) => at - lastSeen <= rememberedMs);
      const recent = followed.filter(({ lastSeen }) => at - lastSeen <= followedForMs);
      const nearby = recent.length > 0 ? lookNear(gray, at) : [];
      const isComplete =
        nearby.length > 0 && recent.every(({ barcode }) => nearby.some((other) => isSame(other, barcode)));
      const everywhere = isComplete && frames % wholeEvery !== 0 ? [] : lookEverywhere(gray);
      const found = withoutRepeats([...nearby, ...everywhere]);
      emptyFrames = found.length === 0 ? emptyFrames + 1 : 0;
      for (const barcode of found) {
        const known = followed.find((each) => isSame(each.barcode, barcode));
        if (known) {
          known.barcode = barcode;
          known.lastSeen = at;
          known.sightings++;
        } else followed.push({ barcode, lastSeen: at, sightings: 1 });
      }
      return followed
        .filter((each) => each.lastSeen === at && each.sightings >= sightingsNeeded(each.barcode.format))
        .map(({ barcode }, index) => ({
          ...barcode,
          id: `b${index}`,
          ...(linear.has(barcode.format) ? { box: extendBars(gray, barcode.box) } : {}),
        }));
    },
    reset() {
      followed = [];
      frames = 0;
      emptyFrames = 0;
      looks = 0;
    },
  };
}

function sightingsNeeded(format: string): number {
  return believedAtOnce.has(format) ? 1 : weak.has(format) ? 3 : 2;
}

const isSame = (a: Barcode, b: Barcode): boolean =>
  a.format === b.format && a.text === b.text && distance(a.box, b.box) < sizeOf(b.box);

/** The same content twice is two codes only where the two lie apart. */
function withoutRepeats(barcodes: Barcode[]): Barcode[] {
  return barcodes.filter((barcode, index) => !barcodes.slice(0, index).some((each) => isSame(each, barcode)));
}

function bounds(box: Quad): { left: number; top: number; right: number; bottom: number } {
  const [xs, ys] = [box.map(([x]) => x), box.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function sizeOf(box: Quad): number {
  const { left, top, right, bottom } = bounds(box);
  return Math.max(right - left, bottom - top, 48);
}

function distance(a: Quad, b: Quad): number {
  const [first, second] = [bounds(a), bounds(b)];
  return Math.hypot(
    (first.left + first.right - second.left - second.right) / 2,
    (first.top + first.bottom - second.top - second.bottom) / 2,
  );
}

/** The surroundings of a box: its quiet zones and how far a hand moves it meanwhile. */
function around(box: Quad, gray: GrayImage, spread: number): Region {
  const { left, top, right, bottom } = bounds(box);
  // Linear codes are boxes of few scan lines: their bars go on above and below.
  const margin = 24 + 0.25 * Math.max(right - left, bottom - top) * spread;
  const x = Math.max(0, Math.floor(left - margin));
  const y = Math.max(0, Math.floor(top - margin));
  return {
    x,
    y,
    width: Math.max(1, Math.min(gray.width, Math.ceil(right + margin)) - x),
    height: Math.max(1, Math.min(gray.height, Math.ceil(bottom + margin)) - y),
  };
}

/** The middle of a large frame, half as wide and half as high. */
function aimedAt({ width, height }: GrayImage): Region {
  const [wide, high] = [Math.floor(width / 2), Math.floor(height / 2)];
  return { x: Math.floor(wide / 2), y: Math.floor(high / 2), width: wide, height: high };
}

function enlarged(barcode: Barcode, factor: number): Barcode {
  return { ...barcode, box: barcode.box.map(([x, y]) => [x * factor, y * factor]) as Quad };
}
