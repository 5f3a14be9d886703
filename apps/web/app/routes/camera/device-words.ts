import type { JsonValue } from '@readout/plugin-kit';
import type { DeviceReading } from '../../device/device-reader.ts';
import type { DeviceReadingSummary } from '../../queue/queue-types.ts';

/** `trackingNumber` as a person reads it. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value on one line; lists say how many rows they have. */
export function valueText(value: JsonValue): string {
  if (value === null) return '';
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      return value.map(valueText).filter(Boolean).join(', ');
    return `${value.length} ${value.length === 1 ? 'row' : 'rows'}`;
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, item]) => `${name} ${valueText(item)}`)
      .join(', ');
  return String(value).replaceAll(/\s+/g, ' ').trim();
}

const maxRecords = 3;
const maxFacts = 3;
const maxTextLength = 80;

/** What the queue shows of a capture until the server has read it. */
export function summarise({
  records,
  readers,
}: Pick<DeviceReading, 'records' | 'readers'>): DeviceReadingSummary {
  return {
    records: records.slice(0, maxRecords).map(({ type, fields }) => {
      const shown = Object.entries(fields).flatMap(([name, { value }]) => {
        const text = valueText(value).slice(0, maxTextLength);
        return text ? [{ label: fieldLabel(name), value: text }] : [];
      });
      return { type, title: shown[0]?.value ?? fieldLabel(type), facts: shown.slice(1, 1 + maxFacts) };
    }),
    readers,
  };
}
