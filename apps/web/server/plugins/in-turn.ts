import { AppError } from '@readout/domain/errors';

/** Of one company; more is somebody's loop. */
const maxWaiting = 4;

/**
 * Does one piece of work at a time, and of companies that wait one after the other: what one of them asks for over and
 * over delays the others by one piece.
 * @returns does the work when it is its turn
 * @throws AppError `plugin.busy` where the company has {@link maxWaiting} waiting
 */
export function createTurns(): <T>(companyId: string, work: () => Promise<T>) => Promise<T> {
  /** The company that waits longest for a turn is first. */
  const waiting = new Map<string, (() => Promise<unknown>)[]>();
  let isWorking = false;

  const goOn = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [companyId, queue] = next;
      const work = queue.shift();
      waiting.delete(companyId);
      if (queue.length > 0) waiting.set(companyId, queue);
      // Who asked for it hears of what goes wrong.
      await work?.().catch(() => undefined);
    }
    isWorking = false;
  };

  return (companyId, work) => {
    const queue = waiting.get(companyId) ?? [];
    if (queue.length >= maxWaiting) throw new AppError('plugin.busy');
    return new Promise((resolve, reject) => {
      queue.push(() => work().then(resolve, reject));
      waiting.set(companyId, queue);
      void goOn();
    });
  };
}
