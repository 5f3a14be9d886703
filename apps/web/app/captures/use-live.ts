import { useEffect, useRef } from 'react';
import { useLiveNews, useMissedNews } from '../ui/live/live.ts';

/** Changes that come close together are told together, so that a burst of 200 readings is a few requests. */
const gatherMs = 250;

/**
 * Listens to the company's changes over the page's connection. `onChange` gets ids of documents; `onMissed` is called
 * when changes may have been missed.
 */
export function useLive(onChange: (documentIds: string[]) => void, onMissed: () => void): void {
  const handler = useRef(onChange);
  handler.current = onChange;
  const gathered = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useLiveNews('change', ({ documentId }) => {
    gathered.current.add(documentId);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const ids = [...gathered.current];
      gathered.current = new Set();
      handler.current(ids);
    }, gatherMs);
  });
  useMissedNews(onMissed);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
