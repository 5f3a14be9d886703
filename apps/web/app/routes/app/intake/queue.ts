import { makeUploadQueue, type UploadItem, type UploadQueue } from './upload-queue.ts';

interface PageQueue extends UploadQueue {
  onDone(listener: (item: UploadItem) => void): () => void;
}

let queue: PageQueue | undefined;

/** One queue for the visit: it goes on while one looks at other pages. */
export function uploadQueue(): PageQueue {
  if (queue) return queue;
  const done = new Set<(item: UploadItem) => void>();
  const made = makeUploadQueue({
    endpoint: '/api/v1/uploads',
    onDone: (item) => {
      for (const listener of done) listener(item);
    },
  });
  window.addEventListener('beforeunload', (event) => {
    if (made.items().some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault();
  });
  queue = {
    ...made,
    onDone: (listener) => {
      done.add(listener);
      return () => done.delete(listener);
    },
  };
  return queue;
}
