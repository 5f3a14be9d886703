import type { Quad, Reading } from '@readout/image-reader';
import type { AddedModel } from '@readout/image-reader/added-models';
import type { FoundFiles } from '@readout/plugin-kit';
import type { LoadedPlugin, PluginRecord, PluginRun } from '@readout/plugin-sandbox/node';

/** What the reader's process is started with. */
export interface ReaderInit {
  /** Text models that read besides those of the package. */
  models: AddedModel[];
  only: 'barcodes' | 'text' | undefined;
  languages: string[];
  /** BCP 47 tag with a region. */
  locale: string;
  /** ISO 8601 day. */
  today: string;
}

/** What was seen on a page, and with the first the files that are in a PDF. */
export type PageReading = Reading & FoundFiles;

export type ReaderJob =
  /** Keeps the file for the `page` jobs to come; answers {@link Opened}. */
  | { kind: 'open'; bytes: Uint8Array }
  /** Reads a page (1-based) of the file kept; answers its {@link PageReading}. */
  | { kind: 'page'; number: number }
  /** Runs readers over the pages of a file, in their order; answers {@link MadeRecords}. */
  | { kind: 'records'; plugins: LoadedPlugin[]; pages: PageReading[] }
  /** Cuts places out of a page; answers an array of `Crop`. */
  | { kind: 'crop'; bytes: Uint8Array; page: number; pageWidth: number; boxes: Quad[] };

export interface Opened {
  pages: number;
}

export interface MadeRecords {
  records: PluginRecord[];
  runs: PluginRun[];
  /** Milliseconds all plugins together took. */
  pluginsMs: number;
}
