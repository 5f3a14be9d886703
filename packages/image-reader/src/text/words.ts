import type { DecodedLine, Glyph } from './ctc.ts';
import { wordGapWeights } from './word-gap-weights.ts';

/** What is known about the gap between two neighbouring characters. */
export interface Gap {
  /** Highest probability of the space class between the two. */
  space: number;
  /** Distance of the centres over the line's median distance. */
  pitch: number;
  /** Widest stretch of columns without ink between the two, over the line height. */
  ink: number;
  left: string;
  right: string;
}

export interface GlyphWord {
  glyphs: Glyph[];
}

/**
 * Measures every gap of a line.
 *
 * @param ink see `inkProfile`; `columnsPerStep` columns of it make one time step.
 */
export function measureGaps(
  line: DecodedLine,
  ink: Float32Array,
  columnsPerStep: number,
  height: number,
): Gap[] {
  const { glyphs, spaces } = line;
  const distances: number[] = [];
  for (let i = 1; i < glyphs.length; i++)
    distances.push((glyphs[i] as Glyph).centre - (glyphs[i - 1] as Glyph).centre);
  const median = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 1;
  const threshold = inkThreshold(ink);
  return distances.map((distance, i) => {
    const a = glyphs[i] as Glyph;
    const b = glyphs[i + 1] as Glyph;
    let space = 0;
    for (let t = a.from; t <= b.to; t++) space = Math.max(space, spaces[t] ?? 0);
    const from = Math.max(0, Math.floor((a.centre + 0.5) * columnsPerStep));
    const to = Math.min(ink.length - 1, Math.ceil((b.centre + 0.5) * columnsPerStep));
    let widest = 0;
    let run = 0;
    for (let x = from; x <= to; x++) {
      run = (ink[x] as number) < threshold ? run + 1 : 0;
      if (run > widest) widest = run;
    }
    return {
      space,
      pitch: distance / Math.max(0.5, median),
      ink: widest / height,
      left: a.text,
      right: b.text,
    };
  });
}

/** Columns with less ink than this count as empty. */
export function inkThreshold(ink: Float32Array): number {
  let strongest = 0;
  for (const v of ink) if (v > strongest) strongest = v;
  return Math.max(12, strongest * 0.28);
}

type CharacterClass =
  | 'digit'
  | 'upper'
  | 'lower'
  | 'stop'
  | 'colon'
  | 'closing'
  | 'opening'
  | 'operator'
  | 'quote'
  | 'other';

