import type { JsonValue } from '@readout/plugin-kit';
import type { Difference } from '@readout/plugin-kit/testing';
import { say } from '../say.ts';

const longest = 200;
/** A record that was not expected is read whole before it is taken over. */
const longestRecord = 4000;

/** One sentence for each difference: what was expected, and what came. */
export function differenceInWords({ index, type, field, part, expected, actual }: Difference): string {
  const record = index === 0 ? type : `${type} ${index + 1}`;
  const place = field === undefined ? record : `${record}.${field}`;
  if (part === 'record')
    return actual === undefined
      ? say('cli.plugin.diff.no_record', { place: record, expected: shown(expected) })
      : say('cli.plugin.diff.extra_record', { place: record, actual: shown(actual, longestRecord) });
  if (part === 'field')
    return actual === undefined
      ? say('cli.plugin.diff.no_field', { place, expected: shown(expected) })
      : say('cli.plugin.diff.extra_field', { place, actual: shown(actual) });
  return say('cli.plugin.diff.other', {
    place,
    part: part === 'value' ? undefined : part,
    actual: shown(actual),
    expected: shown(expected),
  });
}

function shown(value: JsonValue | undefined, most = longest): string {
  if (value === undefined) return say('cli.plugin.nothing');
  const text = JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
