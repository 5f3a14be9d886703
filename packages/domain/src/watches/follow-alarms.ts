import type { AlarmKind, LostCause, SampleState } from './rules.ts';

/** What the alarms of a watch have come to. */
export interface AlarmState {
  open: ReadonlySet<AlarmKind>;
  /** Readings in a row that say nothing. */
  lostRun: number;
}

export interface AlarmRules {
  low: number | null;
  high: number | null;
  lostAfter: number;
}

export interface FollowedSample {
  id: string;
  takenAt: string;
  value: number | null;
  state: SampleState;
}

export type AlarmChange<Sample extends FollowedSample> =
  | { type: 'open'; kind: AlarmKind; cause: LostCause | null; bound: number | null; sample: Sample }
  | { type: 'close'; kind: AlarmKind; at: string };

/**
 * What samples, in the order they were taken, do to the alarms: a believed value beyond a limit opens one and the first
 * clearly within closes it; `lostAfter` readings in a row that say nothing, or nothing that can be true, open "reading lost" and the
 * first believed one closes it. What cannot be believed neither opens nor closes an alarm of a limit.
 */
export function followAlarms<Sample extends FollowedSample>(
  { open, lostRun }: AlarmState,
  samples: readonly Sample[],
  { low, high, lostAfter }: AlarmRules,
): { changes: AlarmChange<Sample>[]; state: AlarmState } {
  const now = new Set(open);
  const changes: AlarmChange<Sample>[] = [];
  let run = lostRun;
  const margin = marginOf(low, high);
  const set = (
    kind: AlarmKind,
    isOn: boolean,
    bound: number | null,
    cause: LostCause | null,
    sample: Sample,
  ) => {
    if (isOn === now.has(kind)) return;
    if (isOn) {
      now.add(kind);
      changes.push({ type: 'open', kind, cause, bound, sample });
    } else {
      now.delete(kind);
      changes.push({ type: 'close', kind, at: sample.takenAt });
    }
  };
  for (const sample of samples) {
    if (sample.state === 'rejected') continue;
    if (sample.state === 'unreadable' || sample.state === 'implausible') {
      run++;
      if (run >= lostAfter) set('lost', true, null, sample.state, sample);
      continue;
    }
    run = 0;
    set('lost', false, null, null, sample);
    if (sample.value === null) continue;
    const above = high === null ? Number.POSITIVE_INFINITY : high - (now.has('above') ? margin : 0);
    const below = low === null ? Number.NEGATIVE_INFINITY : low + (now.has('below') ? margin : 0);
    set('above', sample.value > above, high, null, sample);
    set('below', sample.value < below, low, null, sample);
  }
  return { changes, state: { open: now, lostRun: run } };
}

/** Share of what lies between the limits, or of the only one. */
const marginShare = 0.01;

/** How far within its limit a value has to come back: one that trembles at it is one alarm, not one with every sample. */
function marginOf(low: number | null, high: number | null): number {
  const span = low !== null && high !== null ? high - low : Math.abs(high ?? low ?? 0);
  return span * marginShare;
}
