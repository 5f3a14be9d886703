import type { DecodedLine, Glyph } from './ctc.ts';

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
  let strongest = 0;
  for (const v of ink) if (v > strongest) strongest = v;
  const threshold = Math.max(12, strongest * 0.28);
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

const digit = /\d/;
const letter = /\p{L}/u;
const closing = /[.,:;!?)\]}%'"]/;
const opening = /[([{]/;

/** Evidence that a gap parts two words; positive means it does. Logit of a small model, see bench/reading. */
export function wordBreakScore(gap: Gap): number {
  let score =
    -4.2 + 5 * Math.min(1, gap.space * 2) + 9 * Math.min(0.6, gap.ink) + 1.0 * Math.min(3, gap.pitch);
  if (digit.test(gap.left) && digit.test(gap.right)) score -= 0.6;
  if (/[.,]/.test(gap.left) && digit.test(gap.right)) score -= 1.2;
  if (closing.test(gap.right) || opening.test(gap.left)) score -= 1.5;
  if (/[.,:;)]/.test(gap.left) && letter.test(gap.right)) score += 0.6;
  return score;
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
  const gaps = measureGaps(line, ink, columnsPerStep, height);
  const words: GlyphWord[] = [{ glyphs: [first] }];
  rest.forEach((glyph, i) => {
    if (wordBreakScore(gaps[i] as Gap) > 0) words.push({ glyphs: [glyph] });
    else words[words.length - 1]?.glyphs.push(glyph);
  });
  return words;
}
