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
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' }).format(
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
  const full = hydrated
    ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
    : `${iso.slice(0, 16).replace('T', ' ')} UTC`;
  return (
    <time dateTime={iso} title={full}>
      {exact || !hydrated
        ? full.slice(0, exact ? undefined : 10)
        : relativeTime(Date.parse(iso), now, locale)}
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
