import type { EventWriter } from '@readout/domain/deliveries/outgoing-events';
import { toApiRecord } from './record-schemas.ts';

/** An event as webhooks and `GET /events` give it: what is in `data` is as the interface for programs shows it. */
export const writeEvent: EventWriter = ({ id: _, at, type, sequence, ...event }) => {
  const data =
    'record' in event
      ? { record: toApiRecord(event.record), capture: event.capture }
      : 'alarm' in event
        ? { watch: event.watch, sample: event.sample, alarm: event.alarm }
        : { capture: event.capture, page: event.page };
  return JSON.stringify({ type, timestamp: at, sequence, data });
};
