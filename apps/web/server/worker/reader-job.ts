import type { PageReading } from '@readout/domain/captures/rules';
import type { ImageErrorValues, PictureLocation } from '@readout/image-reader';
import type { AddedModel } from '@readout/image-reader/added-models';
import type { CompanyIdentity, JsonValue, RecordData } from '@readout/plugin-kit';
import type { LoadedPlugin } from '@readout/plugin-sandbox';

/** What the reader process gets at its start. */
export interface ReaderInit {
  /** Threads of the text models; 0: the runtime's choice. */
  threads: number;
  /** Those of the installation that are in use. The process can reach no path of the data folder. */
  models: AddedModel[];
}

/** What the readers are run with. */
interface ReadersJob {
  /** Processor milliseconds it may take. */
  maxCpuMs: number;
  locale: string;
  /** ISO 8601. */
  today: string;
  company: CompanyIdentity;
  /** The readers to run, in this order. `key`: the same for the same version and bytes, nothing else. */
  plugins: { key: string; settings: Record<string, JsonValue>; isShadow?: boolean }[];
  /** Those the process has not got yet; it keeps them for the jobs to come. */
  brought: { key: string; plugin: LoadedPlugin }[];
}

/** One page to read. */
export interface PageJob extends ReadersJob {
  kind: 'page';
  /** The stored file. The process can reach no path of the store. */
  bytes: Uint8Array;
  /** 1-based. */
  page: number;
  /** Whether the document has other pages: the readers are run once all of them were read. */
  hasOthers: boolean;
  /** BCP 47. */
  languages: string[];
  /** Whether where the picture was taken is reported and stays in its view. */
  keepLocation: boolean;
  /** Whether files attached to an e-invoice are named only, not opened. */
  leavesOutAttached?: boolean;
}

/** The readers to run over a document whose pages were read. */
export interface RecordsJob extends ReadersJob {
  kind: 'records';
  /** In their order. */
  pages: PageReading[];
}

export type ReaderJob = PageJob | RecordsJob;

/** Before anything is read: the process has to be brought these. */
export interface MissingPlugins {
  missing: string[];
}

export interface ReaderRun {
  plugin: string;
  version: string;
  recordCount: number;
  durationMs: number;
  failure?: { code: string; message: string };
}

/** What the readers made of a document, and how each did. */
export interface MadeRecords {
  /** The same of versions that run as shadows, where there are any. */
  shadowed?: Omit<MadeRecords, 'shadowed'>;
  records: (RecordData & { plugin: string; pluginVersion: string })[];
  runs: ReaderRun[];
}

/**
 * What came of a page, without records where its document has other pages. `pages` is known as soon as the file could be opened,
 * also where this page is damaged.
 */
export type PageAnswer =
  | { ok: false; code: string; message: string; values: ImageErrorValues; pages?: number }
  | (MadeRecords & {
      ok: true;
      reading: PageReading;
      /** Only where the job says that it is kept. */
      location?: PictureLocation;
      /** WebP. */
      thumbnail: Uint8Array;
      view: Uint8Array;
    });
