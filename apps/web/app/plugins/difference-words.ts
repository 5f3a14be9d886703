import type { JsonValue } from '@readout/plugin-kit';
import type { Difference } from '@readout/plugin-kit/expectation';
import type { SayText } from '../ui/texts.tsx';

/** One line of what is not as a fixture says. */
export interface DifferenceLine {
  /** `receipt · total`, with a number where there are several records of the type. */
  what: string;
  /** null: not there. */
  expected: string | null;
  actual: string | null;
}

export function inWords(
  { index, type, field, part, expected, actual }: Difference,
  text: SayText,
): DifferenceLine {
  const record = index > 0 ? `${type} ${index + 1}` : type;
  const what = [record, field, isSaid(part) ? text('studio.difference.part', { part }) : '']
    .filter(Boolean)
    .join(' · ');
  return { what, expected: shown(expected), actual: shown(actual) };
}

const isSaid = (part: Difference['part']) => part === 'seen' || part === 'checks' || part === 'ambiguous';

function shown(value: JsonValue | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(' ');
  return JSON.stringify(value, null, 1);
}
