import type { RgbaImage } from '../image.ts';
import { placeInQuad, quadHeight, quadLength } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import type { SegmentReading } from './segment-reading.ts';
import { readSegmentsInQuad, type SegmentsInQuad } from './segments-in-quad.ts';

/** A line of text as the text recogniser read it. */
interface ReadLine {
  quad: Quad;
  text: string;
  confidence: number;
}

/** What a line shows when it is read as a display, or how far the text recogniser's reading of it is to be trusted. */
export type DisplayLine =
  | { kind: 'read'; text: string; quad: Quad; confidence: number; characterConfidences: number[] }
  | { kind: 'doubted'; confidence: number };

/** Lines tried on one page: the tallest ones of those that look like displays. */
const mostTried = 2;
/** A display's digits are this much taller than the usual line. */
const outstanding = 1.4;
/** Share of characters that are digits, or what segments are taken for. */
const digitShare = 0.6;
/** Below this the text recogniser may have read nothing that is there. */
const weak = 0.75;
/** What a display can be sure of at most, where both readers saw the same digits and where they did not. */
const agreed = 0.95;
const alone = 0.6;
/** Confidence of digits that are certainly some of segments, although there is a doubt. */
const clear = 0.9;
/** What is taken in beside the digits, in heights of the line, and over them. */
const firstSides = 0.3;
const furtherSides = [0.6, 1.2, 1.6, 2.2];
const over = 0.1;

/**
 * Reads lines again as seven-segment displays where they may be some: nearly nothing but large digits. The text recogniser
 * reads such digits, but leaves out points, signs and outer digits and is sure of it all the same.
 *
 * A reading is taken only where the decoder of segments has no doubt, in two regions of other sizes, and what was read
 * before says nothing else than it: the same digits, or fewer of them. Where it only sees that there is more, or something else,
 * what was read before is doubted.
 *
 * @param lines all there are, weak ones too.
 * @returns by index of the line; lines without an entry stay as they are.
 */
export function displaysAmongLines(image: RgbaImage, lines: readonly ReadLine[]): Map<number, DisplayLine> {
  const found = new Map<number, DisplayLine>();
  for (const index of candidates(lines)) {
    const line = lines[index] as ReadLine;
    const display = readDisplay(image, againstOthers(line, lines) ? turned(line) : line);
    if (display) found.set(index, display.kind === 'doubted' ? doubt(line) : display);
  }
  return found;
}

