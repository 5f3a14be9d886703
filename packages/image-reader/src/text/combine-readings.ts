import type { DecodedLine, Glyph } from './ctc.ts';

/** What the first network writes for letters it does not know, beyond the letter without its mark. */
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
  '–': '-',
  '—': '-',
};

/** Pairs the first network writes for one letter, beside the letter without its mark and a speck of the mark. */
const pairs: Record<string, readonly string[]> = {
  ß: ['ss', 'fs', 'is', '13', 'lB'],
  œ: ['oe', 'ce', 'ae', 'ee', 'ue'],
  Œ: ['OE', 'CE', 'GE'],
  æ: ['ae', 'ce'],
  Æ: ['AE'],
  '€': ['€E', 'C=', 'E-', 'C-'],
  ü: ['ii', 'u"', "u'"],
  Ü: ["U'", 'U"'],
  '«': ['<<'],
  '»': ['>>'],
};

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

function substitution(first: Glyph, second: Glyph): number {
  if (first.text === second.text) return 0;
  const base = withoutMarks(second.text);
  if (base === first.text) return 0.05;
  if (lookAlikes[second.text]?.includes(first.text)) return 0.2;
  if (base !== second.text && /^[oO]$/.test(base) && first.text === '0') return 0.25;
  if (base !== second.text && /^[iI]$/.test(base) && /^[l1|!]$/.test(first.text)) return 0.25;
  if (base.toLowerCase() === withoutMarks(first.text).toLowerCase()) return 0.3;
  return 1;
}

/** What a mark over or under a letter looks like, taken for a character beside it. */
const specks = /^[iIl1'"`´^~.,:;|-]$/;

function isPair(letter: string, one: string, other: string): boolean {
  if (pairs[letter]?.includes(one + other)) return true;
  const base = withoutMarks(letter);
  return base !== letter && ((one === base && specks.test(other)) || (other === base && specks.test(one)));
}

const gapCost = 0.8;
const pairCost = 0.15;
/** What a step costs by which two characters that are to be the same stand apart. */
const apart = 0.15;

type Step = 'same' | 'first-only' | 'second-only' | 'pair';

/** Least-cost alignment of two readings of one line; steps from left to right. */
function align(first: readonly Glyph[], second: readonly Glyph[]): Step[] {
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
      if (a && b) offer(at(1, 1) + substitution(a, b) + apart * Math.abs(a.centre - b.centre), 'same');
      if (a) offer(at(1, 0) + gapCost, 'first-only');
      if (b) offer(at(0, 1) + gapCost, 'second-only');
      const before = first[i - 2];
      if (a && b && before && isPair(b.text, before.text, a.text)) offer(at(2, 1) + pairCost, 'pair');
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
/** How sure the second network has to be of a letter the languages are written with, and of any other. */
const sureOfExpected = 0.3;
const sureOfStranger = 0.8;
/** By how much the second has to be surer of a character of ASCII. */
const surer = 0.1;
const muchSurer = 0.25;

/** Digits and letters that print does not tell apart: the first network knows better which of them stands where. */
const twins = ['0OoQD', '1lI|!', '5S', '8B', '2Z'];
const areTwins = (one: string, other: string): boolean =>
  twins.some((alike) => alike.includes(one) && alike.includes(other));

/** From here on the second network's twin of a figure that stands alone counts, and what that figure is worth then. */
const sureOfTwin = 0.5;
const disputed = 0.5;

/** Whether a character has no figure beside it that would tell what it is: the `I` of `6.1 / I`. */
const standsAlone = (glyphs: readonly Glyph[], index: number): boolean =>
  ![glyphs[index - 1], glyphs[index + 1]].some(
    (beside) => beside !== undefined && /[\p{L}\p{N}]/u.test(beside.text),
  );

/** Letters the second network knows nothing of. */
const otherScript = /[\p{L}--\p{Script=Latin}]/v;

const isAscii = (text: string): boolean => text <= '~';

/**
 * One reading of what two networks read of a line: the first saw far more pictures, the second also knows letters with marks, and
 * signs such as €. Those are taken from the second where the letter itself agrees, where it is a look-alike, and where the first
 * left a sign out; of two other characters that differ, the one that is clearly surer. Word gaps stay those of the first.
 *
 * @param expected letters beyond ASCII that the languages of the line are written with.
 */
export function combineReadings(
  first: DecodedLine,
  second: DecodedLine,
  expected: ReadonlySet<string>,
): DecodedLine {
  if (first.glyphs.length === 0) return first;
  let agreeing = 0;
  let i = 0;
  let j = 0;
  const glyphs: Glyph[] = [];
  for (const step of align(first.glyphs, second.glyphs)) {
    const a = first.glyphs[i] as Glyph;
    const b = second.glyphs[j] as Glyph;
    const isTaken =
      step !== 'first-only' &&
      !isAscii(b.text) &&
      b.confidence >= (expected.has(b.text) ? sureOfExpected : sureOfStranger);
    if (step === 'same') {
      const likeness = substitution(a, b);
      if (likeness < 1) agreeing++;
      const isBetter = isAscii(b.text)
        ? b.confidence > a.confidence + (areTwins(a.text, b.text) ? muchSurer : surer)
        : isTaken && (likeness < 1 || a.confidence < 0.6 || b.confidence > a.confidence);
      const isTakenInstead = isBetter && !otherScript.test(a.text);
      const isDisputed = !isTakenInstead && b.confidence >= sureOfTwin && standsAlone(first.glyphs, i);
      glyphs.push(
        isTakenInstead
          ? { ...a, text: b.text, confidence: Math.min(a.confidence, b.confidence) }
          : isDisputed && a.text !== b.text && areTwins(a.text, b.text)
            ? { ...a, confidence: Math.min(a.confidence, disputed) }
            : a,
      );
    } else if (step === 'pair') {
      agreeing += 2;
      if (isTaken) glyphs.push(b);
      else glyphs.push(a, first.glyphs[i + 1] as Glyph);
    } else if (step === 'first-only') glyphs.push(a);
    else if (isTaken && liesFree(b, glyphs[glyphs.length - 1], first.glyphs[i])) glyphs.push(b);
    i += step === 'second-only' ? 0 : step === 'pair' ? 2 : 1;
    j += step === 'first-only' ? 0 : 1;
  }
  return agreeing >= leastAgreement * first.glyphs.length ? { ...first, glyphs } : first;
}

/** Whether a character only the second network saw has a place of its own between its neighbours. */
const liesFree = ({ centre }: Glyph, left: Glyph | undefined, right: Glyph | undefined): boolean =>
  (!left || centre > left.centre + 0.5) && (!right || centre < right.centre - 0.5);
