import { useCallback, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLiveNews } from '../../ui/live/live.ts';

/** Samples come every second at times; what is shown is fetched again no more often than this. */
const leastPauseMs = 2500;

/** Fetches the page's data again when a watch has news: all, or the one named. */
export function useFreshWatches(watchId?: string, pauseMs = leastPauseMs): void {
  const { revalidate, state } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const fetchedAt = useRef(0);
  const busy = useRef(false);
  busy.current = state === 'loading';
  const fresh = useCallback(() => {
    if (timer.current) return;
    const wait = Math.max(0, fetchedAt.current + Math.max(pauseMs, leastPauseMs) - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      fetchedAt.current = Date.now();
      if (!busy.current && document.visibilityState === 'visible') void revalidate();
    }, wait);
  }, [revalidate, pauseMs]);
  useLiveNews('watch', (news) => {
    if (watchId === undefined || news.watchId === watchId) fresh();
  });
  useLiveNews('resume', fresh);
  useEffect(() => {
    const shown = () => {
      if (document.visibilityState === 'visible') fresh();
    };
    document.addEventListener('visibilitychange', shown);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [fresh]);
}
