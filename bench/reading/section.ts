import type { Line } from '@readout/image-reader';
import type { ImageReader } from '@readout/image-reader/node';
import type { Normalise } from './text-scores.ts';

/** One row of a table of results: who was measured and what came out. Values are shares (0 to 1), counts or milliseconds. */
export interface ResultRow {
  who: string;
  pictures: number;
  values: Record<string, number>;
}

/** Results of one kind of pictures. */
export interface Section {
  name: string;
  title: string;
  /** How the figures were made, one sentence each. */
  method: string[];
  rows: ResultRow[];
  /** Per picture, for finding what to improve. */
  pictures: Record<string, Record<string, number>>;
}

export interface BenchContext {
  reader: ImageReader;
  /** Folder of the sample data. */
  data: string;
  /** At most so many pictures of each kind. */
  limit: number;
  /** Measure the peers too. */
  peers: boolean;
  /** Told of every picture, once it is measured. */
  onPicture(picture: MeasuredPicture): Promise<void>;
}

/** One picture as it was measured, for looking at it. */
export interface MeasuredPicture {
  section: string;
  file: string;
  /** Printed texts; those whose place is not known have no box. */
  printed: readonly { text: string; box?: readonly (readonly [number, number])[] }[];
  /** Whether letter case counts. */
  normalise: Normalise;
  lines: readonly Line[];
  values: Record<string, number>;
}

/** A measuring of one kind of pictures; `run.ts` lists them. */
export type Measure = (context: BenchContext) => Promise<Section>;
