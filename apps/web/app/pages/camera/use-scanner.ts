import {
  createLiveScanner,
  type FrameScan,
  type LiveScanner,
  type ScanOptions,
} from '@readout/image-reader/live';
import { type RefObject, useEffect, useRef, useState } from 'react';
import zxingWasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

export type ScannerStatus = 'starting' | 'ready' | 'failed';

/** Scans what the camera shows; `onScan` is called for each scanned frame, outside of React. */
export function useScanner(
  track: MediaStreamTrack | undefined,
  video: RefObject<HTMLVideoElement | null>,
  { barcodes, document, restMs = 0 }: ScanOptions,
  onScan: (scan: FrameScan) => void,
): { status: ScannerStatus; scanner: RefObject<LiveScanner | undefined>; restart: () => void } {
  const scanner = useRef<LiveScanner>(undefined);
  const [status, setStatus] = useState<ScannerStatus>('starting');
  const [tries, setTries] = useState(0);
  const listener = useRef(onScan);
  listener.current = onScan;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try makes a new one
  useEffect(() => {
    const made = createLiveScanner({ zxingWasm });
    scanner.current = made;
    let isGone = false;
    setStatus('starting');
    made.onScan((scan) => listener.current(scan));
    made.ready.then(
      () => !isGone && setStatus('ready'),
      () => !isGone && setStatus('failed'),
    );
    return () => {
      isGone = true;
      made.close();
      scanner.current = undefined;
    };
  }, [tries]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scanner has to be told as well
  useEffect(() => {
    scanner.current?.configure({ barcodes, document, restMs });
  }, [barcodes, document, restMs, tries]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scanner has to be told as well
  useEffect(() => {
    if (!track || !video.current) return;
    scanner.current?.watch(track, video.current);
    return () => scanner.current?.pause();
  }, [track, video, tries]);

  return { status, scanner, restart: () => setTries((before) => before + 1) };
}
