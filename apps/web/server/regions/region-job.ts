import type { RegionContent } from '@readout/domain/records/read-region';
import type { Region } from '@readout/domain/records/rules';

/** One region of a page to read. */
export interface RegionJob {
  /** The stored file. */
  bytes: Uint8Array;
  /** 1-based page of the file. */
  page: number;
  region: Region;
  /** BCP 47. */
  languages: string[];
}

export type RegionAnswer = ({ ok: true } & RegionContent) | { ok: false; message: string };
