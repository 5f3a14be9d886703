import type { Doubt } from './doubt.ts';
import { unitKey } from './same-unit.ts';

/** What is known about the number a display or a field of a screen shows. */
export interface DisplayNumberOptions {
  /** The decimal mark. `readSegments` always writes `.`, whatever the display shows. */
  decimalMark: '.' | ',';
  /** Digits shown, those after the mark and leading zeros counted. Also allows O to be read as 0 and l as 1. */
  digits?: number | undefined;
  /** Digits after the mark. */
  decimals?: number | undefined;
  /**
   * Unit that may stand behind the number; any other text is declined. Signs that are written alike are the same one, and a degree
   * sign may be missing before its letter. Without it any unit-like text is taken.
   */
  unit?: string | undefined;
  /** Least and greatest value there can be. */
  min?: number | undefined;
  max?: number | undefined;
}

export type DisplayNumber =
  | {
      ok: true;
      value: number;
      /** The number as shown, with `.` as its mark and without group marks: leading zeros are kept. */
      text: string;
      /** What stood behind it, as written. */
      unit?: string;
    }
  | {
      ok: false;
      problem: 'not_a_number' | 'digits' | 'decimals' | 'unit' | 'out_of_range';
      /** Why. */
      reason: Doubt;
      /** The value when only the range speaks against it. */
      value?: number;
    };

