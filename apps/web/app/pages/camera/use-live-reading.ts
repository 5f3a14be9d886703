import type { Reading } from '@readout/image-reader';
import type { FrameScan, LiveScanner } from '@readout/image-reader/live';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type DeviceReading, deviceReader } from '../../device/device-reader.ts';
import { codeKey } from './tally.ts';

/** Share of the brightness from which a still picture is something else than what was read last. */
const newFrom = 0.07;
/** From here on what is being read is no longer what the camera shows. */
const goneFrom = 0.2;
/** Displacement, share of the longer side in about 150 ms, beyond which boxes cannot follow. */
const movedFrom = 0.03;

/** Milliseconds without motion after which reading is worth its while; whether the picture stays still shows meanwhile. */
const readsAfterMs = 30;

export interface LiveReading {
  /** Of what the camera shows, or showed last. While it is being read: of its text alone. */
  result: DeviceReading | undefined;
  /** Lines that are read of what the camera shows, while no fields are known yet. */
  glimpse: Reading | undefined;
  /** Whether the picture is still the one `result` is of, so that boxes lie right. */
  isInPlace: boolean;
  isReading: boolean;
  /** Why the last try failed. */
  failure: string | undefined;
}

const nothing: LiveReading = {
  result: undefined,
  glimpse: undefined,
  isInPlace: false,
  isReading: false,
  failure: undefined,
};

/**
 * Reads text and fields whenever the picture holds still and shows something new, and tells of its tallest lines first.
 * `follow` is given every scan. What is being read is given up as soon as the camera looks elsewhere.
 */
export function useLiveReading(
  isOn: boolean,
  video: RefObject<HTMLVideoElement | null>,
  scanner: RefObject<LiveScanner | undefined>,
  onReading: (isReading: boolean) => void,
): {
  reading: LiveReading;
  newest: RefObject<LiveReading>;
  follow: (scan: FrameScan) => void;
  forget: () => void;
} {
  const [reading, setReading] = useState(nothing);
  const newest = useRef(reading);
  const running = useRef<AbortController>(undefined);
  /** Given up before it was read, or something passed before it: read again even if the same seems to come back. */
  const isDue = useRef(true);
  /** Codes that were in sight with what is read: another one is another thing, however alike the rest looks. */
  const codes = useRef(new Set<string>());

  const change = useCallback(
    (next: Partial<LiveReading>) => {
      const before = newest.current;
      const after = { ...before, ...next };
      const isSame = (Object.keys(after) as (keyof LiveReading)[]).every(
        (name) => after[name] === before[name],
      );
      if (isSame) return;
      newest.current = after;
      setReading(after);
      if (after.isReading !== before.isReading) onReading(after.isReading);
    },
    [onReading],
  );

  const start = useCallback(
    async ({ barcodes, quality }: FrameScan) => {
      const element = video.current;
      if (!element || element.videoWidth === 0) return;
      const mine = new AbortController();
      const { signal } = mine;
      running.current = mine;
      scanner.current?.mark();
      isDue.current = false;
      change({ isReading: true, failure: undefined });
      // Meanwhile another code may have come into sight.
      const show = (result: DeviceReading) => {
        if (!signal.aborted) change({ result, glimpse: undefined, isInPlace: !isDue.current });
      };
      let frame: ImageBitmap | undefined;
      try {
        frame = await createImageBitmap(element);
        const result = await deviceReader().watch(frame, {
          found: { barcodes, quality },
          signal,
          onSeen: (glimpse) => !signal.aborted && change({ glimpse }),
          onDraft: show,
        });
        show(result);
      } catch (error) {
        if (signal.aborted) return;
        change({ failure: error instanceof Error ? error.message : String(error) });
      } finally {
        // Given up before it was handed over.
        frame?.close();
        if (running.current === mine) {
          running.current = undefined;
          change({ isReading: false, glimpse: undefined });
        }
      }
    },
    [change, scanner, video],
  );

  const stop = useCallback(() => {
    if (running.current) isDue.current = true;
    running.current?.abort();
    running.current = undefined;
    change({ isReading: false, isInPlace: newest.current.isInPlace && !isDue.current, glimpse: undefined });
  }, [change]);

  const follow = useCallback(
    (scan: FrameScan) => {
      if (!isOn) return;
      if (scan.displacement > movedFrom || scan.novelty > newFrom) codes.current.clear();
      const isOther =
        codes.current.size > 0 && scan.barcodes.some((code) => !codes.current.has(codeKey(code)));
      for (const code of scan.barcodes) codes.current.add(codeKey(code));
      if (running.current && (scan.novelty > goneFrom || isOther)) return stop();
      if (isOther) isDue.current = true;
      if (newest.current.isInPlace && (isOther || scan.displacement > movedFrom || scan.novelty > newFrom)) {
        isDue.current = true;
        change({ isInPlace: false });
      }
      const isReadable = scan.guidance !== 'too-dark' && scan.guidance !== 'nothing-to-read';
      const isSettled = scan.isStill || scan.stillMs >= readsAfterMs;
      if (!running.current && isSettled && isReadable && (scan.novelty > newFrom || isDue.current))
        void start(scan);
    },
    [change, isOn, start, stop],
  );

  useEffect(() => {
    if (!isOn) stop();
    return stop;
  }, [isOn, stop]);

  return { reading, newest, follow, forget: () => change({ result: undefined, isInPlace: false }) };
}
