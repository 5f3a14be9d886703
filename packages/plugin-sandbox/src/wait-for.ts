const lookEveryMs = 50;
/**
 * Looks without getting on after which a thread is taken for dead, and the milliseconds of a core that getting on takes. Looks,
 * not the clock: on a machine that stood still nobody looked.
 */
const deadAfterLooks = 200;
const leastMs = 10;

/**
 * Waits until the thread sets a flag, while this one does nothing: what the process spends is the thread's.
 *
 * @returns `spent`: it had a core for longer than it may; `dead`: it does not get on
 */
export function waitFor(
  flag: Int32Array<SharedArrayBuffer>,
  index: number,
  maxCpuMs: number,
): 'set' | 'spent' | 'dead' {
  const start = process.cpuUsage();
  let idleLooks = 0;
  let lastMs = 0;
  // Woken is not set: a thread that lost its core between the two wakes the one that waits for its next answer by then.
  while (Atomics.load(flag, index) === 0) {
    if (Atomics.wait(flag, index, 0, lookEveryMs) !== 'timed-out') continue;
    const { user, system } = process.cpuUsage(start);
    const spentMs = (user + system) / 1000;
    if (spentMs > maxCpuMs) return 'spent';
    idleLooks++;
    if (spentMs - lastMs >= leastMs) [lastMs, idleLooks] = [spentMs, 0];
    if (idleLooks > deadAfterLooks) return 'dead';
  }
  return 'set';
}
