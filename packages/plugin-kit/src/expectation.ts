import type { JsonValue, RecordData } from './types.ts';

/** A field as a fixture states it: what a user would miss, not the pixels' last decimals. */
export interface ExpectedField {
  value: JsonValue;
  /** Ids of the lines and barcodes it was seen at, sorted. */
  seen: string[];
  /** Outcome of each check by name; a name with several checks passed only if all did. */
  checks?: Record<string, boolean>;
  ambiguous?: JsonValue[];
}

export interface ExpectedRecord {
  type: string;
  fields: Record<string, ExpectedField>;
}

/** `expected.json`. */
export interface Expectation {
  locale: string;
  /** ISO date of the capture. */
  today: string;
  /** Empty where the reader must decline. */
  records: ExpectedRecord[];
}

/** The part of records that `expected.json` states. */
export function summarise(records: readonly RecordData[]): ExpectedRecord[] {
  return records.map(({ type, fields }) => ({
    type,
    fields: Object.fromEntries(
      Object.entries(fields).map(
        ([name, { value, evidence, checks, ambiguous }]): [string, ExpectedField] => {
          const outcome: Record<string, boolean> = {};
          for (const check of checks) outcome[check.name] = (outcome[check.name] ?? true) && check.passed;
          const seen = [...new Set(evidence.flatMap(({ line, barcode }) => [line, barcode]))].filter(
            (id) => id !== undefined,
          );
          return [
            name,
            {
              value,
              seen: seen.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
              ...(checks.length > 0 ? { checks: outcome } : {}),
              ...(ambiguous ? { ambiguous } : {}),
            },
          ];
        },
      ),
    ),
  }));
}

/** One thing that is not as the fixture says. Absent sides are not there. */
export interface Difference {
  /** Of the records of this type, counted from 0. */
  index: number;
  type: string;
  /** Absent: the record as a whole. */
  field?: string;
  /** What differs of the field; `field`: all of it. */
  part: 'record' | 'field' | 'value' | 'seen' | 'checks' | 'ambiguous';
  expected?: JsonValue;
  actual?: JsonValue;
}

/** Compares what a reader made with what is right. Records of one type are compared in their order; empty: all as it should be. */
export function differences(
  expected: readonly ExpectedRecord[],
  actual: readonly ExpectedRecord[],
): Difference[] {
  const found: Difference[] = [];
  for (const type of new Set([...expected, ...actual].map((record) => record.type))) {
    const [right, made] = [expected, actual].map((records) => records.filter((each) => each.type === type));
    for (let index = 0; index < Math.max(right!.length, made!.length); index++)
      found.push(...ofRecord(type, index, right![index], made![index]));
  }
  return found;
}

function ofRecord(
  type: string,
  index: number,
  right: ExpectedRecord | undefined,
  made: ExpectedRecord | undefined,
): Difference[] {
  const valuesOf = ({ fields }: ExpectedRecord) =>
    Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  if (!right || !made)
    return [
      {
        index,
        type,
        part: 'record',
        ...(right ? { expected: valuesOf(right) } : {}),
        ...(made ? { actual: valuesOf(made) } : {}),
      },
    ];
  return [...new Set([...Object.keys(right.fields), ...Object.keys(made.fields)])].flatMap((field) => {
    const [is, was] = [made.fields[field], right.fields[field]];
    if (!is || !was)
      return [
        {
          index,
          type,
          field,
          part: 'field' as const,
          ...(was ? { expected: was.value } : {}),
          ...(is ? { actual: is.value } : {}),
        },
      ];
    return (['value', 'seen', 'checks', 'ambiguous'] as const)
      .filter((part) => canonical(was[part]) !== canonical(is[part]))
      .map(
        (part): Difference => ({
          index,
          type,
          field,
          part,
          ...(was[part] === undefined ? {} : { expected: was[part] }),
          ...(is[part] === undefined ? {} : { actual: is[part] }),
        }),
      );
  });
}

/** Keys have no order: what was stored as `jsonb` comes back in another one. */
function canonical(value: JsonValue | undefined): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
