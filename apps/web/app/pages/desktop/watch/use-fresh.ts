import { useCallback, useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { useLiveNews, useMissedNews } from '../../../ui/live/live.ts';

/** Samples come every second at times; what is shown is fetched again no more often than this. */
const leastPauseMs = 2500;
/** Of a tab nobody looks at only the title and the sound of an alarm are noticed. */
const hiddenPauseMs = 15_000;

/**
 * The page's data as the loader brought it, or newer: fetched again when a watch has news (any, or the one named). Only this
 * page's own loader is asked, so that a server that is away takes nothing else of the page with it.
 */
export function useFresh<Data extends { now: number }>(
  loaderData: Data,
  { watchId, pauseMs = 0 }: { watchId?: string; pauseMs?: number } = {},
): Data {
  const fetcher = useFetcher<Data>();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const { load } = fetcher;
  const busy = useRef(false);
  busy.current = fetcher.state !== 'idle';
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const fetched = useRef({ address: '', at: 0 });
  const fresh = useCallback(() => {
    if (timer.current) return;
    const pause = document.visibilityState === 'visible' ? leastPauseMs : hiddenPauseMs;
    const wait = Math.max(0, fetched.current.at + Math.max(pauseMs, pause) - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (busy.current) return;
      fetched.current = { address, at: Date.now() };
      void load(address);
    }, wait);
  }, [load, address, pauseMs]);
  useLiveNews('watch', (news) => {
    if (watchId === undefined || news.watchId === watchId) fresh();
  });
  useMissedNews(fresh);
  useEffect(() => {
    const shown = () => {
      if (document.visibilityState !== 'visible') return;
      clearTimeout(timer.current);
      timer.current = undefined;
      fresh();
    };
    document.addEventListener('visibilitychange', shown);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [fresh]);
  const newer = fetcher.data as Data | undefined;
  return newer && fetched.current.address === address && newer.now > loaderData.now ? newer : loaderData;
}
