import type { PlatformStateSource } from '../platform-state.ts';
import type { JobQueue } from './queue.ts';

/**
 * Takes no jobs while the installation is maintained, and goes on afterwards; what is being read is read to its end.
 * The queue is paused already where maintenance was on at the start.
 */
export function followMaintenance(
  queue: Pick<JobQueue, 'pause' | 'resume'>,
  state: Pick<PlatformStateSource, 'current' | 'onChange'>,
  { isPaused, onError }: { isPaused: boolean; onError: (error: unknown) => void },
): { stop(): void } {
  let paused = isPaused;
  let isStopped = false;
  // One after the other: pausing takes as long as the pages that are being read.
  let turn: Promise<void> = Promise.resolve();
  const follow = () => {
    turn = turn
      .then(async () => {
        const wanted = state.current().readOnlySince !== null;
        if (isStopped || wanted === paused) return;
        await (wanted ? queue.pause() : queue.resume());
        paused = wanted;
      })
      .catch(onError);
  };
  const unsubscribe = state.onChange(follow);
  follow();
  return {
    stop() {
      isStopped = true;
      unsubscribe();
    },
  };
}
