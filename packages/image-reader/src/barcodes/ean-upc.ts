import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import { digitPatterns, dot, normalise, perModule, template } from './bar-patterns.ts';
import { type Layout, likeliest } from './ean-upc-content.ts';
import type { BarRegion } from './locate-bars.ts';
import { sample } from './straighten.ts';

/** A product code read from a region of bars. */
export interface ProductCode {
  /** UPC-A is EAN-13 with a leading 0. */
  format: 'EAN13' | 'EAN8' | 'UPCE';
  /** 8 digits of an EAN-8, otherwise 13: a UPC-E in full, as ZXing-C++ says it. */
  text: string;
  /** Clockwise from the code's top left, pixels of the picture. */
  box: Quad;
}

/** Grey levels across the region are taken at this many places. */
const columns = 480;
/** What is looked at beyond each end of the region, as a share of its length. */
const beyond = 0.15;
/** Scan lines over the height of the region, each the mean of its share. */
const lineCount = 9;
const maxTaps = 6;
const digitModules = 7;
/** Module widths looked for, in columns: from codes that fill half of the region to those that fill all that is looked at. */
const moduleWidths = Array.from({ length: 13 }, (_, step) => 2.45 * 1.06 ** step);
/** A local module width one step off its neighbour's costs this much correlation of one module. */
const stretchCost = 0.35;
/** Standard deviations of blur, and growth of bars, in modules. */
const blurs = [0.35, 0.6, 0.9] as const;
const growths = [-0.25, 0, 0.25] as const;
/** Standard deviation of the grey levels in a window from which it holds any bars. */
const minDeviation = 2;

/** A part of a code: a digit or a guard, `sign` 1 where a dark module lies before it, -1 where a light one does. */
interface Segment {
  sign: 1 | -1;
  modules: number;
  /** Modules of a guard with one module of what surrounds it, dark as 1; none for a digit. */
  guard: string | undefined;
}

const guard = (pattern: string): Segment => ({
  sign: pattern.startsWith('1') ? 1 : -1,
  modules: pattern.length - 2,
  guard: pattern,
});
const digits = (count: number, sign: 1 | -1): Segment[] =>
  Array.from({ length: count }, () => ({ sign, modules: digitModules, guard: undefined }));

const side = '01010';
const middle = '1010101';
const layouts: Record<Layout, Segment[]> = {
  ean13: [guard(side), ...digits(6, 1), guard(middle), ...digits(6, -1), guard(side)],
  ean8: [guard(side), ...digits(4, 1), guard(middle), ...digits(4, -1), guard(side)],
  upce: [guard(side), ...digits(6, 1), guard('10101010')],
  upceTurned: [guard('01010101'), ...digits(6, -1), guard(side)],
};

/** Normalised patterns of the 20 digits of sets A and B, and of the guards, at one blur and growth of bars. */
interface Templates {
  digits: Float32Array[];
  /** For the digits of set A one after the other: halves of their even and odd parts about the middle. */
  evenHalves: Float32Array;
  oddHalves: Float32Array;
  guards: Map<string, Float32Array>;
}

/** The best way to lay a code's segments on one scan line. */
interface Path {
  /** Mean correlation of the modules, -1 to 1. */
  score: number;
  /** Of every segment: first column, and module width in columns. */
  starts: number[];
  modules: number[];
}

/** Lines that show how wide, blurred and grown the bars are. */
const fewLines = [1, 4, 7] as const;
/** Mean correlation of the best of the few lines from which a region is looked at further. */
const minFewScore: Record<Layout, number> = { ean13: 0.76, ean8: 0.8, upce: 0.8, upceTurned: 0.8 };
/** The few lines may leave this much more open than all of them: what is far from any content is not looked at further. */
const minFewMargin = -0.2;
/** Median correlation of the lines, from which a code is believed; short codes fit other bars more easily. */
const minScore: Record<Layout, number> = { ean13: 0.78, ean8: 0.85, upce: 0.85, upceTurned: 0.85 };
/**
 * By how much (sum of the digits' correlations) the likeliest content has to be ahead of the next, less what it is behind
 * the likeliest digits without any check.
 */
