export const eventTypes = [
  'capture.received',
  'capture.read',
  'capture.failed',
  'capture.archived',
  'capture.unarchived',
  'capture.trashed',
  'capture.restored',
  'record.made',
  'record.corrected',
  'record.confirmed',
  'record.rejected',
  'record.reopened',
] as const;
export type EventType = (typeof eventTypes)[number];
export type EventSubject = 'capture' | 'record';

/** How long events are kept. */
export const eventDays = 7;

/** Where an event lies among those of its company. */
export interface EventPosition {
  /** UUID; another one after the database was restored. */
  epoch: string;
  /** The transaction, a number of 64 bits. */
  xid: string;
  /** Within the transaction. */
  id: number;
}

export interface CompanyEvent {
  position: EventPosition;
  type: EventType;
  /** The document. */
  captureId: string;
  page: number;
  recordId: string | null;
  /** Of the record, or of the capture where it is about none. */
  revision: number;
  at: Date;
}

const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,19})\.(\d{1,15})$/;

/** As clients keep it. */
export function formatPosition({ epoch, xid, id }: EventPosition): string {
  return `${epoch}.${xid}.${id}`;
}

export function parsePosition(text: string): EventPosition | undefined {
  const [, epoch, xid, id] = pattern.exec(text.trim()) ?? [];
  return epoch && xid && id && BigInt(xid) < 2n ** 63n ? { epoch, xid, id: Number(id) } : undefined;
}
