import type { FrameScan } from '@readout/image-reader/live';
import { useCallback, useRef, useState } from 'react';
import { feelRead } from './feedback.ts';
import { codeKey } from './tally.ts';
import type { SeenCode } from './tray.tsx';

/** Shown after they left the picture, until others come. */
const maxCodes = 8;
/** A code that is missed in a frame or two was not taken away. */
const inSightMs = 600;

/** Codes in the order they came into sight, those in sight first told apart from those that were. */
export function useSeenCodes(): { codes: readonly SeenCode[]; see(scan: FrameScan): void; forget(): void } {
  const [codes, setCodes] = useState<readonly SeenCode[]>([]);
  const seen = useRef(new Map<string, { code: SeenCode; lastAt: number }>());
  const shown = useRef('');

  const see = useCallback((scan: FrameScan) => {
    let isNew = false;
    for (const barcode of scan.barcodes) {
      const key = codeKey(barcode);
      const known = seen.current.get(key);
      if (known) known.lastAt = scan.at;
      else {
        isNew = true;
        seen.current.set(key, { code: { barcode, isInSight: true }, lastAt: scan.at });
      }
    }
    const isInSight = ({ lastAt }: { lastAt: number }): boolean => scan.at - lastAt <= inSightMs;
    // What came new replaces what is gone.
    if (isNew) for (const [key, each] of seen.current) if (!isInSight(each)) seen.current.delete(key);
    const next = [...seen.current.values()].slice(-maxCodes);
    const state = next.map((each) => `${codeKey(each.code.barcode)} ${isInSight(each)}`).join('\n');
    if (state === shown.current) return;
    shown.current = state;
    setCodes(next.map((each) => ({ barcode: each.code.barcode, isInSight: isInSight(each) })));
    if (isNew) feelRead();
  }, []);

  const forget = useCallback(() => {
    seen.current.clear();
    shown.current = '';
    setCodes([]);
  }, []);
  return { codes, see, forget };
}