const minMargin: Record<Layout, number> = { ean13: 0.15, ean8: 0.3, upce: 0.3, upceTurned: 0.3 };

/**
 * Reads an EAN or UPC in a region of bars, where its bars are too blurred, small, curved or damaged for edges.
 *
 * Every scan line is matched with blurred patterns of digits laid side by side, each as wide as it fits best
 * (dynamic programming over place and module width). The lines then vote on each digit, and the likeliest
 * digits with a valid parity and check digit are said if they are well ahead of the second likeliest.
 *
 * @returns undefined where no content is sure
 */
export function readEanUpc(gray: GrayImage, region: BarRegion): ProductCode | undefined {
  const lines = scanLines(gray, region);
  const few = fewLines.map((line) => lines[line]!);
  const usual = templatesOf(0.6, 0);
  const all = [0, moduleWidths.length - 1] as const;
  const fewCorrelated = few.map((line) => correlate(line, usual, all));
  for (const layout of ['ean13', 'ean8', 'upce', 'upceTurned'] as const) {
    const segments = layouts[layout];
    const fewPaths = fewCorrelated.map((line) => bestPath(line, segments, all));
    const [best] = fewPaths.toSorted((a, b) => b.score - a.score);
    if (best === undefined || best.score < minFewScore[layout]) continue;
    const fitOf = (templates: Templates): number =>
      vote(few, fewPaths, segments, templates).reduce((sum, fits) => sum + Math.max(...fits), 0);
    const candidates = blurs.flatMap((blur) => growths.map((growth) => templatesOf(blur, growth)));
    const fits = candidates.map(fitOf);
    const templates = candidates[fits.indexOf(Math.max(...fits))]!;
    const glance = likeliest(vote(few, fewPaths, segments, templates), layout);
    if (glance === undefined || glance.margin - glance.lost < minFewMargin) continue;
    const found = best.modules.map((module) => moduleWidths.indexOf(module));
    const range = [
      Math.max(0, Math.min(...found) - 1),
      Math.min(moduleWidths.length - 1, Math.max(...found) + 1),
    ] as const;
    const paths = lines.map((line) => bestPath(correlate(line, templates, range), segments, range));
    const read = likeliest(vote(lines, paths, segments, templates), layout);
    if (read === undefined) continue;
    if (median(paths.map(({ score }) => score)) < minScore[layout]) continue;
    if (read.margin - read.lost < minMargin[layout]) continue;
    return { format: read.format, text: read.text, box: boxOf(region, paths, segments, read.isTurned) };
  }
  return undefined;
}

/** Grey levels along lines across the bars. */
function scanLines(gray: GrayImage, region: BarRegion): Float32Array[] {
  const { x, y, angle, length, height } = region;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const step = (length * (1 + 2 * beyond)) / columns;
  const across = Math.max(1, Math.min(maxTaps, Math.round(step)));
  const share = (height * 0.9) / lineCount;
  const along = Math.max(1, Math.min(maxTaps, Math.round(share)));
  return Array.from({ length: lineCount }, (_, line) => {
    const levels = new Float32Array(columns);
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let i = 0; i < along; i++) {
        const v = (line + (i + 0.5) / along - lineCount / 2) * share;
        for (let j = 0; j < across; j++) {
          const u = (column + (j + 0.5) / across - columns / 2) * step;
          sum += sample(gray, x + u * cos - v * sin - 0.5, y + u * sin + v * cos - 0.5);
        }
      }
      levels[column] = sum / (along * across);
    }
    return levels;
  });
}

const templatesMade = new Map<string, Templates>();

function templatesOf(blur: number, growth: number): Templates {
  const key = `${blur} ${growth}`;
  const made = templatesMade.get(key);
  if (made !== undefined) return made;
  const digits = digitPatterns.map((pattern) => template(`1${pattern}0`, blur, growth));
  const ofA = digits.slice(0, 10);
  const halves = (sign: 1 | -1): Float32Array =>
    Float32Array.from(
      ofA.flatMap((values) =>
        Array.from(
          values.subarray(0, values.length / 2),
          (value, i) => (value + sign * values.at(-1 - i)!) / 2,
        ),
      ),
    );
  const templates = {
    digits,
    evenHalves: halves(1),
    oddHalves: halves(-1),
    guards: new Map(
      [side, middle, '10101010', '01010101'].map((pattern) => [pattern, template(pattern, blur, growth)]),
    ),
  };
  templatesMade.set(key, templates);
  return templates;
}

