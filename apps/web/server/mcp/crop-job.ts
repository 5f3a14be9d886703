import type { Quad } from '@readout/image-reader';
import type { Crop } from '@readout/image-reader/crop/node';

/** What is cut out of the picture of a page. */
export interface CropJob {
  bytes: Uint8Array;
  /** Of the upright picture the boxes are on, in pixels. */
  pageWidth: number;
  boxes: Quad[];
}

/** One for each box, or why there are none. */
export type CropAnswer = { ok: true; crops: Crop[] } | { ok: false; message: string };