function classOf(text: string): CharacterClass {
  if (/^\d/.test(text)) return 'digit';
  if (/^\p{Lu}/u.test(text)) return 'upper';
  if (/^\p{L}/u.test(text)) return 'lower';
  if (/^[.,]/.test(text)) return 'stop';
  if (/^[:;!?]/.test(text)) return 'colon';
  if (/^[)\]}%]/.test(text)) return 'closing';
  if (/^[([{]/.test(text)) return 'opening';
  if (/^[-/&*+=#@_\\]/.test(text)) return 'operator';
  if (/^['"]/.test(text)) return 'quote';
  return 'other';
}

/** What the whole line says about its gaps. */
interface LineMeasures {
  /** Usual space between letters: mean of the narrower half of the ink gaps. */
  letterSpace: number;
  widestInk: number;
  /** 1 for characters of one width, towards 0 for proportional ones. */
  evenness: number;
}

function measureLine(gaps: readonly Gap[]): LineMeasures {
  const inks = gaps.map((g) => g.ink).sort((a, b) => a - b);
  const narrow = inks.slice(0, Math.max(1, Math.floor((inks.length + 1) / 2)));
  const pitches = gaps.map((g) => g.pitch).sort((a, b) => a - b);
  const usual = pitches.slice(0, Math.max(1, Math.floor(pitches.length * 0.8)));
  const mean = sum(usual) / Math.max(1, usual.length);
  const deviation = Math.sqrt(sum(usual.map((p) => (p - mean) ** 2)) / Math.max(1, usual.length));
  return {
    letterSpace: sum(narrow) / Math.max(1, narrow.length),
    widestInk: inks[inks.length - 1] ?? 0,
    evenness: usual.length > 4 ? Math.exp(-deviation / 0.15) : 0,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, v) => total + v, 0);

/**
 * Evidence (a logit) that a gap parts two words; positive means it does. A logistic model over the space class, the
 * widths of the gap in ink and in time steps, both against the rest of the line, and the kinds of characters.
 */
function wordBreakScore(gaps: readonly Gap[], index: number, line: LineMeasures): number {
  const w = wordGapWeights;
  const gap = gaps[index] as Gap;
  const a = classOf(gap.left);
  const b = classOf(gap.right);
  const letter = (c: CharacterClass): boolean => c === 'upper' || c === 'lower';
  const ink = Math.min(gap.ink, 0.8);
  const pitch = Math.min(gap.pitch, 3);
  let score = w.bias + w.left[a] + w.right[b];
  score += w.spaceClass * (Math.log(gap.space + 1e-4) / 9.2 + 1) + (gap.space > 0.3 ? w.spaceLikely : 0);
  score += w.ink * ink + w.wideInk * Math.max(0, ink - 0.3);
  score +=
    w.inkOverLetterSpace * Math.min(gap.ink - line.letterSpace, 0.8) + w.letterSpace * line.letterSpace;
  score += w.inkShareOfWidest * (ink / Math.max(line.widestInk, 0.3));
  score += w.pitch * pitch + w.widePitch * Math.max(0, pitch - 1.5);
  score += w.evenness * line.evenness + w.evenPitch * line.evenness * (pitch - 1.5);
  score += (w.length * Math.min(gaps.length, 20)) / 20;
  score += w.narrow * [gap.left, gap.right].filter((t) => /^[iIl1.,:;'!|]/.test(t)).length;
  score += w.wide * [gap.left, gap.right].filter((t) => /^[mwMW@]/.test(t)).length;
  if (a === 'digit' && b === 'digit') score += w.digitDigit;
  if (a === 'stop' && b === 'digit') score += w.stopDigit;
  if (a === 'digit' && b === 'stop') score += w.digitStop;
  if (letter(a) && letter(b)) score += w.letterLetter;
  if (a === 'lower' && b === 'upper') score += w.lowerUpper;
  if (a === 'stop' && letter(b)) score += w.stopLetter;
  if (a === 'colon' && (letter(b) || b === 'digit')) score += w.colonText;
  if (letter(a) && b === 'digit') score += w.letterDigit;
  if (a === 'digit' && letter(b)) score += w.digitLetter;
  if (a === 'colon' && b === 'digit') score += w.colonDigit;
  if (a === 'colon' && b === 'digit' && /^\d/.test(gaps[index - 1]?.left ?? '')) score += w.digitColonDigit;
  return score;
}

/** A gap is no space below this pitch where its ink is below these, inside codes, dates and numbers and elsewhere. */
const leastSpacePitch = 1.4;
const leastSpaceInCode = 0.22;
const leastSpace = 0.11;
/** Between figures, where letters of the line leave so much less free. */
const plainSpace = 0.15;

/**
 * Whether two characters stand as close as those of one word. Small letters and type of one width make the space class see spaces
 * beside hyphens and round figures, where nothing is free.
 */
function isTooNarrow({ ink, pitch, left, right }: Gap, { letterSpace }: LineMeasures): boolean {
  const [a, b] = [classOf(left), classOf(right)];
  const isCode = (c: CharacterClass): boolean => c === 'digit' || c === 'operator';
  const isSide = (c: CharacterClass): boolean => isCode(c) || c === 'upper';
  const isOfCode =
    (isCode(a) && isCode(b)) || (a === 'operator' && isSide(b)) || (b === 'operator' && isSide(a));
  // `V2.82 06/12/2016` in type whose letters nearly touch.
  if (a === 'digit' && b === 'digit' && ink - letterSpace > plainSpace) return false;
  return pitch < leastSpacePitch && ink < (isOfCode ? leastSpaceInCode : leastSpace);
}

/** For every gap, whether it parts two words. */
export function findWordBreaks(gaps: readonly Gap[]): boolean[] {
  const line = measureLine(gaps);
  return gaps.map((gap, i) => !isTooNarrow(gap, line) && wordBreakScore(gaps, i, line) > 0);
}

/** Splits a decoded line into words. */
export function splitWords(
  line: DecodedLine,
  ink: Float32Array,
  columnsPerStep: number,
  height: number,
): GlyphWord[] {
  const [first, ...rest] = line.glyphs;
  if (!first) return [];
  const breaks = findWordBreaks(measureGaps(line, ink, columnsPerStep, height));
  const words: GlyphWord[] = [{ glyphs: [first] }];
  rest.forEach((glyph, i) => {
    if (breaks[i]) words.push({ glyphs: [glyph] });
    else words[words.length - 1]?.glyphs.push(glyph);
  });
  return words;
}

/** Columns of a crop, `from` to before `to`. */
export interface Extent {
  from: number;
  to: number;
}

/** How far around the middle of its outermost characters a word's ink is looked for, and the widest gap in it; over the line height. */
const reach = 0.6;
const gapInGlyph = 0.12;

/**
 * The columns that each word takes: those in which its characters were recognised, and the ink around the first and the last of
 * them, which may be wider. Words do not overlap.
 *
 * @param ink as for `measureGaps`
 */
export function wordExtents(
  words: readonly GlyphWord[],
  ink: Float32Array,
  columnsPerStep: number,
  height: number,
): Extent[] {
  const threshold = inkThreshold(ink);
  const columnOf = (glyph: Glyph): number => (glyph.centre + 0.5) * columnsPerStep;
  const ends = words.map(({ glyphs }) => [glyphs[0], glyphs.at(-1)] as [Glyph, Glyph]);
  const borders = [
    0,
    ...ends
      .slice(1)
      .map(([first], index) => middleOfGap(ink, threshold, columnOf(ends[index]![1]), columnOf(first))),
    ink.length,
  ];
  const edge = (middle: number, step: 1 | -1, border: number): number => {
    let reached = middle;
    let empty = 0;
    for (let x = Math.round(middle); empty <= gapInGlyph * height; x += step) {
      if (x < 0 || x >= ink.length || (x - border) * step > 0 || Math.abs(x - middle) > reach * height) break;
      empty = (ink[x] as number) < threshold ? empty + 1 : 0;
      if (empty === 0) reached = x;
    }
    return reached;
  };
  return ends.map(([first, last], index) => {
    const [least, most] = [borders[index]!, borders[index + 1]!];
    const from = Math.min((first.from - 0.4) * columnsPerStep, edge(columnOf(first), -1, least) - 1);
    const to = Math.max((last.to + 1.4) * columnsPerStep, edge(columnOf(last), 1, most) + 2);
    return { from: Math.max(least, from), to: Math.min(most, to) };
  });
}

/** Middle of the widest stretch without ink between two columns; of all of it where there is none. */
function middleOfGap(ink: Float32Array, threshold: number, from: number, to: number): number {
  let widest = { length: 0, middle: (from + to) / 2 };
  let length = 0;
  for (let x = Math.max(0, Math.ceil(from)); x <= Math.min(ink.length - 1, to); x++) {
    length = (ink[x] as number) < threshold ? length + 1 : 0;
    if (length > widest.length) widest = { length, middle: x - length / 2 + 0.5 };
  }
  return widest.middle;
}
