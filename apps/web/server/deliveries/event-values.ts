import type { JsonValue } from '@readout/plugin-kit';

/** What is sent, as far as targets look into it. */
export interface SentEvent {
  type: string;
  timestamp: string;
  sequence: number;
  data: {
    record?: {
      id: string;
      plugin: string;
      pluginVersion: string;
      type: string;
      confirmedBy: { name: string } | null;
      fields: Record<string, { value: JsonValue }>;
    };
    capture?: { id: string; title: string | null; fileName: string };
  };
}

export const eventOf = (body: string): SentEvent => JSON.parse(body) as SentEvent;

/** A field of the record on one line; empty where there is none. */
export function fieldText({ data }: SentEvent, name: string): string {
  const fields = data.record?.fields ?? {};
  return Object.hasOwn(fields, name) ? valueText(fields[name]!.value) : '';
}

function valueText(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  const parts = Array.isArray(value) ? value : Object.values(value);
  const isOfRows = Array.isArray(value) && value.some((part) => typeof part === 'object');
  return parts
    .map(valueText)
    .filter(Boolean)
    .join(isOfRows ? '; ' : ', ');
}

/** What patterns can name besides the fields, which go first: the record, its title and when it happened, in UTC. */
export function valueFor(event: SentEvent, eventId: string): (name: string) => string {
  const { record, capture } = event.data;
  const own: Record<string, string | undefined> = {
    id: record?.id,
    type: record?.type,
    title: titleOf(event),
    event: eventId,
    file: capture && withoutEnding(capture.fileName),
    day: event.timestamp.slice(0, 10),
    month: event.timestamp.slice(0, 7),
    year: event.timestamp.slice(0, 4),
  };
  return (name) => fieldText(event, name) || (Object.hasOwn(own, name) ? (own[name] ?? '') : '');
}

/** What lists call it. */
export const titleOf = ({ data: { capture, record } }: SentEvent): string =>
  capture?.title || withoutEnding(capture?.fileName ?? '') || record?.type || 'Readout';

export const withoutEnding = (fileName: string): string => fileName.replace(/\.[^.\s]{1,9}$/, '');

/** `.pdf`, of a safe kind; empty where there is none. */
export const endingOf = (fileName: string): string =>
  (/\.[A-Za-z0-9]{1,9}$/.exec(fileName)?.[0] ?? '').toLowerCase();
