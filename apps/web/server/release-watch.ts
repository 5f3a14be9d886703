import { isBefore, thisRelease, tooOldCode, tooOldSentence } from '@readout/database';
import type { Log } from './log.ts';

/** Whether this process may still run: while it does, a newer release may change the database for good. */
export interface ReleaseWatch {
  /** As of the last look. */
  isTooOld(): boolean;
  /** Looks, unless it just did. */
  look(): Promise<boolean>;
  /** Called once, when it is. */
  onTooOld(listener: () => void): void;
  close(): void;
}

const lookEveryMs = 10_000;
const keptForMs = 1_000;

/** @param read - the oldest release that may run */
export function watchRelease({
  read,
  log,
  ours = thisRelease().release,
  clock = () => performance.now(),
}: {
  read: () => Promise<string>;
  log: Pick<Log, 'error'>;
  ours?: string;
  clock?: () => number;
}): ReleaseWatch {
  const listeners: (() => void)[] = [];
  let isTooOld = false;
  let kept: { until: number; answer: Promise<boolean> } | undefined;

  const lookNow = async () => {
    // A database that is away says nothing about it, and is told of elsewhere.
    const oldest = await read().catch(() => undefined);
    if (isTooOld || oldest === undefined || !isBefore(ours, oldest)) return isTooOld;
    isTooOld = true;
    log.error({ event: tooOldCode, release: ours, oldest }, tooOldSentence(ours, oldest));
    for (const listener of listeners) listener();
    return true;
  };
  const look = () => {
    if (isTooOld) return Promise.resolve(true);
    if (!kept || kept.until < clock()) kept = { until: clock() + keptForMs, answer: lookNow() };
    return kept.answer;
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();

  return {
    isTooOld: () => isTooOld,
    look,
    onTooOld(listener) {
      if (isTooOld) listener();
      else listeners.push(listener);
    },
    close: () => clearInterval(timer),
  };
}
