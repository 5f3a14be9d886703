import type { CaptureQueue } from './queue-types.ts';

export {
  type AboutCaptures,
  type CaptureQueue,
  type DeviceReadingSummary,
  type QueueCounts,
  type QueuedCapture,
  QueueFullError,
  type QueueHold,
  type QueueState,
  type QueueStorage,
} from './queue-types.ts';

let queue: CaptureQueue | undefined;

/** The queue of who is signed in; one for each page. Browser only. */
export function captureQueue(): CaptureQueue {
  if (!queue) throw new Error('The queue is opened by the frame of the member pages.');
  return queue;
}
