import { answers, buffers, floods } from './answers.ts';
import type { HostileCase } from './hostile-case.ts';
import { loops } from './loops.ts';
import { allocations, natives, recursions } from './natives.ts';
import { reentries, stalls } from './stalls.ts';
import { escapes, outputs, promises, prototypes } from './tricks.ts';

/** Everything that is tried, in Node and in Chromium alike. */
export const hostileCases: HostileCase[] = [
  ...loops,
  ...natives,
  ...allocations,
  ...recursions,
  ...prototypes,
  ...outputs,
  ...promises,
  ...escapes,
  ...stalls,
  ...reentries,
  ...answers,
  ...buffers,
  ...floods,
];
