import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLive } from '../../captures/use-live.ts';

/** A queue that is being read changes many times a second; the whole company is counted again no more often than this. */
const leastPauseMs = 5000;

/** Loads the page's data again when captures or their records changed, once somebody looks at it. */
export function useLiveOverview(): void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const loadedAt = useRef(0);
  const isOld = useRef(false);

  const load = (): void => {
    if (!isOld.current || document.visibilityState !== 'visible' || timer.current) return;
    const wait = Math.max(0, loadedAt.current + leastPauseMs - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      isOld.current = false;
      loadedAt.current = Date.now();
      void revalidate();
    }, wait);
  };
  const current = useRef(load);
  current.current = load;
  useLive(
    () => {
      isOld.current = true;
      load();
    },
    // The frame of the page loads everything again by itself.
    () => undefined,
  );
  useEffect(() => {
    const look = () => current.current();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
}
