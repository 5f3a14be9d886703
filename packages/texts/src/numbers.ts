import type { SayText } from './index.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** One formatter for all numbers of a locale: making one for each is what takes the time. */
function formatOf(locale: string, digits: number, unit?: string): Intl.NumberFormat {
  const name = `${locale} ${digits} ${unit}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...(unit ? { style: 'unit', unit, unitDisplay: 'short' } : {}),
  });
  formats.set(name, made);
  return made;
}

/** A count as people read it: `12,345`. */
export const wholeNumber = (count: number, locale: string): string => formatOf(locale, 0).format(count);

/** `12.3`. */
export const oneDigit = (number: number, locale: string): string => formatOf(locale, 1).format(number);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `0 B`, `312 kB`, `1.4 MB`; `1,4 Mo` in French. */
export function fileSize(bytes: number, locale: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  // What browsers call a byte is a word, which has a plural.
  if (unit === 0) return `${formatOf(locale, 0).format(value)} ${locale.startsWith('fr') ? 'o' : 'B'}`;
  return formatOf(locale, digits, units[unit]).format(value);
}

/** A share from 0 to 1 as people read it: `85%`, `85 %`. */
export const percentText = (share: number, locale: string): string =>
  share.toLocaleString(locale, { style: 'percent' });

/** `45 s`, `12 min`, `5 h`, `3 d`. */
export function duration(seconds: number, text: SayText): string {
  if (seconds < 120) return text('operation.duration', { unit: 'seconds', count: Math.round(seconds) });
  if (seconds < 7200) return text('operation.duration', { unit: 'minutes', count: Math.round(seconds / 60) });
  if (seconds < 172_800)
    return text('operation.duration', { unit: 'hours', count: Math.round(seconds / 3600) });
  return text('operation.duration', { unit: 'days', count: Math.round(seconds / 86_400) });
}
