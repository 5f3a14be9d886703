import type { FrameScan } from '@readout/image-reader/live';
import { useCallback, useRef, useState } from 'react';
import { feelRead } from './feedback.ts';
import { createSeenCodes, type SeenCode, type SeenCodes } from './seen-codes.ts';
import { codeKey } from './tally.ts';

/**
 * The codes before the camera, shown without a rendering for each scan.
 *
 * @param isQuiet a code that is only seen is not acknowledged: pictures take themselves, and each says when it is kept
 */
export function useSeenCodes(isQuiet: boolean): {
  codes: readonly SeenCode[];
  see(scan: FrameScan): void;
  hasUnkept: SeenCodes['hasUnkept'];
  picture: SeenCodes['picture'];
  isKept: SeenCodes['isKept'];
} {
  const [codes, setCodes] = useState<readonly SeenCode[]>([]);
  const made = useRef<SeenCodes>(undefined);
  made.current ??= createSeenCodes();
  const seen = made.current;
  const shown = useRef('');
  const quiet = useRef(isQuiet);
  quiet.current = isQuiet;

  const show = useCallback(() => {
    const next = seen.shown();
    const state = next
      .map(({ barcode, isInSight, isKept }) => `${codeKey(barcode)} ${isInSight} ${isKept}`)
      .join('\n');
    if (state === shown.current) return;
    shown.current = state;
    setCodes(next);
  }, [seen]);
  return {
    codes,
    see: useCallback(
      (scan) => {
        const isNew = seen.see(scan);
        show();
        if (isNew && !quiet.current) feelRead();
      },
      [seen, show],
    ),
    hasUnkept: seen.hasUnkept,
    picture: seen.picture,
    isKept: seen.isKept,
  };
}
