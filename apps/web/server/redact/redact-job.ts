import type { HiddenRegion } from '@readout/domain/plugins/submissions/rules';

/** A page of which regions are painted over. */
export interface RedactJob {
  /** The stored file. */
  bytes: Uint8Array;
  /** 1-based page of the file. */
  page: number;
  /** Of the upright page as it was read, pixels: what the regions are in. */
  size: { width: number; height: number };
  regions: readonly HiddenRegion[];
  maxSide: number;
}

/** WebP, or why there is none. */
export type RedactAnswer = { ok: true; picture: Uint8Array } | { ok: false; message: string };
