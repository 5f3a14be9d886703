import type { GrayImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { digitPatterns, dot, normalise, perModule, template } from './bar-patterns.ts';
import { sample } from './straighten.ts';

/** Modules from the first bar to the last of the codes that may have an add-on. */
const modulesOf: Record<string, number> = { EAN13: 95, UPCA: 95, EAN8: 67, UPCE: 51 };

/** Which digits are of set B, for each value modulo 4 (EAN-2) and for each checksum (EAN-5), first digit first. */
const paritiesEan2 = [0b00, 0b01, 0b10, 0b11];
const paritiesEan5 = [
  0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001, 0b00101,
];

/** Blur of the patterns, in modules. */
const blur = 0.6;
const guard = template('010110', blur, 0);
const digits = digitPatterns.map((pattern) => template(`1${pattern}0`, blur, 0));
/** The last digit is told from one in the middle by the light beyond it. */
const lastDigits = digitPatterns.map((pattern) => template(`1${pattern}0000`, blur, 0));

/** Light between the code and its add-on, modules (GS1 General Specifications, 5.2.2.5: 7 to 12, here with some play). */
const [nearest, farthest] = [5, 16] as const;
const offsetStep = 0.25;
/** Module widths looked for, as shares of the code's own. */
const scales = Array.from({ length: 9 }, (_, step) => 0.84 + 0.04 * step);
/** Samples of a line per module of the code. */
const samplesPerModule = 4;
const lineCount = 7;
/** Grey levels by which an add-on's window has to vary at least. */
const minDeviation = 6;
const minGuardFit = 0.7;
/** Mean correlation of the parts of an add-on, from which a line counts. */
const minLineFit = 0.72;
const minLines = 3;
/** Mean correlation of the digits that is believed. */
const minFit = 0.8;
/** By how much (sum of the digits' correlations) a content has to be ahead of the next. */
const minMargin = 0.15;

/** Where the digits of an add-on start on a line, and how well they fit there. */
interface Place {
  fit: number;
  /** Of each digit, the fits of the 20 patterns. */
  fits: number[][];
}

/**
 * Reads the add-on of two or five digits to the right of an EAN or UPC code.
 *
 * @param format and box of the code, the box from its own top left
 * @returns the digits; undefined where there is none, or none that several lines and its check agree on
 */
export function readAddOn(gray: GrayImage, format: string, box: Quad): string | undefined {
  const modules = modulesOf[format];
  if (modules === undefined) return undefined;
  const lines = linesBeside(gray, box, modules);
  const contents = [5, 2].flatMap((count) => {
    const places = lines.flatMap((line) => bestPlace(line, count) ?? []);
    if (places.length < minLines) return [];
    const votes = Array.from({ length: count }, (_, at) =>
      Array.from(
        { length: 20 },
        (__, pattern) => places.reduce((sum, { fits }) => sum + fits[at]![pattern]!, 0) / places.length,
      ),
    );
    const [first, second] = likeliest(votes);
    if (first === undefined || first.total < minFit * count) return [];
    return first.total - (second?.total ?? 0) < minMargin ? [] : [first.text];
  });
  return contents[0];
}

/** Grey levels beside the code, away from its last bar, each line the mean of its share of the height. */
function linesBeside(gray: GrayImage, box: Quad, modules: number): Float32Array[] {
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = box;
  const [along, across] = [
    [(bx + cx - ax - dx) / 2, (by + cy - ay - dy) / 2],
    [(cx + dx - ax - bx) / 2, (cy + dy - ay - by) / 2],
  ] as const;
  const length = Math.hypot(...along);
  const module = length / modules;
  const [cos, sin] = [along[0] / length, along[1] / length];
  // A box of one scan line is thinner than its bars, which are hardly ever shorter than a fifth of the code.
  const height = Math.max(Math.abs(across[1] * cos - across[0] * sin) * 0.9, length * 0.2);
  const [x, y] = [(bx + cx) / 2, (by + cy) / 2];
  const count = Math.ceil((farthest + 47 * scales.at(-1)! + 6) * samplesPerModule);
  const share = height / lineCount;
  return Array.from({ length: lineCount }, (_, line) =>
    Float32Array.from({ length: count }, (__, at) => {
      const u = ((at + 0.5) / samplesPerModule) * module;
      let sum = 0;
      for (let tap = 0; tap < 4; tap++) {
        const v = (line + (tap + 0.5) / 4 - lineCount / 2) * share;
        sum += sample(gray, x + u * cos - v * sin - 0.5, y + u * sin + v * cos - 0.5);
      }
      return sum / 4;
    }),
  );
}

const guardWindow = new Float32Array(guard.length);
const digitWindow = new Float32Array(digits[0]!.length);
const lastWindow = new Float32Array(lastDigits[0]!.length);

function bestPlace(line: Float32Array, count: number): Place | undefined {
  let best: Place | undefined;
  for (const scale of scales) {
    for (let offset = nearest; offset <= farthest; offset += offsetStep) {
      if (fill(line, offset, scale, guardWindow) < minDeviation) continue;
      const inGuard = dot(guardWindow, guard);
      if (inGuard < minGuardFit) continue;
      const fits: number[][] = [];
      let sum = inGuard;
      for (let at = 0; at < count; at++) {
        const isLast = at === count - 1;
        const window = isLast ? lastWindow : digitWindow;
        // Guard of four modules, digits of seven, two of light and dark between them.
        if (fill(line, offset + (4 + 9 * at) * scale, scale, window) < minDeviation) break;
        const ofDigit = (isLast ? lastDigits : digits).map((pattern) => dot(window, pattern));
        const fit = Math.max(...ofDigit);
        if (fit < minGuardFit) break;
        fits.push(ofDigit);
        sum += fit;
      }
      const fit = sum / (count + 1);
      if (fits.length === count && fit >= minLineFit && fit > (best?.fit ?? 0)) best = { fit, fits };
    }
  }
  return best;
}

/** Fills a window with the levels from one module before `start` (in modules of the code), normalised; returns their deviation. */
function fill(line: Float32Array, start: number, scale: number, window: Float32Array): number {
  const step = (scale * samplesPerModule) / perModule;
  let place = (start - scale) * samplesPerModule + step / 2 - 0.5;
  for (let i = 0; i < window.length; i++, place += step) {
    const at = Math.min(line.length - 1.001, Math.max(0, place));
    const left = Math.floor(at);
    window[i] = line[left]! + (line[left + 1]! - line[left]!) * (at - left);
  }
  return normalise(window);
}

/** The two likeliest contents whose sets are those their check asks for. */
function likeliest(votes: number[][]): { total: number; text: string }[] {
  const parities = votes.length === 2 ? paritiesEan2 : paritiesEan5;
  return parities
    .flatMap((parity, check) => {
      let texts = [{ total: 0, text: '' }];
      votes.forEach((fits, at) => {
        const set = (parity >> (votes.length - 1 - at)) & 1 ? 10 : 0;
        texts = texts.flatMap(({ total, text }) =>
          Array.from({ length: 10 }, (_, digit) => ({
            total: total + fits[set + digit]!,
            text: text + digit,
          })),
        );
        // Enough for one of them to have the check wanted.
        texts = texts.sort((a, b) => b.total - a.total).slice(0, 100);
      });
      return texts.filter(({ text }) => checkOf(text) === check).slice(0, 2);
    })
    .sort((a, b) => b.total - a.total)
    .slice(0, 2);
}

/** What the sets of an add-on stand for. */
function checkOf(text: string): number {
  if (text.length === 2) return Number(text) % 4;
  return [...text].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 9), 0) % 10;
}
