import type { PlatformPlugin } from '@readout/domain/platform/list-plugins-for-platform';
import type { SayText } from '../../../ui/texts.tsx';

/** Of a hundred runs how many failed. */
export const failedPercent = ({
  runs30d,
  failures30d,
}: Pick<PlatformPlugin, 'runs30d' | 'failures30d'>): number => (100 * failures30d) / Math.max(1, runs30d);

export const errorRate = (of: Pick<PlatformPlugin, 'runs30d' | 'failures30d'>, text: SayText): string =>
  text('operation.plugins.error_rate', { percent: failedPercent(of) });

export function milliseconds(ms: number | null, text: SayText): string {
  if (ms === null) return text('operation.plugins.milliseconds', { runs: 'none' });
  return ms < 10
    ? text('operation.plugins.milliseconds', { runs: 'fast', ms })
    : text('operation.plugins.milliseconds', { runs: 'slow', ms: Math.round(ms) });
}

/** `compute only`, or how far it reaches. */
export function reachInWords({ kind, hosts }: Pick<PlatformPlugin, 'kind' | 'hosts'>, text: SayText): string {
  if (kind === 'reader') return text('operation.plugins.reach', { reach: 'compute' });
  return hosts.length === 0
    ? text('operation.plugins.reach', { reach: 'nothing' })
    : text('operation.plugins.reach', { reach: 'hosts', hosts: hosts.length });
}
