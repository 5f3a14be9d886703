import { locateBars } from '../barcodes/locate-bars.ts';
import type { Zxing } from '../barcodes/zxing.ts';
import { findDocument } from '../document/find-document.ts';
import type { GrayImage } from '../image.ts';
import { measureQuality } from '../quality/measure.ts';
import type { Barcode, Quad, Quality } from '../reading.ts';
import { createBarcodeFinder } from './barcode-finder.ts';
import { reduce } from './crop.ts';
import { type Guidance, nextGuidance } from './guidance.ts';
import { type Change, changeBetween, createMotionMeter, type Thumbnail, toThumbnail } from './motion.ts';

/** What one frame showed. Coordinates are pixels of the frame as it is displayed. */
export interface FrameScan {
  /** Milliseconds, on the clock of the frames. */
  at: number;
  width: number;
  height: number;
  barcodes: Barcode[];
  /** Measured on this frame or one a few before it. */
  quality: Quality;
  /** How far the picture moved in about 150 ms, share of its longer side. */
  displacement: number;
  /** Milliseconds for which that has been next to nothing; 0 while the picture moves. */
  stillMs: number;
  /** Whether that is long enough to count. */
  isStill: boolean;
  /** How much of the picture is something else than when {@link FrameScanner.mark} was called last, 0 to 1; 1 before. */
  novelty: number;
  /** Where the picture moved since then, pixels to the right and down: what was read then lies there now. */
  drift: [x: number, y: number];
  guidance: Guidance;
  /** Corners of the document, where they are looked for and were found. */
  document?: { quad: Quad; confidence: number };
  /** Milliseconds this scan took. */
  scanMs: number;
}

export interface ScanOptions {
  barcodes: boolean;
  /** Look for a document's corners. */
  document: boolean;
  /** Milliseconds left to others after each frame: while text is read, both want the same cores. 0: none. */
  restMs?: number;
}

export interface FrameScanner {
  /**
   * Scans one frame; frames come in the order they were taken.
   *
   * @param at milliseconds on any clock that only grows
   */
  scan(gray: GrayImage, at: number, options: ScanOptions): FrameScan;
  /** The newest frame is what novelty is measured against from now on. */
  mark(): void;
  /** Another camera or a new start: nothing seen before counts. */
  reset(): void;
}

/** Quality changes slowly and costs as much as reading: measured on one of so many frames, and not while the first is awaited. */
const qualityEvery = 5;
const qualityAt = 2;
/** Before it was measured nobody is told to do anything. */
const unmeasured: Quality = { sharpness: 1, brightness: 0.5, contrast: 1, glare: 0 };
const documentEvery = 4;
/** Longer side, pixels, at which corners are looked for. */
const documentSide = 640;
/** Frames without a code after which bars that nobody could read are looked for, and how often. */
const barsEvery = 10;
/** Bars that fill less of the frame's longer side than this can be brought nearer. */
const smallBars = 0.55;
/** Changes of dark and light from which a pattern is a code rather than a row of letters. */
const minBarTransitions = 24;

/** Everything that is done with a stream of frames, without any of a browser's or Node's parts. */
export function createFrameScanner(zxing: Zxing): FrameScanner {
  const finder = createBarcodeFinder(zxing);
  const meter = createMotionMeter();
  let frames = 0;
  let withoutCode = 0;
  let quality = unmeasured;
  let guidance: Guidance = 'none';
  let document: FrameScan['document'];
  let hasSmallBars = false;
  let newest: Thumbnail | undefined;
  let marked: Thumbnail | undefined;

  return {
    scan(gray, at, options) {
      const started = performance.now();
      const thumbnail = toThumbnail(gray, at);
      const motion = meter.next(thumbnail);
      newest = thumbnail;
      if (frames % qualityEvery === qualityAt) quality = measureQuality(gray);
      if (!options.document) document = undefined;
      else if (frames % documentEvery === 1 || frames === 0) document = findCorners(gray);
      const barcodes = options.barcodes ? finder.next(gray, at) : [];
      withoutCode = barcodes.length > 0 ? 0 : withoutCode + 1;
      if (withoutCode === 0) hasSmallBars = false;
      else if (options.barcodes && withoutCode % barsEvery === 0) hasSmallBars = seesSmallBars(gray);
      frames++;
      guidance = nextGuidance(guidance, {
        quality,
        ...motion,
        hasSmallBars,
        hasBarcodes: barcodes.length > 0,
        ...(document ? { documentShare: areaOf(document.quad) / (gray.width * gray.height) } : {}),
      });
      return {
        at,
        width: gray.width,
        height: gray.height,
        barcodes,
        quality,
        ...motion,
        ...sinceMark(marked, thumbnail, gray),
        guidance,
        ...(document ? { document } : {}),
        scanMs: performance.now() - started,
      };
    },
    mark() {
      marked = newest;
    },
    reset() {
      finder.reset();
      meter.reset();
      frames = 0;
      quality = unmeasured;
      withoutCode = 0;
      document = undefined;
      hasSmallBars = false;
      marked = undefined;
      newest = undefined;
    },
  };
}

function sinceMark(marked: Thumbnail | undefined, newest: Thumbnail, gray: GrayImage): Change {
  if (!marked) return { drift: [0, 0], novelty: 1 };
  const { drift, novelty } = changeBetween(marked, newest);
  const side = Math.max(gray.width, gray.height) / Math.max(newest.columns, newest.rows);
  return { drift: [drift[0] * side, drift[1] * side], novelty };
}

function findCorners(gray: GrayImage): FrameScan['document'] {
  const factor = Math.max(gray.width, gray.height) / documentSide;
  const found = findDocument(factor > 1 ? reduce(gray, factor) : gray);
  if (!found || factor <= 1) return found;
  return { ...found, quad: found.quad.map(([x, y]) => [x * factor, y * factor]) as Quad };
}

/** Whether there are bars that may be read from nearer by. */
function seesSmallBars(gray: GrayImage): boolean {
  const side = Math.max(gray.width, gray.height);
  return locateBars(gray, 3).some(
    ({ length, transitions }) => transitions >= minBarTransitions && length < smallBars * side,
  );
}

function areaOf(quad: Quad): number {
  let twice = 0;
  for (const [index, [x, y]] of quad.entries()) {
    const [nextX, nextY] = quad[(index + 1) % 4]!;
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice) / 2;
}
