import { useCallback, useEffect, useRef, useState } from 'react';
import { countCodes, countScanned, emptyTally, parseTally, type Tally, takeBack } from './tally.ts';

export interface KeptTally {
  tally: Tally;
  count(inSight: Parameters<typeof countCodes>[1]): void;
  /** Counts a code a scanner sent. @returns whether it is new */
  countScanned(text: string): boolean;
  takeBack(key?: string): void;
  clear(): void;
  /** Until the next code is counted. */
  restore: (() => void) | undefined;
}

/** The tally of this device; it survives a reload. @param owner - whose it is; others never see it */
export function useTally(owner: string): KeptTally {
  const [tally, setTally] = useState(emptyTally);
  const [cleared, setCleared] = useState<Tally>();
  const current = useRef(tally);
  const key = `readout.tally.${owner}`;

  const become = useCallback(
    (next: Tally) => {
      if (next === current.current) return;
      const isChanged = next.counted !== current.current.counted;
      current.current = next;
      setTally(next);
      if (!isChanged) return;
      try {
        localStorage.setItem(key, JSON.stringify(next.counted));
      } catch {
        // Storage is full: it is on the screen and can be copied.
      }
    },
    [key],
  );

  useEffect(() => {
    let kept: string | null = null;
    try {
      kept = localStorage.getItem(key);
    } catch {
      // Storage is off.
    }
    current.current = parseTally(kept);
    setTally(current.current);
  }, [key]);

  return {
    tally,
    count: useCallback(
      (inSight) => {
        const next = countCodes(current.current, inSight, new Date().toISOString());
        if (next.counted.length > current.current.counted.length) setCleared(undefined);
        become(next);
      },
      [become],
    ),
    countScanned(text) {
      const next = countScanned(current.current, text, new Date().toISOString());
      if (next === current.current) return false;
      setCleared(undefined);
      become(next);
      return true;
    },
    takeBack: (which) => become(takeBack(current.current, which)),
    clear() {
      setCleared(current.current);
      become(emptyTally);
    },
    restore: cleared
      ? () => {
          become(cleared);
          setCleared(undefined);
        }
      : undefined,
  };
}
