import type { FrameScan } from '@readout/image-reader/live';
import { useCallback, useRef } from 'react';
import { type AutoCapture, createAutoCapture } from './auto-capture.ts';
import type { LiveReading } from './use-live-reading.ts';

/**
 * Takes pictures by itself; see auto-capture.ts. While one is being taken the next waits: what comes meanwhile is looked at
 * once it is kept.
 *
 * @param readsText whether text is read here
 * @param hasUnkeptCode whether a code is in sight that is on no picture yet
 */
export function useAutoCapture(
  { isOn, readsText, isBusy }: { isOn: boolean; readsText: boolean; isBusy: () => boolean },
  hasUnkeptCode: () => boolean,
  take: () => Promise<boolean>,
): (scan: FrameScan, reading: LiveReading) => void {
  const made = useRef<AutoCapture>(undefined);
  made.current ??= createAutoCapture();
  const auto = made.current;
  const given = useRef({ isBusy, hasUnkeptCode, take });
  given.current = { isBusy, hasUnkeptCode, take };
  return useCallback(
    (scan, reading) => {
      if (!isOn) return auto.reset();
      const { at, displacement, novelty, isStill, barcodes } = scan;
      const wants = auto.wants({
        at,
        displacement,
        novelty,
        isStill,
        hasCodes: barcodes.length > 0,
        hasUnkeptCode: given.current.hasUnkeptCode(),
        reading,
        readsText,
      });
      if (!wants || given.current.isBusy()) return;
      const done = auto.took();
      void given.current.take().then(done);
    },
    [auto, isOn, readsText],
  );
}
