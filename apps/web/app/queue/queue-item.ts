import type { Problem } from '../ui/send.ts';
import type { QueuedCapture, QueueHold } from './queue-types.ts';
import type { AboutItem, ItemRow } from './store/rows.ts';

/** @param sentBytes - while it is on its way */
export function asShown(
  row: ItemRow,
  {
    about,
    sentBytes,
    held,
  }: {
    about: AboutItem;
    sentBytes: number | undefined;
    held: { hold: QueueHold; problem: Problem | undefined } | undefined;
  },
): QueuedCapture {
  const state =
    row.state !== 'stored'
      ? row.state
      : sentBytes !== undefined
        ? 'sending'
        : row.attempts > 0 || held
          ? 'waiting'
          : 'stored';
  const problem =
    state === 'failed' ? about.problem : state === 'waiting' ? (held?.problem ?? about.problem) : undefined;
  return {
    clientId: row.clientId,
    fileName: about.fileName,
    mediaType: about.mediaType,
    byteSize: row.byteSize,
    source: about.source,
    takenAt: about.takenAt,
    state,
    sentBytes: sentBytes ?? row.sentBytes,
    ...(row.captureId ? { captureId: row.captureId } : {}),
    ...(problem ? { problem } : {}),
    ...(state === 'waiting' && row.nextTryAt > 0 && !held
      ? { nextTryAt: new Date(row.nextTryAt).toISOString() }
      : {}),
    ...(row.document ? { document: row.document } : {}),
    companyId: row.companyId,
    userId: row.userId,
    ...(about.deviceReading ? { deviceReading: about.deviceReading } : {}),
  };
}

/** Stands for what its key does not open. */
export function unreadable(row: ItemRow): AboutItem {
  return {
    fileName: 'Locked capture',
    mediaType: '',
    source: 'upload',
    takenAt: new Date(row.addedAt).toISOString(),
    problem: {
      status: 0,
      code: 'device.not_opened',
      title: 'It cannot be opened',
      detail: 'It was kept under a key that this Readout no longer has, or it was changed on the device.',
      action: 'Take it again, or ask whoever runs this Readout whether its secret was replaced.',
    },
  };
}

export function notKept(error: unknown): Problem {
  const isMissing = error instanceof DOMException && error.name === 'NotReadableError';
  return isMissing
    ? {
        status: 0,
        code: 'device.file_unreadable',
        title: 'The file cannot be read',
        detail: 'It was moved, changed or removed after it was chosen, or this browser may not read it.',
        action: 'Choose it again.',
      }
    : {
        status: 0,
        code: 'device.not_kept',
        title: 'It could not be kept on this device',
        detail: error instanceof Error ? error.message : String(error),
        action: 'Load this page again and repeat it; what was taken before is kept.',
      };
}
