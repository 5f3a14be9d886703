import type { PlatformPlugin } from '@readout/domain/platform/list-plugins-for-platform';
import type { PlatformPluginVersion } from '@readout/domain/platform/plugin-versions-for-platform';
import { plural, wholeNumber } from '../../../ui/numbers.ts';

/** What the figures are made of. */
export const explained =
  'Runs, records, errors and p95 are of the last 30 days (UTC) over all companies, summed up every minute. p95: 95 of 100 runs took less, from a histogram whose steps are a tenth wide.';

export const errorRate = ({
  runs30d,
  failures30d,
}: Pick<PlatformPlugin, 'runs30d' | 'failures30d'>): string =>
  `${((100 * failures30d) / Math.max(1, runs30d)).toFixed(1)} %`;

export const milliseconds = (ms: number | null): string =>
  ms === null ? 'no runs' : `${ms < 10 ? ms.toFixed(1) : wholeNumber(Math.round(ms))} ms`;

/** `compute only`, or how far it reaches. */
export const reachInWords = ({ kind, hosts }: Pick<PlatformPlugin, 'kind' | 'hosts'>): string =>
  kind === 'reader'
    ? 'compute only'
    : hosts.length === 0
      ? 'reach nothing'
      : `have requests sent to ${plural(hosts.length, 'host')}`;

export const versionStates: Record<PlatformPluginVersion['state'], string> = {
  in_review: 'in review',
  published: 'offered',
  rejected: 'rejected',
  deprecated: 'deprecated',
  withdrawn: 'withdrawn',
};
