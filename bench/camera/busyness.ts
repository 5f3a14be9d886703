import { availableParallelism, loadavg } from 'node:os';

/** Everything here competes for the processor with whatever else runs, and first reads suffer most. */
export const busyness = (): string =>
  `Towards the end ${(loadavg()[0] ?? 0).toFixed(1)} processes on average wanted the machine's ${availableParallelism()} cores.`;
