// cspell:disable -- words of many languages, as printed
import {
  addDays,
  type DateOptions,
  dayNumber,
  endOfMonth,
  findDates,
  isoDate,
  parseMonth,
} from '@readout/plugin-kit';
import type { Match } from './beside.ts';
import { smallWords } from './words.ts';

/** A day that a period begins or ends with. */
export interface PeriodDay extends Match {
  /** ISO 8601. */
  value: string;
  ambiguous?: string[];
}

/** From one day to another, both included; of a month that is printed alone, its first and last day. */
export interface FoundPeriod extends Match {
  start: PeriodDay;
  end: PeriodDay;
}

const between =
  /\s*[-–—~]\s*|\s+(?:to|until|till?|through|thru|bis(?:\s*zum)?|au|al?|hasta(?:\s*el)?|tot(?:\s*en\s*met)?|t\/m|do|til|à|ao?)\s+/giu;
const ordinal = String.raw`(?:st|nd|rd|th|er|\.|º)?`;
const numericDay = /(?<!\d|\d[./-])(\d{1,2})\s?([./-])\s?(\d{1,2})\2?$/u;
const namedDay = new RegExp(String.raw`(?<!\d)(\d{1,2})${ordinal}\s*(?:de\s+|of\s+)?(\p{L}{3,})\.?$`, 'u');
const monthAndDay = new RegExp(String.raw`(\p{L}{3,})\.?\s*(\d{1,2})${ordinal}$`, 'u');
const dayAlone = new RegExp(String.raw`(?<!\d|\d[./-]|\p{L})(\d{1,2})${ordinal}$`, 'u');
const dayAndYear = new RegExp(String.raw`^(\d{1,2})${ordinal},?\s+(20\d\d)(?!\d)`, 'u');
const months =
  /(?<!\p{L})(?:(\p{L}{3,})\.?\s*(?:[-–—/]|to|bis|à|au|al?|tot|do)\s*)?(\p{L}{3,})\.?\s*(?:de\s+|del\s+)?(20\d\d)(?!\d)/iu;
const numericMonth = /(?<![\d./-])(0?[1-9]|1[0-2])\s?[/.-]\s?(20\d\d)(?![\d./-])/;
/** Words that may stand before the first day, besides those before any date. */
const leads =
  /(?<!\p{L})(?:from|vom|von|du|de|del|dal|desde|van|od|fra|fr[aå]n|f[oö]r|im|in|for|month|monat|mois|mes|mese|maand|of)(?!\p{L})/giu;

/** The period a text begins with, but for small words. */
export function findPeriod(text: string, options: DateOptions): FoundPeriod | undefined {
  // Most texts hold no year.
  if (!/\d{2}/.test(text)) return undefined;
  const found = spanIn(text, options) ?? monthIn(text);
  if (!found) return undefined;
  const before = text.slice(0, found.index).replace(leads, ' ').replace(smallWords, ' ');
  return /[\p{L}\d]/u.test(before) ? undefined : found;
}

function spanIn(text: string, options: DateOptions): FoundPeriod | undefined {
  const splits = [...text.matchAll(between)].map(({ 0: mark, index }) => ({
    left: text.slice(0, index),
    from: index + mark.length,
  }));
  for (const starts of [wholeStart, shortStart])
    for (const { left, from } of splits) {
      const [end] = findDates(text.slice(from), options);
      if (!end || end.index > 0) {
        const made = starts === shortStart && dayOfSameMonth(left, text, from);
        if (made) return made;
        continue;
      }
      const start = starts(left, end, options);
      if (start) return periodOf(start, { ...end, index: from }, text);
    }
  return undefined;
}

const periodOf = (start: PeriodDay, end: PeriodDay, text: string): FoundPeriod => {
  const until = end.index + end.raw.length;
  return { index: start.index, raw: text.slice(start.index, until), start: nearer(start, end), end };
};

