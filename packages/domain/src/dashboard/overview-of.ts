import { type Day, type Sum, tookStep } from './day-sums.ts';

/** How many, and in how many captures: what the list behind a number shows. */
export interface Count {
  records: number;
  captures: number;
}

type RecordStateName = 'needs_review' | 'confirmed' | 'rejected';
export type ByState = Record<RecordStateName, Count>;

export interface CountedDay {
  /** ISO 8601. */
  day: string;
  captures: number;
  read: number;
  failed: number;
  /** Received or being read. */
  unread: number;
  records: number;
  /** Captures with a record. */
  recorded: number;
  byState: ByState;
  /** Documents that waited for review when the day ended; today: now. */
  waiting: number;
}

export interface Counted {
  /** Oldest first. */
  days: CountedDay[];
  total: Omit<CountedDay, 'day' | 'waiting'>;
  /** Most captures first; `byDay`: captures with a record of the plugin, in the order of `days`. */
  plugins: ({ plugin: string; name: string; byState: ByState; byDay: number[] } & Count)[];
  /** Ten bands from 0 to 1. */
  confidence: ({ fromPercent: number; toPercent: number } & Count)[];
  /** Of confirmed records: fields a person changed, most often first. `of`: confirmed records of the type. */
  corrections: ({
    plugin: string;
    type: string;
    typeLabel: string;
    field: string;
    label: string;
    of: number;
  } & Count)[];
  confirmed: Count & {
    /** Nobody changed a field. */
    unchanged: Count;
    /** From capture to confirmation, to within 3 %; null without any. */
    medianSeconds: number | null;
  };
}

const none = (): Count => ({ records: 0, captures: 0 });
const noStates = (): ByState => ({ needs_review: none(), confirmed: none(), rejected: none() });
const add = (to: Count, [, , , , records, captures]: Sum): void => {
  to.records += records;
  to.captures += captures;
};

/** `waitingAtEnd`: documents that wait when the last day ends. */
export function overviewOf(days: readonly Day[], waitingAtEnd: number): Counted {
  const plugins = new Map<string, Counted['plugins'][number]>();
  const corrections = new Map<string, Counted['corrections'][number]>();
  const confirmedOf = new Map<string, number>();
  const took = new Map<number, number>();
  const unchanged = none();
  const confidence = Array.from({ length: 10 }, (_, tenth) => ({
    fromPercent: tenth * 10,
    toPercent: tenth * 10 + 10,
    ...none(),
  }));
  const flows: { began: number; ended: number }[] = [];
  const counted = days.map(({ day, sums }, index): CountedDay => {
    const row: CountedDay = { day, ...emptyDay(), waiting: 0 };
    const flow = { began: 0, ended: 0 };
    flows.push(flow);
    for (const sum of sums) {
      const [kind, a, b, c, n] = sum;
      switch (kind) {
        case 'capture':
          row.captures += n;
          if (a === 'read') row.read += n;
          else if (a === 'failed') row.failed += n;
          else row.unread += n;
          break;
        case 'recorded':
          row.recorded += n;
          break;
        case 'record':
          row.records += n;
          add(row.byState[a as RecordStateName], sum);
          break;
        case 'plugin': {
          const plugin = plugins.get(a) ?? {
            plugin: a,
            name: a,
            ...none(),
            byState: noStates(),
            byDay: days.map(() => 0),
          };
          plugins.set(a, plugin);
          if (b === '') {
            add(plugin, sum);
            plugin.byDay[index] = sum[5];
          } else add(plugin.byState[b as RecordStateName], sum);
          break;
        }
        case 'confidence':
          add(confidence[Number(a)]!, sum);
          break;
        case 'confirmed':
          confirmedOf.set(`${a} ${b}`, (confirmedOf.get(`${a} ${b}`) ?? 0) + n);
          break;
        case 'unchanged':
          add(unchanged, sum);
          break;
        case 'corrected': {
          const key = `${a} ${b} ${c}`;
          const correction = corrections.get(key) ?? {
            plugin: a,
            type: b,
            typeLabel: b,
            field: c,
            label: c,
            of: 0,
            ...none(),
          };
          corrections.set(key, correction);
          add(correction, sum);
          break;
        }
        case 'took':
          took.set(Number(a), (took.get(Number(a)) ?? 0) + n);
          break;
        case 'began':
          flow.began += n;
          break;
        case 'ended':
          flow.ended += n;
      }
    }
    return row;
  });
  // From the last day back: what waited the evening before is what waits now, less what came, and what was done.
  let waiting = waitingAtEnd;
  for (let index = counted.length - 1; index >= 0; index--) {
    counted[index]!.waiting = waiting;
    waiting += flows[index]!.ended - flows[index]!.began;
  }
  const total = counted.reduce((sum, row) => addDay(sum, row), emptyDay());
  for (const correction of corrections.values())
    correction.of = confirmedOf.get(`${correction.plugin} ${correction.type}`) ?? 0;
  return {
    days: counted,
    total,
    plugins: [...plugins.values()].sort((a, b) => b.captures - a.captures || (a.plugin < b.plugin ? -1 : 1)),
    confidence,
    corrections: [...corrections.values()].sort(
      (a, b) => b.records - a.records || a.field.localeCompare(b.field, 'en'),
    ),
    confirmed: { ...total.byState.confirmed, unchanged, medianSeconds: medianOf(took) },
  };
}

const emptyDay = (): Counted['total'] => ({
  captures: 0,
  read: 0,
  failed: 0,
  unread: 0,
  records: 0,
  recorded: 0,
  byState: noStates(),
});

function addDay(sum: Counted['total'], row: CountedDay): Counted['total'] {
  for (const name of ['captures', 'read', 'failed', 'unread', 'records', 'recorded'] as const)
    sum[name] += row[name];
  for (const state of ['needs_review', 'confirmed', 'rejected'] as const) {
    sum.byState[state].records += row.byState[state].records;
    sum.byState[state].captures += row.byState[state].captures;
  }
  return sum;
}

/** Seconds at the middle of durations counted by their logarithm; the lower one of two middles. */
function medianOf(took: ReadonlyMap<number, number>): number | null {
  const all = [...took.values()].reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [step, n] of [...took].sort(([a], [b]) => a - b)) {
    seen += n;
    if (seen * 2 >= all) return Math.exp(step * tookStep);
  }
  return null;
}
