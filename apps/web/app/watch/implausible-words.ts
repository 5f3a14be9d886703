import type { Implausible } from '@readout/domain/watches/rules';
import type { SayText } from '../ui/texts.tsx';

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

/** `10 s`, `3 minutes`, `2.5 hours`. */
function durationWords(ms: number, locale: string): string {
  const [size, unit] = units.find(([each]) => Math.abs(ms) >= each) ?? units[3];
  const count = Math.round((Math.abs(ms) / size) * 10) / 10;
  return unit === 'second'
    ? `${count.toLocaleString(locale)} s`
    : count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' });
}

/**
 * Why a value is not believed, in one or two sentences: "12,845.3 kWh would mean 4.3 kWh more in 10 s; at most 5 kWh an
 * hour since 12,841.0 kWh, confirmed for 09:12 by Ana."
 */
export function implausibleWords(
  why: Implausible,
  text: SayText,
  {
    unit,
    decimals,
    locale,
    timeZone,
  }: { unit?: string | undefined; decimals?: number | undefined; locale: string; timeZone: string },
): string {
  const number = (value: number) =>
    `${value.toLocaleString(locale, { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 6 })}${unit ? ` ${unit}` : ''}`;
  const value = number(why.value);
  if (why.rule === 'range')
    return text('watch.implausible.range', {
      bounds: why.min === null ? 'to' : why.max === null ? 'from' : 'between',
      value,
      min: number(why.min ?? 0),
      max: number(why.max ?? 0),
    });
  const { confirmed, difference, elapsedMs, maxRate, ratePerMs } = why;
  const said = {
    side: elapsedMs >= 0 ? 'after' : 'before',
    change: difference < 0 ? 'less' : 'more',
    value,
    known: number(confirmed.value),
    at: new Date(confirmed.takenAt).toLocaleString(locale, {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      ...(Math.abs(elapsedMs) >= 86_400_000 ? { day: 'numeric', month: 'short', year: 'numeric' } : {}),
    }),
    by: confirmed.by,
  } as const;
  if (why.rule === 'direction')
    return text('watch.implausible.direction', {
      ...said,
      direction: why.direction === 'up' ? 'up' : 'down',
    });
  const isLimited = maxRate !== null && ratePerMs !== null;
  return text('watch.implausible.rate', {
    ...said,
    difference: number(Math.abs(difference)),
    duration: durationWords(elapsedMs, locale),
    per: isLimited ? units.find(([each]) => each === ratePerMs)?.[1] : 'none',
    limit: isLimited ? number(maxRate) : '',
    each: isLimited ? durationWords(ratePerMs, locale) : '',
  });
}
