/** How long a picture is looked at for a change, where a watch reads on change. */
export const lookEveryMs = 500;
/** A watch on change says at least so often that nothing changed. */
export const sameEveryMs = 60_000;

/**
 * The next moment of a watch by the wall clock: whole multiples of the interval since 1970, so that reading takes no time
 * from the interval, nothing drifts over days, and watches of the same interval read at the same moment.
 *
 * @param now and the result: milliseconds since 1970
 */
export function nextMoment(now: number, intervalMs: number): number {
  return (Math.floor(now / intervalMs) + 1) * intervalMs;
}

/** Timers of a sleeping machine and clocks that are set wake late or early: nobody sleeps longer than this at once. */
export const maxSleepMs = 20_000;

/** Whether so much time went by since the last look that the device must have slept. */
export function wasAsleep(sinceMs: number, intervalMs: number): boolean {
  return sinceMs > intervalMs * 2 + 10_000;
}
