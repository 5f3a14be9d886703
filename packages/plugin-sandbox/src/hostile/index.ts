import { answers, buffers, floods } from './answers.ts';
import type { HostileCase } from './hostile-case.ts';
import { loops } from './loops.ts';
import { allocations, natives, recursions } from './natives.ts';
import { reentries, stalls } from './stalls.ts';
import { escapes, outputs, promises, prototypes } from './tricks.ts';

const kinds: HostileCase[][] = [
  loops,
  natives,
  allocations,
  recursions,
  prototypes,
  outputs,
  promises,
  escapes,
  stalls,
  reentries,
  answers,
  buffers,
  floods,
];

/** Everything that is tried, in Node and in Chromium alike. */
export const hostileCases: HostileCase[] = kinds.flat();

/** Of each kind the first for every way its cases end. */
export const hostileSample: HostileCase[] = kinds.flatMap((kind) =>
  kind.filter(([, , codes], at) => kind.findIndex((other) => other[2] === codes) === at),
);
