import type { GrayImage } from '../image.ts';
import type { LineCrop } from './crop-line.ts';
import type { Glyph } from './ctc.ts';
import type { SecondLanguage } from './second-languages.ts';

/** One character as the second recogniser saw it. */
export interface SecondGlyph {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** Left and right edge, columns of the crop. */
  from: number;
  to: number;
}

/** Reads one line of text another way. Injected by the runtime entry (Tesseract). */
export interface SecondReader {
  /** Whether data for this language is there. */
  knows(code: string): boolean;
  /** Loads what a language needs. @returns false where that cannot be had, on a device without a network for instance. */
  ready(code: string): Promise<boolean>;
  /** @param line dark text on bright paper or the other way round, one line. */
  read(line: GrayImage, code: string): Promise<SecondGlyph[]>;
}

/** A grey picture of a crop, for the second recogniser. */
export function grayCrop(crop: LineCrop): GrayImage {
  const { width, height, planes } = crop;
  const size = width * height;
  const data = new Uint8ClampedArray(size);
  for (let i = 0; i < size; i++) {
    data[i] =
      0.114 * (planes[i] as number) +
      0.587 * (planes[size + i] as number) +
      0.299 * (planes[2 * size + i] as number);
  }
  return { width, height, data };
}

/** The same a little softer (binomial, three by three). Tesseract takes a hard-edged € for a £ more often. */
export function softened({ width, height, data }: GrayImage): GrayImage {
  const pass = (from: ArrayLike<number>, step: number, length: number): Float32Array => {
    const out = new Float32Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const at = Math.floor(i / step) % length;
      const before = from[at > 0 ? i - step : i] as number;
      const after = from[at < length - 1 ? i + step : i] as number;
      out[i] = (before + 2 * (from[i] as number) + after) / 4;
    }
    return out;
  };
  return { width, height, data: new Uint8ClampedArray(pass(pass(data, 1, width), width, height)) };
}

/** What the first recogniser writes for letters it does not know, beyond the letter without its mark. */
const lookAlikes: Record<string, string> = {
  ß: 'Bb83sS',
  '€': 'EeCcG6£f',
  '£': 'EfFLlt€',
  ø: 'o0',
  Ø: 'O0',
  ł: 'lt1',
  Ł: 'L',
  '¿': '?i',
  '¡': '!i',
  º: 'o0',
  ª: 'a',
  '°': 'o0',
  '«': '<',
  '»': '>',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oec',
  Œ: 'OEC',
};

/** Pairs the first recogniser writes for one letter. */
const pairs: Record<string, readonly string[]> = {
  ß: ['ss', 'fs', 'is', '13', 'lB'],
  œ: ['oe', 'ce', 'ae'],
  Œ: ['OE', 'CE'],
  æ: ['ae', 'ce'],
  Æ: ['AE'],
  '€': ['€E', 'C=', 'E-', 'C-'],
  ü: ['ii', 'u"', "u'"],
  Ü: ["U'", 'U"'],
  '«': ['<<'],
  '»': ['>>'],
};

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

function substitution(first: Glyph, second: SecondGlyph): number {
  if (first.text === second.text) return 0;
  const base = withoutMarks(second.text);
  if (base === first.text) return 0.05;
  if (lookAlikes[second.text]?.includes(first.text)) return 0.2;
  if (base !== second.text && /^[oO]$/.test(base) && first.text === '0') return 0.25;
  if (base !== second.text && /^[iI]$/.test(base) && /^[l1|!]$/.test(first.text)) return 0.25;
  if (base.toLowerCase() === withoutMarks(first.text).toLowerCase()) return 0.3;
  return 1;
}

const gapCost = 0.8;
const pairCost = 0.15;

type Step = 'same' | 'first-only' | 'second-only' | 'pair';

/** Least-cost alignment of two readings of one line; steps from left to right. */
function align(first: readonly Glyph[], second: readonly SecondGlyph[]): Step[] {
  const columns = second.length + 1;
  const costs = new Float64Array((first.length + 1) * columns);
  const steps: Step[] = new Array(costs.length);
  for (let i = 0; i <= first.length; i++) {
    for (let j = 0; j <= second.length; j++) {
      if (i === 0 && j === 0) continue;
      let best = Number.POSITIVE_INFINITY;
      let step: Step = 'same';
      const offer = (cost: number, which: Step): void => {
        if (cost < best) [best, step] = [cost, which];
      };
      const at = (di: number, dj: number): number => costs[(i - di) * columns + j - dj] as number;
      const b = second[j - 1];
      const a = first[i - 1];
      if (a && b) offer(at(1, 1) + substitution(a, b), 'same');
      if (a) offer(at(1, 0) + gapCost, 'first-only');
      if (b) offer(at(0, 1) + gapCost, 'second-only');
      const before = first[i - 2];
      if (a && b && before && pairs[b.text]?.includes(before.text + a.text))
        offer(at(2, 1) + pairCost, 'pair');
      costs[i * columns + j] = best;
      steps[i * columns + j] = step;
    }
  }
  const path: Step[] = [];
  let i = first.length;
  let j = second.length;
  while (i > 0 || j > 0) {
    const step = steps[i * columns + j] as Step;
    path.push(step);
    i -= step === 'second-only' ? 0 : step === 'pair' ? 2 : 1;
    j -= step === 'first-only' ? 0 : 1;
  }
  return path.reverse();
}

