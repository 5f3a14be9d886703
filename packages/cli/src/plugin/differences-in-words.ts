import type { JsonValue } from '@readout/plugin-kit';
import type { Difference } from '@readout/plugin-kit/testing';

const longest = 200;
/** A record that was not expected is read whole before it is taken over. */
const longestRecord = 4000;

/** One sentence for each difference: what was expected, and what came. */
export function differenceInWords({ index, type, field, part, expected, actual }: Difference): string {
  const record = index === 0 ? type : `${type} ${index + 1}`;
  const place = field === undefined ? record : `${record}.${field}`;
  if (part === 'record')
    return actual === undefined
      ? `${record}: no such record, though ${shown(expected)} was expected`
      : `${record}: a record nobody expects: ${shown(actual, longestRecord)}`;
  if (part === 'field')
    return actual === undefined
      ? `${place}: missing, ${shown(expected)} was expected`
      : `${place}: ${shown(actual)}, a field nobody expects`;
  const what = { value: '', seen: ' was seen at', checks: ' has checks', ambiguous: ' could also be' }[part];
  return `${place}${what}${what === '' ? ':' : ''} ${shown(actual)} instead of ${shown(expected)}`;
}

function shown(value: JsonValue | undefined, most = longest): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
