import type { Problem } from '../api/answer.ts';
import { textOfPage } from '../texts/page-text.ts';
import { deviceProblem, inWords } from './device-problem.ts';
import { bytesIn } from './find-refusal.ts';
import type { AboutCaptures, NewFile, QueuedCapture, QueueHold, QueueOwner } from './queue-types.ts';
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
    hasBytes: row.chunkCount > 0,
    sentBytes: sentBytes ?? row.sentBytes,
    ...(row.captureId ? { captureId: row.captureId } : {}),
    ...(problem ? { problem: inWords(problem, textOfPage()) } : {}),
    ...(state === 'waiting' && row.nextTryAt > 0 && !held
      ? { nextTryAt: new Date(row.nextTryAt).toISOString() }
      : {}),
    ...(row.document ? { document: row.document } : {}),
    companyId: row.companyId,
    userId: row.userId,
    ...(about.deviceReading ? { deviceReading: about.deviceReading } : {}),
  };
}

/** A file that was chosen and is not written down yet. */
export function asComing(
  file: NewFile,
  { source, document, index, owner }: AboutCaptures & { index: number; owner: QueueOwner | null },
): QueuedCapture {
  const { size, type } = bytesIn(file);
  return {
    clientId: `coming ${++comings}`,
    fileName: ('blob' in file ? file.fileName : file.name) || 'picture',
    mediaType: type,
    byteSize: size,
    source,
    takenAt: new Date().toISOString(),
    state: 'keeping',
    hasBytes: false,
    sentBytes: 0,
    ...(document ? { document: { id: document.id, page: document.firstPage + index } } : {}),
    companyId: owner?.companyId ?? '',
    userId: owner?.userId ?? '',
  };
}
let comings = 0;

/** Stands for what its key does not open. */
export function unreadable(row: ItemRow): AboutItem {
  return {
    fileName: textOfPage()('common.device_problem.locked_name'),
    mediaType: '',
    source: 'upload',
    takenAt: new Date(row.addedAt).toISOString(),
    problem: deviceProblem('device.not_opened'),
  };
}
