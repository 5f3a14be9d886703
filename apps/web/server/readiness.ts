import type { ReadingWorkers } from '@readout/domain/platform/read-gauges';
import { lateSeconds } from '@readout/domain/platform/rules';

/** Whether pages are read, in a word; `unknown` where the database does not say. */
export type ReadingReadiness = 'ready' | 'no_worker' | 'held' | 'late' | 'unknown';

export interface ReadinessSource {
  look(): Promise<ReadingReadiness>;
}

/** Balancers ask each second, and several of them. */
const keptForMs = 2_000;

export function createReadiness(
  read: () => Promise<{ workers: ReadingWorkers; oldestSeconds: number | null }>,
): ReadinessSource {
  let kept: { until: number; answer: Promise<ReadingReadiness> } | undefined;
  return {
    look() {
      if (!kept || kept.until < performance.now())
        kept = {
          until: performance.now() + keptForMs,
          answer: read().then(readinessOf, () => 'unknown'),
        };
      return kept.answer;
    },
  };
}

export function readinessOf({
  workers: { alive, held },
  oldestSeconds,
}: {
  workers: ReadingWorkers;
  oldestSeconds: number | null;
}): ReadingReadiness {
  if (alive === 0) return 'no_worker';
  if (held >= alive) return 'held';
  return oldestSeconds !== null && oldestSeconds > lateSeconds ? 'late' : 'ready';
}