/** Fills a window with the levels from one module before `start`. */
function resample(line: Float32Array, start: number, module: number, window: Float32Array): void {
  const step = module / perModule;
  for (let i = 0, place = start - module + step / 2 - 0.5; i < window.length; i++, place += step) {
    const at = Math.min(columns - 1.001, Math.max(0, place));
    const left = at | 0;
    const level = line[left]!;
    window[i] = level + (line[left + 1]! - level) * (at - left);
  }
}

/** For every place and module width, how well the best digit or a guard fits there. */
interface Correlated {
  /** Of the digits after a dark module. */
  plus: Float32Array;
  /** Of the digits after a light module. */
  minus: Float32Array;
  guards: Map<string, Float32Array>;
}

/** @param range of the steps in `moduleWidths` looked at */
function correlate(
  line: Float32Array,
  templates: Templates,
  [narrowest, widest]: readonly [number, number],
): Correlated {
  const widths = moduleWidths.length;
  const empty = (): Float32Array => new Float32Array(columns * widths).fill(-1);
  const [plus, minus] = [empty(), empty()];
  const guards = [...templates.guards].map(([pattern, values]) => ({ pattern, values, scores: empty() }));
  const samples = (digitModules + 2) * perModule;
  const half = samples / 2;
  const window = new Float32Array(samples);
  const [sums, squares] = [new Float64Array(samples + 1), new Float64Array(samples + 1)];
  const [even, odd] = [new Float32Array(half), new Float32Array(half)];
  const { evenHalves, oddHalves } = templates;
  for (let width = narrowest; width <= widest; width++) {
    const module = moduleWidths[width]!;
    for (let start = 0; start < columns; start++) {
      const at = start * widths + width;
      resample(line, start, module, window);
      for (let i = 0; i < samples; i++) {
        const value = window[i]!;
        sums[i + 1] = sums[i]! + value;
        squares[i + 1] = squares[i]! + value * value;
      }
      // A guard's window is the beginning of a digit's.
      for (const { values, scores } of guards) {
        const count = values.length;
        const energy = squares[count]! - sums[count]! ** 2 / count;
        if (energy < minDeviation ** 2 * count) continue;
        let fit = 0;
        for (let i = 0; i < count; i++) fit += window[i]! * values[i]!;
        scores[at] = fit / Math.sqrt(energy);
      }
      const energy = squares[samples]! - sums[samples]! ** 2 / samples;
      if (start + digitModules * module > columns || energy < minDeviation ** 2 * samples) continue;
      for (let i = 0; i < half; i++) {
        const [a, b] = [window[i]!, window[samples - 1 - i]!];
        even[i] = a + b;
        odd[i] = a - b;
      }
      // Set B is set A turned about with dark and light exchanged: the same two sums give the fits of both.
      let [most, least] = [-Infinity, Infinity];
      for (let digit = 0; digit < 10; digit++) {
        let [inEven, inOdd] = [0, 0];
        for (let i = 0, from = digit * half; i < half; i++, from++) {
          inEven += even[i]! * evenHalves[from]!;
          inOdd += odd[i]! * oddHalves[from]!;
        }
        const magnitude = Math.abs(inEven);
        if (inOdd + magnitude > most) most = inOdd + magnitude;
        if (inOdd - magnitude < least) least = inOdd - magnitude;
      }
      const norm = Math.sqrt(energy);
      plus[at] = most / norm;
      minus[at] = -least / norm;
    }
  }
  return { plus, minus, guards: new Map(guards.map(({ pattern, scores }) => [pattern, scores])) };
}