/** Of what the first day can mean, the nearest before the last, where that means one day only. */
function nearer(start: PeriodDay, end: PeriodDay): PeriodDay {
  const { ambiguous, ...day } = start;
  if (!ambiguous || end.ambiguous) return start;
  const values = [start.value, ...ambiguous].filter((value) => value <= end.value);
  return values.length === 0 ? start : { ...day, value: nearestTo(end.value, values) };
}

/** A whole date at the end of a text. */
function wholeStart(left: string, _end: PeriodDay, options: DateOptions): PeriodDay | undefined {
  const last = findDates(left, options).at(-1);
  return last && left.slice(last.index + last.raw.length).trim() === '' ? last : undefined;
}

/** A date at the end of a text that takes its year, or month and year, from the end of the period. */
function shortStart(left: string, end: PeriodDay, options: DateOptions): PeriodDay | undefined {
  const [year] = end.value.split('-').map(Number);
  const made = (match: RegExpExecArray | null, write: (year: number, parts: RegExpExecArray) => string) => {
    if (!match) return undefined;
    for (const one of [year!, year! - 1]) {
      const [day] = findDates(write(one, match), options);
      if (!day) return undefined;
      const values = [day.value, ...(day.ambiguous ?? [])].filter((value) => value <= end.value);
      if (values[0]) return { value: nearestTo(end.value, values), raw: match[0], index: match.index };
    }
    return undefined;
  };
  return (
    made(numericDay.exec(left), (one, [, a, mark, b]) => `${a}${mark}${b}${mark}${one}`) ??
    made(namedDay.exec(left), (one, [, day, month]) => `${day} ${month} ${one}`) ??
    made(monthAndDay.exec(left), (one, [, month, day]) => `${day} ${month} ${one}`) ??
    made(dayAlone.exec(left), (one, [, day]) => `${one}-${end.value.slice(5, 7)}-${day!.padStart(2, '0')}`)
  );
}

const nearestTo = (end: string, values: string[]): string =>
  values.reduce((best, one) =>
    dayNumber(end) - dayNumber(one) < dayNumber(end) - dayNumber(best) ? one : best,
  );

/** `October 1 – 31, 2026`. */
function dayOfSameMonth(left: string, text: string, from: number): FoundPeriod | undefined {
  const start = monthAndDay.exec(left);
  const end = dayAndYear.exec(text.slice(from));
  const month = start && parseMonth(start[1]!);
  if (!start || !end || !month) return undefined;
  const [first, last] = [start[2], end[1]].map((day) => isoDate(Number(end[2]), month, Number(day)));
  return first && last
    ? periodOf(
        { value: first, raw: start[0], index: start.index },
        { value: last, raw: end[0], index: from },
        text,
      )
    : undefined;
}

function monthIn(text: string): FoundPeriod | undefined {
  const named = months.exec(text);
  const numeric = named && parseMonth(named[2]!) ? null : numericMonth.exec(text);
  const match = numeric ?? named;
  if (!match) return undefined;
  const [first, last, year] = numeric
    ? [Number(numeric[1]), Number(numeric[1]), Number(numeric[2])]
    : [
        named![1] === undefined ? undefined : parseMonth(named![1]),
        parseMonth(named![2]!),
        Number(named![3]),
      ];
  if (last === undefined || (named?.[1] !== undefined && !numeric && first === undefined)) return undefined;
  const end = isoDate(year, last, 1);
  // December to January begins in the year before.
  const start = isoDate(first !== undefined && first > last ? year - 1 : year, first ?? last, 1);
  if (!start || !end) return undefined;
  const place = { raw: match[0], index: match.index };
  return { ...place, start: { value: start, ...place }, end: { value: endOfMonth(end), ...place } };
}

/** Whether a period is one: it ends on or after the day it begins with, and within five years. */
export const isInOrder = ({ start, end }: FoundPeriod): boolean =>
  start.value <= end.value && end.value <= addDays(start.value, 5 * 366);
