import type { Barcode } from '@readout/image-reader';
import type { FrameScan } from '@readout/image-reader/live';
import { codeKey } from './tally.ts';

/** A code that was in sight. */
export interface SeenCode {
  barcode: Barcode;
  /** Whether it still is. */
  isInSight: boolean;
  /** Whether it stands on a picture that is kept on this device. */
  isKept: boolean;
}

export interface SeenCodes {
  /** @returns whether a code came into sight */
  see(scan: Pick<FrameScan, 'at' | 'barcodes'>): boolean;
  /** Newest last. */
  shown(): SeenCode[];
  /** Whether something in sight is on no kept picture, nor on one that is just being taken. */
  hasUnkept(): boolean;
  /** A picture is taken of what the newest frame showed. @returns to be called with whether it is kept */
  picture(): (isKept: boolean) => void;
  isKept(barcode: Pick<Barcode, 'format' | 'text'>): boolean;
}

/** Shown after they left the picture, until others come. */
const maxCodes = 8;
/** A code that is missed in a frame or two was not taken away. */
const inSightMs = 600;
/** A scan that arrives first after the press may be of a frame from before it. */
const scansBefore = 1;
/** Scans within which a code has to be seen again to be on the picture. */
const maxScans = 12;
/** Where a code can hardly be read there would be no end of pictures. */
const maxPictures = 3;

interface Entry {
  barcode: Barcode;
  firstAt: number;
  lastAt: number;
  isKept: boolean;
  pictures: number;
}

interface Picture {
  keys: ReadonlySet<string>;
  /** Seen again after the press: these are on it. */
  shown: Set<string>;
  scans: number;
  /** Undefined while it is being kept. */
  isKept: boolean | undefined;
}

/**
 * Codes in the order they came into sight, and which of them are kept. A code is on a picture if it was seen before the
 * press and after it: what was exchanged in between may be on neither side of it.
 */
export function createSeenCodes(): SeenCodes {
  const seen = new Map<string, Entry>();
  let pictures: Picture[] = [];
  let newest: readonly string[] = [];
  let now = 0;

  const isInSight = ({ lastAt }: Entry): boolean => now - lastAt <= inSightMs;
  const settle = ({ isKept, shown }: Picture): void => {
    if (!isKept) return;
    for (const key of shown) {
      const entry = seen.get(key);
      if (entry) entry.isKept = true;
    }
  };
  return {
    see(scan) {
      now = scan.at;
      newest = scan.barcodes.map(codeKey);
      let isNew = false;
      for (const barcode of scan.barcodes) {
        const key = codeKey(barcode);
        const known = seen.get(key);
        const cameBack =
          known && !isInSight(known) && [...seen.values()].some(({ firstAt }) => firstAt > known.lastAt);
        if (known && !cameBack) {
          known.lastAt = now;
          continue;
        }
        isNew = true;
        // Again at the end of the order.
        seen.delete(key);
        seen.set(key, { barcode, firstAt: now, lastAt: now, isKept: false, pictures: 0 });
      }
      // What came new replaces what is gone.
      if (isNew) for (const [key, each] of seen) if (!isInSight(each)) seen.delete(key);
      for (const picture of pictures) {
        picture.scans++;
        if (picture.scans > scansBefore && picture.scans <= maxScans)
          for (const key of newest) if (picture.keys.has(key)) picture.shown.add(key);
        settle(picture);
      }
      pictures = pictures.filter(({ scans, isKept }) => isKept === undefined || scans <= maxScans);
      return isNew;
    },
    shown: () =>
      [...seen.values()]
        .slice(-maxCodes)
        .map((each) => ({ barcode: each.barcode, isInSight: isInSight(each), isKept: each.isKept })),
    hasUnkept: () =>
      newest.some((key) => {
        const entry = seen.get(key);
        const isBeingTaken = pictures.some(
          ({ keys, shown, scans }) => keys.has(key) && (scans <= maxScans || shown.has(key)),
        );
        return entry !== undefined && !entry.isKept && !isBeingTaken && entry.pictures < maxPictures;
      }),
    picture() {
      const mine: Picture = { keys: new Set(newest), shown: new Set(), scans: 0, isKept: undefined };
      pictures.push(mine);
      for (const key of newest) {
        const entry = seen.get(key);
        if (entry) entry.pictures++;
      }
      return (isKept) => {
        mine.isKept = isKept;
        settle(mine);
        if (!isKept) pictures = pictures.filter((each) => each !== mine);
      };
    },
    isKept: (barcode) => seen.get(codeKey(barcode))?.isKept ?? false,
  };
}
