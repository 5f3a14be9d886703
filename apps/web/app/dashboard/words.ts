import type { CaptureFilter } from '@readout/domain/captures/rules';
import { filterQuery } from '../captures/filters.ts';
import type { SayText } from '../ui/texts.tsx';

/** Periods one can choose; the address keeps the choice. */
export const spans = [7, 30, 90] as const;
const usualSpan = 30;

export function spanOf(text: string | null): number {
  return spans.find((span) => String(span) === text) ?? usualSpan;
}

/** The list behind a number. */
export function listAddress(filter: CaptureFilter): string {
  const query = filterQuery(filter);
  return query ? `/app?${query}` : '/app';
}

/** Days of `2026-11-03` as the reader's locale writes them under a bar: `Tue, Nov 3`. */
export function dayNames(locale: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (day) => format.format(Date.parse(day));
}

/** A share that never claims more than it knows: neither 0 % nor 100 % unless it is exactly that. */
export function percent(part: number, of: number, text: SayText): string {
  if (of === 0) return text('common.percent', { share: 'no_data' });
  const rounded = Math.round((100 * part) / of);
  if (rounded === 0 && part > 0) return text('common.percent', { share: 'below_one' });
  if (rounded === 100 && part < of) return text('common.percent', { share: 'above_99' });
  return text('common.percent', { share: 'known', percent: rounded });
}

const units: [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];
/** `12 s`, `4 min`, `2.5 h`, `3 d`: two digits at most, as exactly as it is known. */
export function duration(seconds: number, locale: string): string {
  // What rounds to the next unit is told in it: 60 min is 1 h.
  const [name, length] = units.find(([, each]) => seconds >= each * 0.995) ?? units.at(-1)!;
  const value = seconds / length;
  const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: value < 9.95 ? 1 : 0 });
  return `${digits.format(value)} ${name}`;
}
