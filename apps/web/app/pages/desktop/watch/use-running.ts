import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OutboxState, Owner } from '../../../watch/contract.ts';
import { cutOffRuns, type LastRun, lastRun } from '../../../watch/outbox.ts';
import {
  outboxOf,
  type RunningWatch,
  runningWatch,
  sendWhatIsLeft,
  subscribeWatches,
  watchesVersion,
} from '../../../watch/running.ts';

/** A watch as it is read on this page, and what of it waits on this device. */
export function useRunning(watchId: string): {
  running: RunningWatch | undefined;
  outbox: OutboxState | undefined;
} {
  useSyncExternalStore(subscribeWatches, watchesVersion, () => 0);
  return { running: runningWatch(watchId), outbox: outboxOf(watchId) };
}

/** How the last run on this device ended; null while that is not known. Sends what it left. */
export function useLastRun({ companyId, userId }: Owner, watchId: string): LastRun | undefined | null {
  const [run, setRun] = useState<LastRun | undefined | null>(null);
  useEffect(() => {
    sendWhatIsLeft({ companyId, userId });
    lastRun({ companyId, userId }, watchId).then(setRun, () => setRun(undefined));
  }, [companyId, userId, watchId]);
  return run;
}

/** Watches whose run on this device was cut off and is not going on. */
export function useCutOffRuns({ companyId, userId }: Owner): ReadonlySet<string> {
  const [ids, setIds] = useState<readonly string[]>([]);
  useSyncExternalStore(subscribeWatches, watchesVersion, () => 0);
  useEffect(() => {
    sendWhatIsLeft({ companyId, userId });
    cutOffRuns({ companyId, userId }).then(setIds, () => {});
  }, [companyId, userId]);
  return new Set(ids.filter((id) => runningWatch(id) === undefined));
}
