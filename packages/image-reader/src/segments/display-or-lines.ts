import { quadsOverlap } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import type { DisplayText } from './read-display.ts';

/** A line as it was read so far. */
export interface ReadLine {
  quad: Quad;
  text: string;
  confidence: number;
}

/** A line as sure as this that is no number is print, and one that is a number is hardly read wrong. */
const sure = 0.85;
const sureOfNumber = 0.95;
/** Least confidence of a display that stands for a line of as many digits. */
const leastInstead = 0.45;

/** What digits of segments are taken for. */
// cspell:disable-next-line -- letters, no word
const likeDigits = /^[\s\d.,:'"°^|OoQDIlLSsBbZzhHEAUGqn-]*$/;

export const digitCount = (text: string): number => digitsOf(text).length;
export const isSurePrint = ({ text, confidence }: ReadLine): boolean =>
  confidence >= sure && !likeDigits.test(text);

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const isNumber = (text: string): boolean => /^-?\d+([.,]\d+)?$/.test(text.replace(/\s/g, ''));
/** A unit that stands apart from the digits before it. */
const unitApart = /(?<=\d)\s+[°µ]?\p{L}{1,3}$/u;
const hasMinus = (text: string): boolean => text.startsWith('-');
const hasGap = (text: string): boolean => /\d\s+\d/.test(text);
const marks = (text: string): number => text.replace(/[^.,:]/g, '').length;

/**
 * Indexes of the lines that a display is read in place of: what it was taken for, or parts of it.
 *
 * @returns undefined where one of the lines is the better reading, and the display is none or is read as it already was.
 */
export function linesInstead(display: DisplayText, lines: readonly ReadLine[]): number[] | undefined {
  const instead = lines.flatMap((line, index) => (quadsOverlap(line.quad, display.quad) ? [index] : []));
  const over = instead.map((index) => lines[index] as ReadLine);
  return over.some((line) => isSurePrint(line) || isBetter(line, display)) ? undefined : instead;
}

/**
 * Whether a line says more, or what it says more surely. The recogniser of text is sure of print, and of segments, too, that it
 * sees only a part of: it is believed where it read as many digits, or a minus or a unit for one of them. Points it takes for
 * nothing, but not for something, and the room beside a narrow 1 for a space.
 */
function isBetter(line: ReadLine, display: DisplayText): boolean {
  const isReadSurely = line.confidence >= sureOfNumber && isNumber(line.text.replace(unitApart, ''));
  const more = digitCount(line.text) - digitCount(display.text);
  if (isReadSurely && !display.isConfirmed && isUnitADigit(line, display)) return true;
  if (more < (hasMinus(line.text) && !hasMinus(display.text) ? -1 : 0)) return false;
  if (more > 0 && (isReadSurely || isNumber(line.text))) return true;
  if (digitsOf(line.text) === digitsOf(display.text)) {
    const isWhole = marks(line.text) >= marks(display.text) && !(display.isConfirmed && hasGap(line.text));
    return isWhole || display.confidence < leastInstead;
  }
  const isDisputed = display.isConfirmed || runsAgainst(line.quad, display.quad);
  return (isReadSurely && !isDisputed) || display.confidence < leastInstead;
}

/** Whether the display has the line's digits and, where the line has its unit, a digit more. */
function isUnitADigit(line: ReadLine, display: DisplayText): boolean {
  return unitApart.test(line.text) && digitsOf(display.text).slice(0, -1) === digitsOf(line.text);
}

/** Whether one of them was read standing on its head. */
function runsAgainst([a, b]: Quad, [c, d]: Quad): boolean {
  return (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0;
}
