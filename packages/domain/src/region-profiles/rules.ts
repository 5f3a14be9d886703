/** A rectangle in whole pixels of the picture it was marked in. */
export interface MarkedRegion {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const readKinds = ['text', 'number', 'segments'] as const;

/** What is read in a region. All but `kind` only for `number` and `segments`. */
export interface RegionReads {
  kind: (typeof readKinds)[number];
  /** How the display separates decimals; absent: it shows whole numbers, or none is expected. */
  decimalMark?: '.' | ',';
  /** Digits the display shows in all, 1 to 20. */
  digits?: number;
  /** Digits after the decimal mark, 0 to 9. */
  decimals?: number;
  /** At most 20 characters. */
  unit?: string;
  /** Least and most value that is plausible. */
  min?: number;
  max?: number;
}

/**
 * What the picture around a region looks like: made, understood and compared by the device (`region-match.ts` of the web
 * app), kept here as it came.
 */
export interface RegionFingerprint {
  version: 1;
  [part: string]: unknown;
}

/** A region of a screen that is read again and again, known by its surroundings. */
export interface RegionProfile {
  id: string;
  name: string;
  /** Size of the picture it was marked in. */
  frame: { width: number; height: number };
  region: MarkedRegion;
  fingerprint: RegionFingerprint;
  reads: RegionReads;
  /** Grows with every change. */
  revision: number;
  createdBy: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
}