function bestPath(
  { plus, minus, guards }: Correlated,
  segments: Segment[],
  [narrowest, widest]: readonly [number, number],
): Path {
  const widths = moduleWidths.length;
  const size = (columns + 1) * widths;
  const total = segments.reduce((sum, { modules }) => sum + modules, 0);
  // Of each end of a segment, how much wider or narrower than it the next one is, plus one.
  const turns: Uint8Array[] = [];
  let scores = new Float32Array(size);
  let before = 0;
  for (const { sign, modules, guard: pattern } of segments) {
    const fits = pattern === undefined ? (sign === 1 ? plus : minus) : guards.get(pattern)!;
    const next = new Float32Array(size).fill(-Infinity);
    const turned = new Uint8Array(size);
    // The segments before and after need their place too.
    const earliest = Math.floor(before * moduleWidths[narrowest]!);
    const latest = Math.ceil(columns - (total - before) * moduleWidths[narrowest]!);
    for (let width = narrowest; width <= widest; width++) {
      const step = Math.round(modules * moduleWidths[width]!);
      const lowest = width > narrowest ? -1 : 0;
      const highest = width < widest ? 1 : 0;
      for (let start = earliest; start <= latest && start + step <= columns; start++) {
        const at = start * widths + width;
        const score = scores[at]! + fits[at]! * modules;
        const straight = (start + step) * widths + width;
        for (let turn = lowest; turn <= highest; turn++) {
          const reached = turn === 0 ? score : score - stretchCost;
          if (reached > next[straight + turn]!) {
            next[straight + turn] = reached;
            turned[straight + turn] = turn + 1;
          }
        }
      }
    }
    turns.push(turned);
    scores = next;
    before += modules;
  }
  let best = 0;
  for (let at = 1; at < size; at++) if (scores[at]! > scores[best]!) best = at;
  const path: Path = { score: scores[best]! / total, starts: [], modules: [] };
  let [end, width] = [Math.floor(best / widths), best % widths];
  for (let k = segments.length - 1; k >= 0; k--) {
    width -= turns[k]![end * widths + width]! - 1;
    end -= Math.round(segments[k]!.modules * moduleWidths[width]!);
    path.starts.unshift(end);
    path.modules.unshift(moduleWidths[width]!);
  }
  return path;
}

/** Of each digit in a code, the mean correlation of the 20 patterns (sets A and B, or turned about, B and A). */
function vote(lines: Float32Array[], paths: Path[], segments: Segment[], templates: Templates): number[][] {
  const window = new Float32Array((digitModules + 2) * perModule);
  const votes: number[][] = [];
  segments.forEach((segment, k) => {
    if (segment.guard !== undefined) return;
    const sums: number[] = new Array(20).fill(0);
    let weights = 0;
    paths.forEach((path, i) => {
      resample(lines[i]!, path.starts[k]!, path.modules[k]!, window);
      if (normalise(window) < minDeviation) return;
      const fits = templates.digits.map((values) => segment.sign * dot(window, values));
      // Lines where nothing fits, under a gloss or off the code, hardly count.
      const weight = Math.max(0, Math.max(...fits) - 0.5) ** 2 * Math.max(0, path.score - 0.5) ** 2 + 1e-9;
      weights += weight;
      fits.forEach((fit, pattern) => {
        sums[pattern]! += weight * fit;
      });
    });
    votes.push(sums.map((sum) => (weights === 0 ? 0 : sum / weights)));
  });
  return votes;
}

function boxOf(region: BarRegion, paths: Path[], segments: Segment[], isTurned: boolean): Quad {
  const step = (region.length * (1 + 2 * beyond)) / columns;
  const first = median(paths.map(({ starts }) => starts[0]!));
  const end = segments.length - 1;
  const last = median(
    paths.map(({ starts, modules }) => starts[end]! + segments[end]!.modules * modules[end]!),
  );
  const [cos, sin] = [Math.cos(region.angle), Math.sin(region.angle)];
  const corner = (column: number, v: number): Point => {
    const u = (column - columns / 2) * step;
    return [region.x + u * cos - v * sin, region.y + u * sin + v * cos];
  };
  const v = region.height * 0.45;
  const box: Quad = [corner(first, -v), corner(last, -v), corner(last, v), corner(first, v)];
  return isTurned ? [box[2], box[3], box[0], box[1]] : box;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
