import type { SayText } from '../../../ui/texts.tsx';

/** `45 s`, `12 min`, `5 h`, `3 d`. */
export function duration(seconds: number, text: SayText): string {
  if (seconds < 120) return text('operation.duration', { unit: 'seconds', count: Math.round(seconds) });
  if (seconds < 7200) return text('operation.duration', { unit: 'minutes', count: Math.round(seconds / 60) });
  if (seconds < 172_800)
    return text('operation.duration', { unit: 'hours', count: Math.round(seconds / 3600) });
  return text('operation.duration', { unit: 'days', count: Math.round(seconds / 86_400) });
}
