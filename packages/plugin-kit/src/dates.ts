import { dayNumber, isoDate } from './calendar.ts';
import { digitLike, repairDigits } from './digits.ts';
import { localeHabits } from './locale.ts';
import { isEverydayWord, parseMonth } from './months.ts';

export interface DateOptions {
  /** BCP 47 tag; decides between day and month where both could be either. */
  locale: string;
  /** ISO date the document was captured: years of two digits are taken to be near it. */
  today: string;
  /** True where the date cannot lie ahead (a purchase, a birth): helps to decide what the locale leaves open. */
  past?: boolean;
}

export interface FoundDate {
  /** ISO 8601. */
  value: string;
  /** Other dates the same characters can mean. */
  ambiguous?: string[];
  /** As printed. */
  raw: string;
  /** Where `raw` starts in the text it was found in. */
  index: number;
}

const d = `[${digitLike}]`;
/** Not inside a longer number or word. */
const start = "(?<![\\p{L}\\p{N}]|[\\d][./,:'-])";
const end = '(?![\\p{L}\\p{N}]|[./,:-]\\d)';
/** A time may follow without a space: `07/01/1814:41`, `15/01/20181:48 PM`. */
const yearEnd = '(?:(?!\\d|[./,-]\\d)|(?=\\d{1,2}:\\d{2}))';
const year = `'?(?:19|2[0Oo])${d}{2}`;
/** A cheap test that most lines fail, the form itself, and how to read its parts. */
const forms: [hint: RegExp, pattern: RegExp, read: (parts: string[], options: DateOptions) => string[]][] = [
  // 2026-03-05, 2026/3/5, 2026.03.05, also before a T and a time
  [
    /(?:19|20)\d\d ?[-/.]/,
    new RegExp(`${start}((?:19|20)\\d{2})\\s?([-/.])\\s?(${d}{1,2})\\s?\\2\\s?(${d}{1,2})(?!\\d)`, 'gu'),
    ([y, , m, day]) => all([y, m, day]),
  ],
  // 05/03/2026, 5.3.26, 05-03-'26
  [
    /[-/.] ?[\dOoQDIlSsBZ|]{1,2} ?[-/.] ?['\d]/,
    new RegExp(`${start}(${d}{1,2})\\s?([-/.])\\s?(${d}{1,2})\\s?\\2\\s?(${year}|'?${d}{2})${yearEnd}`, 'gu'),
    ([a, mark, b, y], options) => numeric(a!, b!, y!, mark!, options),
  ],
  // 5 March 2026, 5. März 2026, 05-MAR-26, 16FEB24, 5 de marzo de 2026, 5th of March, 2026
  [
    /\d[^\d]{3,24}'?\d\d/,
    new RegExp(
      `${start}(${d}{1,2})(?:st|ST|nd|ND|rd|RD|th|TH|er|ER|º|ª)?[.,]?[\\s/-]*(?:of |OF |de |DE |di |DI )?([\\p{L}0][\\p{L}]{2,11})\\.?,?[\\s/-]*(?:of |OF |de |DE |del |DEL )?('?\\d{4}|'?\\d{2})${yearEnd}`,
      'gu',
    ),
    ([day, month, y], options) => named(y!, month!, day!, options),
  ],
  // March 5, 2026; Mar 05 '26
  [
    /[^\d]{2}[-./ ]?\d{1,2}[^\d:]{1,4}'?\d\d/,
    new RegExp(
      `${start}([\\p{L}0][\\p{L}]{2,11})\\.?[\\s/-]*(\\d{1,2})(?:st|ST|nd|ND|rd|RD|th|TH)?(?:[.,]\\s?|[\\s/-]+)('?\\d{4}|'\\d{2}|\\d{2}(?![:.]))${yearEnd}`,
      'gu',
    ),
    ([month, day, y], options) => named(y!, month!, day!, options),
  ],
  // 20260305
  [
    /20\d{6}/,
    new RegExp(`${start}(20\\d{2})(0[1-9]|1[0-2])([0-2]\\d|3[01])${end}`, 'gu'),
    ([y, m, day]) => all([y, m, day]),
  ],
];

/** Every date in a text, in the order printed. A date without a year is none. */
export function findDates(text: string, options: DateOptions): FoundDate[] {
  const found: FoundDate[] = [];
  // Most lines hold no date, and a look at their digits is much cheaper than the patterns.
  if (text.replace(/\D/g, '').length < 3) return found;
  for (const [hint, pattern, read] of forms) {
    if (!hint.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const { index } = match;
      // `2 SET 10` on a menu is no day of September.
      if (/^\d+ \p{L}+ \d\d$/u.test(match[0]) && isEverydayWord(match[0].split(' ')[1]!)) continue;
      if (
        found.some((other) => index < other.index + other.raw.length && other.index < index + match[0].length)
      )
        continue;
      const [value, ...others] = read(match.slice(1), options);
      if (value === undefined) continue;
      found.push({ value, raw: match[0], index, ...(others.length ? { ambiguous: others } : {}) });
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

/** The date a text consists of. */
export function parseDate(text: string, options: DateOptions): FoundDate | undefined {
  const trimmed = text.trim();
  const [only, ...more] = findDates(trimmed, options);
  return only && more.length === 0 && only.raw.length === trimmed.length ? only : undefined;
}

function all([y, m, day]: (string | undefined)[]): string[] {
  const parts = (repairDigits([y, m, day].join(' ')) ?? '').split(' ').map(Number);
  const date = isoDate(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0);
  return date ? [date] : [];
}

function named(y: string, month: string, day: string, options: DateOptions): string[] {
  const number = parseMonth(month.replace('0', 'o'));
  const digits = repairDigits(day) ?? '';
  const date = number && isoDate(fullYear(y, options.today), number, Number(digits));
  return date ? [date] : [];
}

/** Every date that two numbers and a year (or a year and two numbers) can mean, the likeliest first. */
function numeric(a: string, b: string, c: string, mark: string, options: DateOptions): string[] {
  const [first, second, third] = (repairDigits([a, b, c.replace("'", '')].join(' ')) ?? '').split(' ');
  if (!first || !second || !third) return [];
  const year = fullYear(third, options.today);
  const dmy = isoDate(year, Number(second), Number(first));
  const mdy = isoDate(year, Number(first), Number(second));
  // Two digits each: the year may also come first, as in Sweden, Hungary, Japan.
  const ymd =
    third.length === 2 && first.length === 2 && !c.startsWith("'")
      ? isoDate(fullYear(first, options.today), Number(second), Number(third))
      : undefined;
  const { dateOrder, language } = localeHabits(options.locale);
  // Swedish and Lithuanian dates with points begin with the day, those with hyphens with the year.
  const yearFirst = dateOrder === 'ymd' && !(mark === '.' && (language === 'sv' || language === 'lt'));
  // Nobody writes the month first with points.
  const order =
    dateOrder === 'mdy'
      ? [mdy, dmy]
      : mark === '.'
        ? yearFirst
          ? [ymd, dmy]
          : [dmy]
        : yearFirst
          ? [ymd, dmy, mdy]
          : [dmy, mdy];
  // Where the locale never writes the year first, that reading counts only if nothing else makes sense.
  const limit = dayNumber(options.today) + (options.past ? 1 : 366 * 30);
  const sensible = (date: string | undefined): date is string =>
    date !== undefined && dayNumber(date) <= limit;
  const candidates = [...new Set(order.filter(sensible))];
  if (candidates.length > 0) return candidates;
  if (sensible(ymd)) return [ymd];
  return [...new Set(order.filter((date) => date !== undefined))];
}

/** Two digits mean the century that brings the year closest, at most 20 years ahead of the capture. */
function fullYear(text: string, today: string): number {
  const digits = text.replace("'", '');
  const year = Number(digits);
  if (digits.length !== 2) return year;
  const now = Number(today.slice(0, 4));
  const sameCentury = Math.floor(now / 100) * 100 + year;
  return sameCentury > now + 20 ? sameCentury - 100 : sameCentury;
}