/** Amounts and shares are printed, and times are no values: their colon would be lost. */
const mayBeShown = /^[\w\s.,'"°|-]*$/;
// cspell:disable-next-line -- letters, no word
const looksRead = /[0-9OoQDIl|LSsBbZzhHEAUGq]/g;
const expectedLetters = (text: string): string => text.replace(/[\s.,:'"°_-]/g, '');

function candidates(lines: readonly ReadLine[]): number[] {
  const sound = lines
    .filter((line) => line.confidence >= weak && line.text !== '')
    .map(({ quad }) => quadHeight(quad));
  const usual = sound.sort((a, b) => a - b)[(sound.length - 1) >> 1] ?? 0;
  return lines
    .map((line, index) => ({ index, line, height: quadHeight(line.quad) }))
    .filter(({ line, height }) => {
      const letters = expectedLetters(line.text);
      const like = (letters.match(looksRead) ?? []).length;
      const isLike = letters === '' ? line.confidence < weak : like >= digitShare * letters.length;
      return (
        isLike &&
        mayBeShown.test(line.text) &&
        letters.length <= 12 &&
        (height >= outstanding * usual || sound.length <= 1)
      );
    })
    .sort((a, b) => b.height - a.height || a.index - b.index)
    .slice(0, mostTried)
    .map(({ index }) => index);
}

/** Whether a line runs the other way than the rest of the page. Digits of segments are digits on their heads, too. */
function againstOthers({ quad: [a, b] }: ReadLine, lines: readonly ReadLine[]): boolean {
  let along = 0;
  for (const { quad, text, confidence } of lines) {
    const [from, to] = quad;
    if (confidence < weak || !/\p{L}/u.test(text)) continue;
    along += (to[0] - from[0]) * (b[0] - a[0]) + (to[1] - from[1]) * (b[1] - a[1]);
  }
  return along < 0;
}

/** A line put upright; what was read of it on its head says nothing. */
const turned = ({ quad: [a, b, c, d] }: ReadLine): ReadLine & { isTurned: true } => ({
  isTurned: true,
  quad: [c, d, a, b],
  text: '',
  confidence: 0,
});

function readDisplay(image: RgbaImage, line: ReadLine & { isTurned?: true }): DisplayLine | undefined {
  const readAround = (sides: number): SegmentsInQuad | undefined =>
    readSegmentsInQuad(image, widened(line.quad, image, sides, over));
  const first = readAround(firstSides);
  // Of print the decoder makes digits that it cannot make out: nothing more is tried.
  if (!first || clearPart(first.reading) === '') return undefined;
  const seen = [first, ...furtherSides.flatMap((sides) => readAround(sides) ?? [])];
  const chosen = choose(seen);
  const display = chosen && merged(line, chosen);
  if (display) return display;
  if (bareOf(line.text) === chosen?.text) return undefined;
  // Digits on their heads are digits, too: what was read that way says nothing.
  return line.isTurned || seen.some(({ reading }) => contradicts(reading, line)) ? doubt(line) : undefined;
}

/** What several regions say together. */
interface Choice {
  text: string;
  quad: Quad;
  characterConfidences: number[];
  /** Regions of other sizes in which exactly this was read for sure. */
  sureVotes: number;
}

/**
 * What was read for sure in two regions of other sizes, or but for a doubt in three, and nowhere more of it or, for sure,
 * something else.
 */
function choose(seen: readonly SegmentsInQuad[]): Choice | undefined {
  const texts = seen.map(({ reading }) => (reading.unsure ? clearPart(reading) : reading.text));
  const votes = (text: string, isSure: boolean): number =>
    seen.filter(({ reading }, k) => texts[k] === text && !(isSure && reading.unsure)).length;
  const longest = (isSure: boolean): number[] =>
    seen
      .flatMap(({ reading }, k) => {
        const text = texts[k] as string;
        return text !== '' && !(isSure && reading.unsure) && votes(text, isSure) >= (isSure ? 2 : 3)
          ? [k]
          : [];
      })
      .sort((a, b) => (texts[b] as string).length - (texts[a] as string).length);
  const sure = longest(true)[0];
  const at = sure ?? longest(false)[0];
  if (at === undefined) return undefined;
  const text = texts[at] as string;
  const digits = digitsOf(text);
  const isDenied = seen.some(({ reading }, k) => {
    const other = texts[k] as string;
    if (other === '' || other === text) return false;
    const isMore = other.length > text.length && isSubsequence(digits, digitsOf(other));
    return isMore || (!reading.unsure && !isSubsequence(digitsOf(other), digits));
  });
  if (isDenied) return undefined;
  const { reading, quad } = seen[at] as SegmentsInQuad;
  const characterConfidences =
    sure === undefined ? [...text].map(() => alone) : confidencesOf(reading, agreed);
  return { text, quad, characterConfidences, sureVotes: votes(text, true) };
}

/** What is beyond doubt of a reading but for one digit at its end; empty where more is in doubt. */
function clearPart({ text, digits }: SegmentReading): string {
  const isClear = (some: typeof digits): boolean =>
    some.length > 1 && some.every(({ confidence }) => confidence >= clear);
  if (isClear(digits)) return text;
  if (isClear(digits.slice(1))) return text.replace(/^-?\d\.?/, '');
  return isClear(digits.slice(0, -1)) ? text.replace(/\.?\d$/, '') : '';
}

/** Whether the decoder sees segments there that do not say what was read: other digits for sure, or all of them and more. */
function contradicts(reading: SegmentReading, line: ReadLine): boolean {
  const was = bareOf(line.text);
  if (was === reading.text || !/^[\d.-]+$/.test(was)) return false;
  const old = digitsOf(was);
  if (!reading.unsure) return old !== digitsOf(reading.text);
  const part = clearPart(reading);
  const now = digitsOf(part);
  return isSubsequence(old, now) && (now.length > old.length || (/[.-]/.test(part) && !/[.-]/.test(was)));
}

/** What both readers say together. */
function merged(
  line: ReadLine,
  { text, quad, characterConfidences, sureVotes }: Choice,
): DisplayLine | undefined {
  const was = bareOf(line.text);
  if (was === text) return undefined;
  const [old, now] = [digitsOf(line.text), digitsOf(text)];
  const letters = was.replace(/[^A-Za-z|]/g, '').length;
  // Letters that no digit stands in for are letters.
  if (line.confidence >= weak && letters > 0 && letters !== now.length - old.length) return undefined;
  const isSame = old === now;
  // A mark that was read is there; the decoder may not have seen it, or take it for another one.
  const hasMark = /^-?\d*\.\d/.test(was);
  if (isSame && hasMark && placeOfMark(was) !== placeOfMark(text)) return doubt(line);
  const isPart = old.length > 0 && isSubsequence(old, now);
  if (!isSame && !isPart) {
    if (now.length < old.length) return undefined;
    const isConfirmed = sureVotes >= 3 && now.length === old.length;
    if (line.confidence >= weak && /^[\d.-]+$/.test(was) && !isConfirmed) return doubt(line);
  }
  const limited = characterConfidences.map((confidence) => Math.min(isSame ? agreed : alone, confidence));
  return {
    kind: 'read',
    text,
    quad,
    confidence: limited.reduce((sum, confidence) => sum + confidence, 0) / limited.length,
    characterConfidences: limited,
  };
}

const doubt = ({ confidence }: ReadLine): DisplayLine => ({
  kind: 'doubted',
  confidence: Math.min(confidence, alone),
});
const bareOf = (text: string): string => text.replace(/[\s'"]/g, '').replace(',', '.');
const digitsOf = (text: string): string => text.replace(/\D/g, '');
const placeOfMark = (text: string): number => (text.split('.')[1] ?? '').length;

function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const c of long) if (c === short[at]) at++;
  return at === short.length;
}

/** Of each character; a point is as sure as the digit before it. */
function confidencesOf({ text, digits }: SegmentReading, most: number): number[] {
  let next = 0;
  return [...text].map((character) => {
    const at = character === '.' ? next - 1 : next++;
    return Math.min(most, digits[at]?.confidence ?? 0);
  });
}

/** The quad with room beside and over it, in its heights, as far as the picture goes. */
function widened(quad: Quad, image: RgbaImage, sides: number, ends: number): Quad {
  const most = (sides * quadHeight(quad)) / Math.max(1, quadLength(quad));
  const isIn = (u: number): boolean => {
    const [x, y] = placeInQuad(quad, u, 0.5);
    return x >= 0 && y >= 0 && x <= image.width && y <= image.height;
  };
  const room = (way: 1 | -1, end: number): number => {
    let share = most;
    while (share > 0 && !isIn(end + way * share)) share -= most / 12;
    return Math.max(0, share);
  };
  const [left, right] = [-room(-1, 0), 1 + room(1, 1)];
  return [
    placeInQuad(quad, left, -ends),
    placeInQuad(quad, right, -ends),
    placeInQuad(quad, right, 1 + ends),
    placeInQuad(quad, left, 1 + ends),
  ];
}
