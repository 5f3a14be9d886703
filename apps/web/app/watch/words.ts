import type { SampleState, Watch, WatchAlarm } from '@readout/domain/watches/rules';
import type { SayText } from '../ui/texts.tsx';

export type Tone = 'signal' | 'notice' | 'alarm' | undefined;

/** A value as the display shows it: its decimals, and its unit behind it. */
export function valueText(
  value: number,
  { decimals, unit }: Watch['reads'],
  locale: string,
  { withUnit = true } = {},
): string {
  const text = value.toLocaleString(locale, {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 8,
  });
  return withUnit && unit ? `${text} ${unit}` : text;
}

/** What a watch says now: its number, its text, or why neither. */
export function shownValue(
  sample: { value: number | null; text: string | null; state?: SampleState },
  reads: Watch['reads'],
  text: SayText,
  locale: string,
): string {
  if (sample.value !== null) return valueText(sample.value, reads, locale);
  if (reads.kind === 'text' && sample.text) return sample.text;
  return text('watch.page.not_readable');
}

export const intervalChoices = [
  1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000, 86_400_000,
] as const;

const lengths = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** An interval in the greatest unit it is a whole number of. */
export function countedInterval(intervalMs: number) {
  const [unit, length] = lengths.find(([, each]) => intervalMs % each === 0) ?? lengths[3];
  return { unit, count: intervalMs / length };
}

/** Instead of a counted interval: read when it changes. */
export const onChange = { unit: 'change', count: 0 } as const;

export const sampleTones: Record<SampleState, Tone> = {
  ok: undefined,
  implausible: 'notice',
  unreadable: 'alarm',
  confirmed: 'signal',
  rejected: undefined,
};

export function alarmText(
  { kind, cause, value, bound }: WatchAlarm,
  reads: Watch['reads'],
  text: SayText,
  locale: string,
): string {
  if (kind === 'lost')
    return cause ? text('watch.page.alarm_lost_because', { cause }) : text('watch.page.alarm', { kind });
  const shown = value === null ? 'none' : 'given';
  return text('watch.page.alarm_at', {
    kind,
    shown,
    value: value === null ? '' : valueText(value, reads, locale),
    limited: bound === null ? 'none' : 'given',
    limit: bound === null ? '' : valueText(bound, reads, locale),
  });
}

/** How a watch stands, in two words for a list. */
export function standingOf(watch: Watch, now: number, text: SayText): { label: string; tone: Tone } {
  if (watch.openAlarms.length > 0)
    return {
      label: watch.openAlarms.map((kind) => text('watch.page.alarm', { kind })).join(', '),
      tone: 'alarm',
    };
  if (watch.state === 'ended') return { label: text('watch.page.ended'), tone: undefined };
  if (watch.state === 'paused') return { label: text('watch.page.paused'), tone: undefined };
  if (watch.run?.state !== 'running') return { label: text('watch.page.not_running'), tone: 'notice' };
  const silentMs = now - Date.parse(watch.run.heardAt);
  return silentMs > 150_000
    ? { label: text('watch.page.not_heard_from'), tone: 'notice' }
    : { label: text('watch.page.running'), tone: 'signal' };
}
