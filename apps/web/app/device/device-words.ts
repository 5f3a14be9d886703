import type { JsonValue } from '@readout/plugin-kit';
import type { SayText } from '../ui/texts.tsx';
import type { DeviceReading } from './device-reader.ts';

/** What the device itself read, in a few words: shown until the server's records are there. */
export interface DeviceReadingSummary {
  records: { type: string; title: string; facts: { label: string; value: string }[] }[];
  /** Readers that made them, by id and version. */
  readers: { id: string; version: string }[];
}

/** `trackingNumber` as a person reads it. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value on one line; lists say how many rows they have. */
export function valueText(value: JsonValue, text: SayText): string {
  if (value === null) return '';
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      return value
        .map((item) => valueText(item, text))
        .filter(Boolean)
        .join(', ');
    return text('common.row_count', { count: value.length });
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, item]) => `${name} ${valueText(item, text)}`)
      .join(', ');
  return String(value).replaceAll(/\s+/g, ' ').trim();
}

const maxRecords = 3;
const maxFacts = 3;
const maxTextLength = 80;

/** What the queue shows of a capture until the server has read it. */
export function summarise(
  { records, readers }: Pick<DeviceReading, 'records' | 'readers'>,
  text: SayText,
): DeviceReadingSummary {
  return {
    records: records.slice(0, maxRecords).map(({ type, fields }) => {
      const shown = Object.entries(fields).flatMap(([name, { value }]) => {
        const shownValue = valueText(value, text).slice(0, maxTextLength);
        return shownValue ? [{ label: fieldLabel(name), value: shownValue }] : [];
      });
      return { type, title: shown[0]?.value ?? fieldLabel(type), facts: shown.slice(1, 1 + maxFacts) };
    }),
    readers,
  };
}
