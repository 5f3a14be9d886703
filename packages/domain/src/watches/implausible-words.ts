import type { Implausible } from './plausibility.ts';

const units: [ms: number, one: string, many: string, each: string][] = [
  [86_400_000, 'day', 'days', 'a day'],
  [3_600_000, 'hour', 'hours', 'an hour'],
  [60_000, 'minute', 'minutes', 'a minute'],
  [1000, 's', 's', 'a second'],
];

/** `10 s`, `3 minutes`, `2.5 hours`. */
export function durationWords(ms: number, locale = 'en'): string {
  const [size, one, many] = units.find(([unit]) => Math.abs(ms) >= unit) ?? units[3]!;
  const count = Math.round((Math.abs(ms) / size) * 10) / 10;
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
}

/** `an hour`; `10 minutes` for what is no single unit. */
export function eachWords(ms: number): string {
  return units.find(([unit]) => unit === ms)?.[3] ?? durationWords(ms);
}

/**
 * Why a value is not believed, in one or two sentences: "12,845.3 kWh would mean 4.3 kWh more in 10 s; at most 5 kWh an
 * hour since 12,841.0 kWh, confirmed 09:12 by Ana."
 */
export function implausibleWords(
  why: Implausible,
  {
    unit,
    decimals,
    locale = 'en',
    timeZone = 'UTC',
  }: { unit?: string | undefined; decimals?: number | undefined; locale?: string; timeZone?: string },
): string {
  const number = (value: number) =>
    `${value.toLocaleString(locale, { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 6 })}${unit ? ` ${unit}` : ''}`;
  if (why.rule === 'range') {
    const bounds =
      why.min !== null && why.max !== null
        ? `from ${number(why.min)} to ${number(why.max)}`
        : why.min !== null
          ? `${number(why.min)} or more`
          : `${number(why.max ?? 0)} or less`;
    return `${number(why.value)} cannot be: what is read here shows ${bounds}.`;
  }
  const { confirmed, difference, elapsedMs, maxRate, ratePerMs } = why;
  const at = new Date(confirmed.takenAt).toLocaleString(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(Math.abs(elapsedMs) >= 86_400_000 ? { day: 'numeric', month: 'short', year: 'numeric' } : {}),
  });
  const known = `${number(confirmed.value)}, confirmed for ${at} by ${confirmed.by}`;
  if (why.rule === 'direction') {
    const goes = why.direction === 'up' ? 'only rises' : 'only falls';
    return elapsedMs >= 0
      ? `${number(why.value)} is ${difference < 0 ? 'less' : 'more'} than ${known}; what is read here ${goes}.`
      : `${number(why.value)} is ${difference < 0 ? 'less' : 'more'} than the later ${known}; what is read here ${goes}.`;
  }
  const change = `${number(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'}`;
  const rate =
    maxRate === null || ratePerMs === null ? '' : `; at most ${number(maxRate)} ${eachWords(ratePerMs)}`;
  return elapsedMs >= 0
    ? `${number(why.value)} would mean ${change} in ${durationWords(elapsedMs, locale)}${rate} since ${known}.`
    : `${number(why.value)} would mean ${change} than ${durationWords(elapsedMs, locale)} later${rate} around ${known}.`;
}
