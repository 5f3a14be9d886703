import { type InkMap, inkProfile } from './crop-line.ts';
import type { Glyph } from './ctc.ts';
import { inkThreshold } from './words.ts';

/** A stretch of neighbouring columns with ink. */
interface Stroke {
  /** First column, and the one after the last. */
  from: number;
  to: number;
  /** Characters read inside it. */
  glyphs: number;
}

/** A sign takes at least this much of the line's height in width, and this much of a digit's height. */
const leastWidth = 0.2;
const leastTall = 0.6;
/** How far from its digits a sign may stand, in line heights. */
const furthest = 0.8;
/** Columns by which a character's place may be off. */
const placeSlack = 6;
/** A stretch this much wider than its characters holds one more. */
const glued = 0.6;
/** What signs are read as where they are not left out: before digits, and behind them. */
const looksLikeSign = /^[EeCcGfFLltRK]$/;
/** Over the distance of two digits: what stands further off belongs to another word. */
const closeBy = 1.7;
/** A first digit less sure than this may be a sign. */
const sureDigit = 0.8;

/**
 * Whether an amount in a line may have a currency sign that was not read: ink beside its digits that no character was
 * read from, or a letter in the sign's place. The recogniser leaves signs out that are not in its dictionary.
 *
 * @param columnsPerStep columns of the crop in one time step of the glyphs.
 */
export function mayMissSign(glyphs: readonly Glyph[], ink: InkMap, columnsPerStep: number): boolean {
  const runs = amountsOf(glyphs);
  if (runs.length === 0) return false;
  if (runs.some((run) => isSuspicious(glyphs, run))) return true;
  const place = ({ centre }: Glyph): number => (centre + 0.5) * columnsPerStep;
  const strokes = strokesOf(ink, glyphs.map(place));
  return runs.some(({ first, last }) => {
    const [head, tail] = [glyphs[first] as Glyph, glyphs[last] as Glyph];
    const [left, right] = [place(head), place(tail)];
    const own = strokes.filter(({ from, to }) => to > left - placeSlack && from < right + placeSlack);
    const [start, end] = [own[0], own.at(-1)];
    if (!start || !end) return false;
    const tall = tallness(ink, start.from, end.to);
    const pitch = (right - left) / Math.max(1, last - first);
    if (last > first && own.some((one) => isGlued(one, pitch))) return true;
    return strokes.some(
      (one) =>
        one.glyphs === 0 &&
        (one.to <= start.from || one.from >= end.to) &&
        one.to > start.from - furthest * ink.height &&
        one.from < end.to + furthest * ink.height &&
        one.to - one.from >= leastWidth * ink.height &&
        tallness(ink, one.from, one.to) >= leastTall * tall,
    );
  });
}

interface Run {
  first: number;
  last: number;
}

/** Digits that may be an amount of money: with two decimals, or few of them. */
function amountsOf(glyphs: readonly Glyph[]): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < glyphs.length; i++) {
    if (!isDigit(glyphs[i])) continue;
    let last = i;
    for (let k = i + 1; k < glyphs.length && /^[\d.,]$/.test((glyphs[k] as Glyph).text); k++)
      if (isDigit(glyphs[k])) last = k;
    const text = glyphs
      .slice(i, last + 1)
      .map((glyph) => glyph.text)
      .join('');
    if (/^\d{1,3}(?:[.,]?\d{3}){0,2}(?:[.,]\d{2})?$/.test(text) && text.length <= 12)
      runs.push({ first: i, last });
    i = last;
  }
  return runs;
}

const isDigit = (glyph: Glyph | undefined): boolean => glyph !== undefined && /^\d$/.test(glyph.text);

function isSuspicious(glyphs: readonly Glyph[], { first, last }: Run): boolean {
  const digits = glyphs
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join('');
  if (!/[.,]\d{2}$/.test(digits)) return false;
  const [head, tail] = [glyphs[first] as Glyph, glyphs[last] as Glyph];
  const reach = (closeBy * (tail.centre - head.centre)) / (last - first);
  const [before, behind] = [glyphs[first - 1], glyphs[last + 1]];
  return (
    (before !== undefined && looksLikeSign.test(before.text) && head.centre - before.centre < reach) ||
    (behind !== undefined && looksLikeSign.test(behind.text) && behind.centre - tail.centre < reach) ||
    head.confidence < sureDigit
  );
}

function isGlued({ from, to, glyphs }: Stroke, pitch: number): boolean {
  return glyphs > 0 && to - from > (glyphs + glued) * pitch;
}

function strokesOf(ink: InkMap, places: readonly number[]): Stroke[] {
  const profile = inkProfile(ink);
  const threshold = inkThreshold(profile);
  const strokes: Stroke[] = [];
  for (let x = 0; x < profile.length; x++) {
    if ((profile[x] as number) < threshold) continue;
    const from = x;
    while (x < profile.length && (profile[x] as number) >= threshold) x++;
    const inside = places.filter((at) => at > from - placeSlack && at < x + placeSlack).length;
    strokes.push({ from, to: x, glyphs: inside });
  }
  return strokes;
}

/** Rows between the first and the last with ink in some columns. */
function tallness(ink: InkMap, from: number, to: number): number {
  let strongest = 0;
  const rows = new Float32Array(ink.height);
  for (let y = 0; y < ink.height; y++) {
    for (let x = from; x < to; x++)
      rows[y] = Math.max(rows[y] as number, ink.data[y * ink.width + x] as number);
    strongest = Math.max(strongest, rows[y] as number);
  }
  const threshold = Math.max(12, strongest * 0.5);
  const first = rows.findIndex((value) => value >= threshold);
  const last = rows.findLastIndex((value) => value >= threshold);
  return first < 0 ? 0 : last - first + 1;
}
