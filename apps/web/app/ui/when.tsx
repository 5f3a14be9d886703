import { useEffect, useState } from 'react';
import { useHydrated } from './hydrated.ts';
import { useLocale } from './texts.tsx';

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, below: number][] = [
  ['minute', 60, 3600],
  ['hour', 3600, 86_400],
  ['day', 86_400, 7 * 86_400],
];

/** In English `now`, `3 min ago`, `yesterday`, then the date; `at` and `now` in milliseconds since the epoch. */
export function relativeTime(at: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 45) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  for (const [unit, length, below] of steps) {
    if (seconds < below)
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(
        -Math.max(1, Math.round(seconds / length)),
        unit,
      );
  }
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
}

/** A moment: relative to look at, exact to hover, to the machine in ISO. */
export function When({ iso, exact = false }: { iso: string; exact?: boolean }) {
  const locale = useLocale();
  const hydrated = useHydrated();
  const now = useMinute(hydrated && !exact);
  const at = new Date(iso);
  // Before the page knows the reader's time zone.
  const zone = hydrated ? {} : { timeZone: 'UTC' };
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone });
  const full = hydrated ? moment.format(at) : `${moment.format(at)} UTC`;
  const shown = exact ? full : hydrated ? relativeTime(at.getTime(), now, locale) : day.format(at);
  return (
    // Browser and server may differ in how a locale writes a time.
    <time dateTime={iso} title={full} suppressHydrationWarning>
      {shown}
    </time>
  );
}

/** A day without a time, written out: `21 November 2026`. */
export function Day({ iso }: { iso: string }) {
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    // As above.
    <time dateTime={iso} suppressHydrationWarning>
      {day.format(new Date(iso))}
    </time>
  );
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page. */
function useMinute(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    listeners.add(tick);
    timer ??= setInterval(() => {
      for (const listener of listeners) listener();
    }, 30_000);
    return () => {
      listeners.delete(tick);
      if (listeners.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    };
  }, [running]);
  return now;
}
