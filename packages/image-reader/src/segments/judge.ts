import type { Point, Quad } from '../reading.ts';
import type { CellFrame } from './cell-reader.ts';
import type { Doubt } from './doubt.ts';
import type { CellGuess } from './row-fit.ts';
import type { SegmentOptions, SegmentReading } from './segment-reading.ts';

/** What was seen of a display, before it is decided what it says. */
export interface SeenDisplay {
  turned: boolean;
  /** Digits of full size. */
  cells: CellGuess[];
  /** Smaller ones behind them. */
  small: CellGuess[];
  /** Log odds of a point behind each digit of full size but the last. */
  points: number[];
  minus: CellGuess | undefined;
  /** Whether there may be a minus sign although none is taken in. */
  maybeMinus: boolean;
  /** Log odds of a further digit beside the row, and of a smaller one behind it. */
  neighbours: number;
  furtherSmall: number;
  /** What else it might say: the digits of a row that fits nearly as well. */
  rival: string | undefined;
  /** Whether an outer digit reaches beyond the region. */
  isCut: boolean;
  /** From the plane, or the turned plane, to pixels of the region. */
  place: (x: number, y: number) => Point;
}

/** From here on a point is there for sure, and below the other it is not. */
const surePoint = 1.5;
const noPoint = -1.5;
/** A point whose odds are this much above those behind the other digits stands out among them. */
const outstanding = 2;
const slightlyOutstanding = 1.5;
/** What the worst digit of a sure reading has to reach. */
const sureOdds = -1;
const sureMargin = 2.5;
const sureMeanMargin = 4;
const neighbourLimit = -1.2;
const smallLimit = -1.5;

/** Turns what was seen into a reading, and says what there is to doubt about it. */
export function judge(seen: SeenDisplay | undefined, options: SegmentOptions): SegmentReading {
  if (!seen || seen.cells.length === 0)
    return {
      text: '',
      digits: [],
      confidence: 0,
      unsure: true,
      reason: { why: 'no_display' },
      upsideDown: false,
    };
  const digits = [...seen.cells, ...seen.small];
  const point = options.decimals === undefined ? seenPoint(seen) : knownPoint(seen, options.decimals);
  const characters = digits.map(({ character }) => character);
  if (point.before > 0 && point.before < characters.length) characters.splice(point.before, 0, '.');
  const all = seen.minus ? [seen.minus, ...digits] : digits;
  const reason = doubt(seen, digits, options) ?? point.doubt;
  return {
    text: (seen.minus ? '-' : '') + characters.join(''),
    digits: all.map(({ character, probability, margin, frame }) => ({
      character,
      confidence: confidenceOf(probability, margin),
      box: boxOf(frame, seen.place),
    })),
    confidence: Math.min(...all.map(({ probability, margin }) => confidenceOf(probability, margin))),
    unsure: reason !== undefined,
    ...(reason !== undefined && { reason }),
    upsideDown: seen.turned,
  };
}

function confidenceOf(probability: number, margin: number): number {
  return Math.min(probability ** 0.3, 1 / (1 + Math.exp(-margin)));
}

interface PointChoice {
  /** Number of digits before the point; 0 for none. */
  before: number;
  doubt?: Doubt;
}

function seenPoint({ cells, small, points }: SeenDisplay): PointChoice {
  if (small.length > 0) return { before: cells.length };
  const best = points.indexOf(Math.max(...points));
  const odds = points[best];
  if (odds === undefined) return { before: 0 };
  const others = points.filter((_, place) => place !== best).sort((a, b) => a - b);
  const usual = others[others.length >> 1] ?? noPoint * 2;
  const second = others.at(-1) ?? noPoint * 2;
  const standsOut = odds - usual > outstanding && odds > noPoint;
  if (odds > 0 || standsOut) {
    if (odds - second < 1) return { before: best + 1, doubt: { why: 'points' } };
    return odds > surePoint || (standsOut && odds > noPoint / 2)
      ? { before: best + 1 }
      : { before: best + 1, doubt: { why: 'point_after', digit: best + 1 } };
  }
  return odds > noPoint || odds - usual > slightlyOutstanding
    ? { before: 0, doubt: { why: 'point_after', digit: best + 1 } }
    : { before: 0 };
}

function knownPoint({ cells, small, points }: SeenDisplay, decimals: number): PointChoice {
  const count = cells.length + small.length;
  const before = decimals > 0 ? count - decimals : 0;
  if (decimals >= count) return { before: 0, doubt: { why: 'fewer_than_decimals', expected: decimals } };
  if (small.length > 0 && small.length !== decimals)
    return {
      before,
      doubt: { why: 'smaller_digits', found: small.length, expected: decimals },
    };
  const elsewhere = points.findIndex((odds, place) => odds > surePoint && place + 1 !== before);
  return elsewhere < 0 ? { before } : { before, doubt: { why: 'point_elsewhere', digit: elsewhere + 1 } };
}

function doubt(seen: SeenDisplay, digits: CellGuess[], options: SegmentOptions): Doubt | undefined {
  const { digits: expected } = options;
  if (expected !== undefined && digits.length !== expected)
    return { why: 'digits', expected, found: digits.length };
  const text = digits.map(({ character }) => character).join('');
  const isSeconded = options.seconded?.replaceAll(/\D/g, '') === text;
  for (const [place, { odds, margin, character }] of digits.entries()) {
    if (odds < sureOdds) return { why: 'digit_unreadable', digit: place + 1 };
    if (margin < sureMargin && !isSeconded) return { why: 'digit_unclear', digit: place + 1, character };
  }
  const mean = digits.reduce((sum, { margin }) => sum + Math.min(6, margin), 0) / digits.length;
  if (mean < sureMeanMargin && !isSeconded) return { why: 'contrast' };
  if (expected === undefined && seen.neighbours > neighbourLimit) return { why: 'further_digit' };
  if (seen.isCut) return { why: 'cut_off' };
  if (seen.rival !== undefined && seen.rival !== text && !isSeconded) return { why: 'two_ways' };
  if (seen.maybeMinus || (isSeconded && !seen.minus && /^\s*[-−–]/.test(options.seconded ?? '')))
    return { why: 'minus' };
  if (
    seen.turned &&
    options.upsideDown === undefined &&
    !digits.some(({ character }) => '347'.includes(character))
  )
    return { why: 'upside_down' };
  if (expected === undefined && seen.furtherSmall > smallLimit) return { why: 'further_small' };
  if (expected === undefined && digits.length === 1) return { why: 'one_digit' };
  return undefined;
}

function boxOf(frame: CellFrame, place: SeenDisplay['place']): Quad {
  const corner = (right: number, down: number) =>
    place(
      frame.x + right * frame.rightX + down * frame.downX,
      frame.y + right * frame.rightY + down * frame.downY,
    );
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
