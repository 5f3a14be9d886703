import type { FrameScan } from '@readout/image-reader/live';
import { useCallback, useRef } from 'react';
import type { LiveReading } from './use-live-reading.ts';

/** Displacement, share of the longer side, that says the person has gone on to the next thing. */
const movedOn = 0.04;
/** Share of the brightness that has to change where a thing is exchanged without moving the camera. */
const exchanged = 0.12;

/**
 * Takes a picture by itself once it holds still and something was read, and not again before the camera was moved on or
 * something else lies before it.
 *
 * @param readsText whether text is read here: then it is waited for, else a code is enough
 */
export function useAutoCapture(
  isOn: boolean,
  readsText: boolean,
  take: () => Promise<unknown>,
): (scan: FrameScan, reading: LiveReading) => void {
  const isArmed = useRef(true);
  const taker = useRef(take);
  taker.current = take;
  return useCallback(
    (scan, reading) => {
      if (!isOn) {
        isArmed.current = true;
        return;
      }
      if (scan.displacement > movedOn || (readsText && scan.novelty > exchanged)) isArmed.current = true;
      if (!isArmed.current || !scan.isStill) return;
      const hasRecords = (reading.result?.records.length ?? 0) > 0;
      const isRead = readsText
        ? reading.isInPlace && !reading.isReading && (hasRecords || scan.barcodes.length > 0)
        : scan.barcodes.length > 0;
      if (!isRead) return;
      isArmed.current = false;
      void taker.current();
    },
    [isOn, readsText],
  );
}
