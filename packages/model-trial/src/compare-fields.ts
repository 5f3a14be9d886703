import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@readout/plugin-kit';
import type { FieldTally } from './report.ts';

/** A record as far as it is compared. */
export interface ComparedRecord {
  reader: string;
  type: string;
  values: Readonly<Record<string, JsonValue>>;
}

/** What a reader makes of one confirmed value with the one and the other models. */
export interface FieldPair {
  reader: string;
  field: string;
  confirmed: JsonValue;
  from: JsonValue | undefined;
  to: JsonValue | undefined;
  wasRight: boolean;
  isRight: boolean;
}

/** Each value of the confirmed records beside what was made of the same capture. */
export function compareFields(
  confirmed: readonly ComparedRecord[],
  before: readonly ComparedRecord[],
  after: readonly ComparedRecord[],
): FieldPair[] {
  const [made, wouldBeMade] = [partnersOf(confirmed, before), partnersOf(confirmed, after)];
  return confirmed.flatMap(({ reader, values }, at) =>
    Object.entries(values).map(([field, value]): FieldPair => {
      const [from, to] = [made[at]?.values[field], wouldBeMade[at]?.values[field]];
      const [wasRight, isRight] = [isDeepStrictEqual(from, value), isDeepStrictEqual(to, value)];
      return { reader, field, confirmed: value, from, to, wasRight, isRight };
    }),
  );
}

/** For each confirmed record the one, of those of its reader and type that are left, that has most of its values. */
function partnersOf(
  confirmed: readonly ComparedRecord[],
  made: readonly ComparedRecord[],
): (ComparedRecord | undefined)[] {
  const left = [...made];
  return confirmed.map((record) => {
    const common = (other: ComparedRecord): number =>
      other.reader === record.reader && other.type === record.type
        ? Object.entries(record.values).filter(([name, value]) =>
            isDeepStrictEqual(other.values[name], value),
          ).length
        : -1;
    const best = left.reduce<{ at: number; count: number }>(
      (found, other, at) => {
        const count = common(other);
        return count > found.count ? { at, count } : found;
      },
      { at: -1, count: -1 },
    );
    return best.at < 0 ? undefined : left.splice(best.at, 1)[0];
  });
}

/** Counts pairs by reader and field, in the order of their names. */
export function createTallies(): { add(pair: FieldPair): void; all(): FieldTally[] } {
  const tallies = new Map<string, FieldTally>();
  return {
    add({ reader, field, wasRight, isRight }) {
      const key = `${reader} ${field}`;
      const tally = tallies.get(key) ?? {
        reader,
        field,
        staysRight: 0,
        becomesRight: 0,
        becomesWrong: 0,
        staysWrong: 0,
      };
      tallies.set(key, tally);
      if (wasRight) tally[isRight ? 'staysRight' : 'becomesWrong']++;
      else tally[isRight ? 'becomesRight' : 'staysWrong']++;
    },
    all: () => [...tallies.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally),
  };
}
