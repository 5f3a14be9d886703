import type { AlarmKind, LostCause, SampleState, Watch, WatchAlarm } from '@readout/domain/watches/rules';

export type Tone = 'signal' | 'notice' | 'alarm' | undefined;

/** A value as the display shows it: its decimals, and its unit behind it. */
export function valueText(
  value: number,
  { decimals, unit }: Watch['reads'],
  { withUnit = true } = {},
): string {
  const text = value.toLocaleString('en', {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 8,
  });
  return withUnit && unit ? `${text} ${unit}` : text;
}

/** What a watch says now: its number, its text, or why neither. */
export function shownValue(
  sample: { value: number | null; text: string | null; state?: SampleState },
  reads: Watch['reads'],
): string {
  if (sample.value !== null) return valueText(sample.value, reads);
  if (reads.kind === 'text' && sample.text) return sample.text;
  return 'not readable';
}

const intervals: [ms: number, text: string][] = [
  [1000, 'every second'],
  [2000, 'every 2 seconds'],
  [5000, 'every 5 seconds'],
  [10_000, 'every 10 seconds'],
  [30_000, 'every 30 seconds'],
  [60_000, 'every minute'],
  [300_000, 'every 5 minutes'],
  [900_000, 'every 15 minutes'],
  [3_600_000, 'every hour'],
  [21_600_000, 'every 6 hours'],
  [86_400_000, 'every day'],
];
export const intervalChoices = intervals;

export function intervalText(intervalMs: number | null): string {
  if (intervalMs === null) return 'on change';
  return intervals.find(([ms]) => ms === intervalMs)?.[1] ?? `every ${intervalMs / 1000} seconds`;
}

export const sampleStates: Record<SampleState, { text: string; tone: Tone }> = {
  ok: { text: 'Read', tone: undefined },
  implausible: { text: 'Not plausible', tone: 'notice' },
  unreadable: { text: 'Not readable', tone: 'alarm' },
  confirmed: { text: 'Confirmed', tone: 'signal' },
  rejected: { text: 'Rejected', tone: undefined },
};

export const gapWords = {
  paused: 'The watch was stopped before this.',
  page_closed: 'The page was closed or reloaded before this.',
  source_ended: 'The screen or camera had ended before this.',
  asleep: 'The device was asleep before this.',
} as const;

const causes: Record<LostCause, string> = {
  unreadable: 'it cannot be read',
  implausible: 'what is read is not plausible',
  source_ended: 'the screen or camera ended',
  silent: 'nothing is heard of the device',
};
const kinds: Record<AlarmKind, string> = {
  above: 'Above the limit',
  below: 'Below the limit',
  lost: 'Reading lost',
};

export function alarmText({ kind, cause, value, bound }: WatchAlarm, reads: Watch['reads']): string {
  if (kind === 'lost') return cause ? `${kinds.lost}: ${causes[cause]}` : kinds.lost;
  const shown = value === null ? '' : `: ${valueText(value, reads)}`;
  return `${kinds[kind]}${shown}${bound === null ? '' : `, limit ${valueText(bound, reads)}`}`;
}

/** How a watch stands, in two words for a list. */
export function standingOf(watch: Watch, now: number): { text: string; tone: Tone } {
  if (watch.openAlarms.length > 0)
    return { text: watch.openAlarms.map((kind) => kinds[kind]).join(', '), tone: 'alarm' };
  if (watch.state === 'ended') return { text: 'Ended', tone: undefined };
  if (watch.state === 'paused') return { text: 'Paused', tone: undefined };
  if (watch.run?.state !== 'running') return { text: 'Not running', tone: 'notice' };
  const silentMs = now - Date.parse(watch.run.heardAt);
  return silentMs > 150_000
    ? { text: 'Not heard from', tone: 'notice' }
    : { text: 'Running', tone: 'signal' };
}
