import type { CaptureFilter } from '@readout/domain/captures/rules';
import { filterQuery } from '../app/list/filters.ts';

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

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
/** `Tue 3 Nov` of `2026-11-03`. */
export function dayName(day: string): string {
  return dayFormat.format(Date.parse(day)).replace(',', '');
}

/** A share that never claims more than it knows: neither 0 % nor 100 % unless it is exactly that. */
export function percent(part: number, of: number): string {
  if (of === 0) return 'no data yet';
  const rounded = Math.round((100 * part) / of);
  if (rounded === 0 && part > 0) return 'below 1 %';
  if (rounded === 100 && part < of) return 'above 99 %';
  return `${rounded} %`;
}

const units: [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];
/** `12 s`, `4 min`, `2.5 h`, `3 d`: two digits at most, as exactly as it is known. */
export function duration(seconds: number): string {
  // What rounds to the next unit is told in it: 60 min is 1 h.
  const [name, length] = units.find(([, each]) => seconds >= each * 0.995) ?? units.at(-1)!;
  const value = seconds / length;
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} ${name}`;
}
