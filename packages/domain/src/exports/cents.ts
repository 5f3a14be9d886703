import type { JsonValue } from '@readout/plugin-kit';
import { toText } from '../records/record-rows.ts';

/** An amount of a record in hundredths; undefined where it is none, or has more digits than books take. */
export function cents(value: JsonValue): number | undefined {
  const text = typeof value === 'number' ? value.toFixed(2) : toText(value);
  return /^-?\d{1,10}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}
