import type { Problem } from '../../api/answer.ts';
import { deviceProblem } from '../device-problem.ts';
import type { QueueHold } from '../queue-types.ts';

/** A try that did not end with the server's acknowledgement. */
export interface Refusal {
  /** HTTP status; 0 where no answer came. */
  status: number;
  /** As the server told it; absent where what answered was not Readout. */
  problem?: Problem;
  /** What the answer asks to wait. */
  retryAfterMs?: number;
}

/** What follows from it. */
export type Outcome =
  /** Trying again by itself would change nothing. */
  | { kind: 'failed'; problem: Problem }
  /** This item again, later; the others go on. */
  | { kind: 'later'; problem: Problem; afterMs?: number }
  /** Nothing is sent for now: what stands in the way stands in the way of all. */
  | { kind: 'hold'; hold: QueueHold; problem: Problem; afterMs?: number };

/** How often the same id may be said to be in use before it is believed. */
const patientTries = 4;

/** What was begun is gone, further on, or in other hands: the next try finds out where it is, or begins again. */
const aboutWhatWasBegun = ['upload.not_found', 'upload.offset_differs', 'upload.busy'];

export function outcomeOf(
  { status, problem, retryAfterMs }: Refusal,
  { attempts, isOtherCompany }: { attempts: number; isOtherCompany: boolean },
): Outcome {
  const after = retryAfterMs === undefined ? {} : { afterMs: retryAfterMs };
  if (status === 0) return { kind: 'hold', hold: 'offline', problem: deviceProblem('connection.lost') };
  if (!problem) {
    if (status === 423 || status === 404 || status === 409 || status === 410)
      return { kind: 'later', problem: deviceProblem(`http.${status}`) };
    if (status === 413) return { kind: 'failed', problem: deviceProblem('http.413') };
    return { kind: 'hold', hold: 'server', problem: deviceProblem(`http.${status}`), ...after };
  }
  if (status === 401) return { kind: 'hold', hold: 'signed-out', problem };
  if (problem.code === 'terms.not_accepted' || problem.code === 'two_factor.needed')
    return isOtherCompany ? { kind: 'later', problem } : { kind: 'hold', hold: 'demands', problem };
  if (problem.code === 'platform.read_only') return { kind: 'hold', hold: 'maintenance', problem, ...after };
  // Page 1 of its document is still on its way.
  if (problem.code === 'capture.document_missing' && attempts < patientTries)
    return { kind: 'later', problem, afterMs: 1000 };
  // Also said while an earlier try of ours, cut off by the network, is still being written down.
  if (problem.code === 'capture.client_id_reused' && attempts < patientTries)
    return { kind: 'later', problem };
  if (aboutWhatWasBegun.includes(problem.code)) return { kind: 'later', problem, ...after };
  if (status === 429 || status === 503) return { kind: 'hold', hold: 'server', problem, ...after };
  if (status >= 500 || status === 408 || status === 425) return { kind: 'later', problem, ...after };
  return { kind: 'failed', problem };
}

const firstDelayMs = 2000;
/** Also how far in the future a next try is believed to be: clocks are set back. */
export const longestDelayMs = 10 * 60_000;

/** How long the item waits after its nth failed try (from 1). */
export function backOffMs(tries: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(20, Math.max(0, tries - 1)));
}

const firstHoldMs = 1000;
const longestHoldMs = 60_000;

/** How long everything waits after the nth time in a row that something stood in the way of all (from 1). */
export function holdMs(times: number): number {
  return Math.min(longestHoldMs, firstHoldMs * 2 ** Math.min(10, Math.max(0, times - 1)));
}
