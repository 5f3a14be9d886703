import type { JsonValue } from '@readout/plugin-kit';
import type { Difference } from '@readout/plugin-kit/expectation';

/** One line of what is not as a fixture says. */
export interface DifferenceLine {
  /** `receipt · total`, with a number where there are several records of the type. */
  what: string;
  /** null: not there. */
  expected: string | null;
  actual: string | null;
}

const parts: Partial<Record<Difference['part'], string>> = {
  seen: 'seen at',
  checks: 'checks',
  ambiguous: 'could also be',
};

export function inWords({ index, type, field, part, expected, actual }: Difference): DifferenceLine {
  const record = index > 0 ? `${type} ${index + 1}` : type;
  const what = [record, field, parts[part]].filter(Boolean).join(' · ');
  return { what, expected: shown(expected), actual: shown(actual) };
}

function shown(value: JsonValue | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(' ');
  return JSON.stringify(value, null, 1);
}
