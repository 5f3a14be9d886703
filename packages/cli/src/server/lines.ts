import type { Capture, CapturedRecord, components } from '@readout/api-client';
import { visible } from '../format-table.ts';
import { moment, percent } from '../format-units.ts';
import { say } from '../say.ts';

export type OutgoingEvent = components['schemas']['OutgoingPage']['items'][number];

/** A capture for a person to read. */
export function captureLine(capture: Capture): string {
  const { id, createdAt, state, recordCount, reviewCount, title, fileName } = capture;
  const records = say('cli.server.records', { records: recordCount, review: reviewCount });
  return [moment(createdAt), id, state.padEnd(8), records.padEnd(24), visible(title ?? fileName)].join('  ');
}

/** A record with the fields that are not empty, for a person to read. */
export function recordLines({ id, type, state, confidence, fields }: CapturedRecord): string {
  const filled = Object.entries(fields).filter(([, { value }]) => value !== null && value !== undefined);
  const width = Math.max(0, ...filled.map(([name]) => visible(name).length));
  return [
    `  ${visible(type)} ${id}  ${state}, ${percent(confidence)}`,
    ...filled.map(
      ([name, { value }]) =>
        `    ${visible(name).padEnd(width)}  ${visible(typeof value === 'string' ? value : JSON.stringify(value))}`,
    ),
  ].join('\n');
}

/** An event that leaves the company, for a person to read. */
export function eventLine({ timestamp, sequence, type, data }: OutgoingEvent): string {
  const about =
    'watch' in data
      ? `${data.watch.name}  ${data.alarm.kind}`
      : [...('record' in data ? [data.record.type] : []), data.capture.title ?? data.capture.fileName].join(
          '  ',
        );
  return [moment(timestamp), `#${sequence}`.padEnd(6), type.padEnd(16), visible(about)].join('  ');
}
