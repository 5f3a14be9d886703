import type { Quad } from '@readout/image-reader';

/** One page to flatten. */
export interface FlattenJob {
  /** The stored file. */
  bytes: Uint8Array;
  /** 1-based page of the file. */
  page: number;
  /** Corners in pixels of the upright picture. */
  quad: Quad;
}

/** WebP, or why there is none. */
export type FlattenAnswer = { ok: true; picture: Uint8Array } | { ok: false; code: string; message: string };