/** Below this share of agreeing characters the two readings are not of the same text. */
const leastAgreement = 0.5;
const sureEnough = 0.5;

/**
 * Takes from a second reading what the first recogniser cannot write: letters with marks where the letter itself
 * agrees, look-alikes, and signs such as € it left out. Everything else stays as first read.
 *
 * @param columnsPerStep columns of the crop in one time step of the glyphs.
 * @returns the line's glyphs, and whether any came from the second reading.
 */
export function mergeSecondOpinion(
  first: readonly Glyph[],
  second: readonly SecondGlyph[],
  language: SecondLanguage,
  columnsPerStep: number,
): { glyphs: Glyph[]; changed: boolean } {
  const unchanged = { glyphs: [...first], changed: false };
  if (second.length === 0 || first.length === 0) return unchanged;
  const wanted = new Set(language.letters);
  const path = align(first, second);
  let agreeing = 0;
  let i = 0;
  let j = 0;
  let changed = false;
  const glyphs: Glyph[] = [];
  for (const step of path) {
    const a = first[i] as Glyph;
    const b = second[j] as SecondGlyph;
    const take =
      step !== 'first-only' &&
      wanted.has(b.text) &&
      b.confidence >= sureEnough &&
      (!language.signsOnly || isSignAt(second, j)) &&
      !(step === 'same' && readSign.test(a.text));
    if (step === 'same') {
      const likeness = substitution(a, b);
      if (likeness < 1) agreeing++;
      if (take && a.text !== b.text && (likeness < 1 || a.confidence < 0.6)) {
        glyphs.push({ ...a, text: b.text, confidence: Math.min(a.confidence, b.confidence) });
        changed = true;
      } else glyphs.push(a);
    } else if (step === 'pair') {
      const next = first[i + 1] as Glyph;
      agreeing += 2;
      if (take) {
        glyphs.push({
          text: b.text,
          confidence: b.confidence,
          from: a.from,
          to: next.to,
          centre: (a.centre + next.centre) / 2,
        });
        changed = true;
      } else glyphs.push(a, next);
    } else if (step === 'first-only') glyphs.push(a);
    else if (take && liesFree(b, glyphs[glyphs.length - 1], first[i], columnsPerStep)) {
      const from = b.from / columnsPerStep - 0.5;
      const to = b.to / columnsPerStep - 0.5;
      glyphs.push({ text: b.text, confidence: b.confidence, from, to, centre: (from + to) / 2 });
      changed = true;
    }
    i += step === 'second-only' ? 0 : step === 'pair' ? 2 : 1;
    j += step === 'first-only' ? 0 : 1;
  }
  return changed && agreeing >= leastAgreement * first.length ? { glyphs, changed } : unchanged;
}

/** Signs the first recogniser reads itself. */
const readSign = /^[$¥]$/;

/** Whether a character stands where a currency sign does: before or behind digits. */
function isSignAt(second: readonly SecondGlyph[], at: number): boolean {
  return [second[at - 1], second[at + 1]].some((glyph) => glyph !== undefined && /^\d$/.test(glyph.text));
}

/** Whether a character only the second recogniser saw has a place of its own between its neighbours. */
function liesFree(
  b: SecondGlyph,
  left: Glyph | undefined,
  right: Glyph | undefined,
  columnsPerStep: number,
): boolean {
  const centre = (b.from + b.to) / 2 / columnsPerStep - 0.5;
  return (!left || centre > left.centre + 0.5) && (!right || centre < right.centre - 0.5);
}

/** Whether a line could hold any of the wanted letters, by what was first read. */
export function mayHold(glyphs: readonly Glyph[], language: SecondLanguage): boolean {
  const bases = new Set<string>();
  for (const letter of language.letters) {
    bases.add(withoutMarks(letter));
    for (const c of lookAlikes[letter] ?? '') bases.add(c);
    for (const pair of pairs[letter] ?? []) for (const c of pair) bases.add(c);
  }
  const currency = /[€£]/.test(language.letters);
  return glyphs.some(
    (g) => bases.has(g.text) || bases.has(withoutMarks(g.text)) || (currency && /\d/.test(g.text)),
  );
}