const maxLength = 64;
const minusSigns = /^[-−–—‒‐‑]\s*/u;
const spaces = /[\s\u00a0\u202f\u2009']/u;
const unitLike = /^[\p{L}°º%‰µμΩ][\p{L}\p{N}°%‰µμΩ²³/·.*^-]{0,11}$/u;

/**
 * Reads the number of a display from its text. Never guesses: whatever does not fit what is known is declined,
 * with a reason that can be put into words.
 */
export function parseDisplayNumber(text: string, options: DisplayNumberOptions): DisplayNumber {
  const trimmed = text.trim();
  if (trimmed === '') return declined('not_a_number', { why: 'no_text' });
  if (trimmed.length > maxLength) return declined('not_a_number', { why: 'too_long' });
  const sign = minusSigns.test(trimmed) ? '-' : '';
  const unsigned = trimmed.replace(sign ? minusSigns : /^\+\s*/u, '');
  const split = splitUnit(unsigned, options);
  if ('why' in split) return declined('unit', split);
  const plain = withoutGroups(split.number, options.decimalMark);
  if (plain === undefined)
    return declined('not_a_number', { why: 'not_a_number', character: options.decimalMark });
  const placed = placeMark(plain, options);
  if (typeof placed !== 'string') return placed;
  const number = `${sign}${placed.startsWith('.') ? '0' : ''}${placed}`;
  const value = Number(number);
  if (options.min !== undefined && value < options.min)
    return { ...declined('out_of_range', { why: 'too_low', value, limit: options.min }), value };
  if (options.max !== undefined && value > options.max)
    return { ...declined('out_of_range', { why: 'too_high', value, limit: options.max }), value };
  return { ok: true, value, text: number, ...(split.unit && { unit: split.unit }) };
}

type Declined = Extract<DisplayNumber, { ok: false }>;

function declined(problem: Declined['problem'], reason: Doubt): Declined {
  return { ok: false, problem, reason };
}

/** Parts number and unit; gives a doubt when what stands behind the number is not the unit. */
function splitUnit(text: string, options: DisplayNumberOptions): { number: string; unit: string } | Doubt {
  const { unit } = options;
  if (unit !== undefined && unit !== '') {
    const from = unitAt(text, unit, options);
    if (from === 'doubtful') return { why: 'unit', character: unit };
    if (from !== undefined)
      return { number: repaired(text.slice(0, from).trim(), options), unit: text.slice(from).trim() };
  }
  const whole = repaired(text, options);
  if (isNumeric(whole)) return { number: whole, unit: '' };
  const end = /[\d.,](?=[^\d.,]*$)/u.exec(text)?.index;
  if (end === undefined) return { number: text, unit: '' };
  const rest = text.slice(end + 1).trim();
  if (unit !== undefined && unit !== '') return { why: 'unit', character: unit };
  if (!unitLike.test(rest)) return { number: text, unit: '' };
  return { number: repaired(text.slice(0, end + 1).trim(), options), unit: rest };
}

/** Letters that recognisers write for digits; only where the number of digits can prove it. */
function repaired(number: string, options: DisplayNumberOptions): string {
  if (options.digits === undefined) return number;
  const tried = number.replace(/[Oo]/gu, '0').replace(/[lI|]/gu, '1');
  return isNumeric(tried) && countDigits(tried) === options.digits ? tried : number;
}

const isNumeric = (text: string): boolean => /^[\d.,\s\u00a0\u202f\u2009']+$/u.test(text);

/** What a degree sign is taken for. */
const degreeLike = /[°0oO'"*]$/u;

/** A round letter behind a degree sign that stands apart from the number: of all that follow one, only the C is round. */
const roundBehindDegree = /(?<=\s)[°º˚]\s?[0OoQG]$/u;

/**
 * Where the expected unit begins behind a number; undefined where something else stands there. A degree sign that was read as a
 * nought makes another number of the same digits: where nothing proves which of them it is, it is doubtful.
 */
function unitAt(text: string, unit: string, options: DisplayNumberOptions): number | 'doubtful' | undefined {
  const key = unitKey(unit);
  const from = endingLike(text, key);
  if (from !== undefined) return from;
  const round = key === '\u00b0c' ? roundBehindDegree.exec(text)?.index : undefined;
  if (round !== undefined) return round;
  if (!key.startsWith('\u00b0') || key.length < 2) return undefined;
  const letters = endingLike(text, key.slice(1));
  if (letters === undefined) return undefined;
  const before = text.slice(0, letters).trimEnd();
  if (!degreeLike.test(before)) return letters;
  const sign = before.length - 1;
  const isApart = /\s$/u.test(before.slice(0, sign));
  if (isApart || !before.endsWith('0')) return sign;
  if (letters > before.length) return letters;
  const fits = [letters, sign].filter((end) => fitsKnown(text.slice(0, end), options));
  const [only] = fits;
  const isKnown = options.digits !== undefined || options.decimals !== undefined;
  return isKnown && fits.length === 1 && only !== undefined ? only : 'doubtful';
}

/** Where the shortest ending of a text with this key begins, something before it. */
function endingLike(text: string, key: string): number | undefined {
  for (let from = text.length - 1; from > 0; from--) {
    const ending = unitKey(text.slice(from));
    if (ending.length > key.length) return undefined;
    if (ending === key && text.slice(0, from).trim() !== '') return from;
  }
  return undefined;
}

function fitsKnown(number: string, { digits, decimals, decimalMark }: DisplayNumberOptions): boolean {
  const seen = number.trim().split(decimalMark)[1]?.length ?? 0;
  return (
    (digits === undefined || countDigits(number) === digits) && (decimals === undefined || seen === decimals)
  );
}

function countDigits(text: string): number {
  return text.replace(/\D/gu, '').length;
}

/** Digits with at most one `.`; undefined when marks stand where none can. */
function withoutGroups(number: string, decimalMark: '.' | ','): string | undefined {
  const [whole = '', fraction, ...more] = number.split(decimalMark);
  if (more.length > 0) return undefined;
  if (fraction !== undefined && !/^\d*$/u.test(fraction)) return undefined;
  const other = decimalMark === '.' ? ',' : '.';
  const marks = [...whole].filter((character) => character === other || spaces.test(character));
  let digits = whole;
  if (marks.length > 0) {
    if (new Set(marks).size > 1) return undefined;
    const groups = whole.split(marks[0] as string);
    const [first = '', ...others] = groups;
    if (!/^\d{1,3}$/u.test(first) || !others.every((group) => /^\d{3}$/u.test(group))) return undefined;
    digits = groups.join('');
  }
  if (!/^\d*$/u.test(digits) || (digits === '' && !fraction)) return undefined;
  // A mark that nothing follows is lit on some displays all the time.
  return fraction ? `${digits}.${fraction}` : digits;
}

/** Holds the number against the digits and decimals that are known. */
function placeMark(plain: string, options: DisplayNumberOptions): string | Declined {
  const { digits, decimals } = options;
  const shown = countDigits(plain);
  const dot = plain.indexOf('.');
  const seen = dot < 0 ? 0 : plain.length - dot - 1;
  if (digits !== undefined && shown !== digits)
    return declined('digits', { why: 'digits', expected: digits, found: shown });
  if (decimals === undefined || seen === decimals) return plain;
  // The number of digits proves that only the mark is missing.
  if (seen === 0 && digits !== undefined && decimals < shown)
    return `${plain.slice(0, shown - decimals)}.${plain.slice(shown - decimals)}`;
  return declined(
    'decimals',
    seen === 0
      ? { why: 'no_decimal_mark', expected: decimals }
      : { why: 'decimals', expected: decimals, found: seen },
  );
}
