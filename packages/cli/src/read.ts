import { ImageError, type Quad } from '@readout/image-reader';
import type { Crop } from '@readout/image-reader/crop/node';
import { type ChildReader, createChildReader } from '@readout/image-reader/process/host';
import { firstPageOf } from '@readout/plugin-kit/document';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/first-party';
import type { LoadedPlugin, PluginRecord, PluginRun } from '@readout/plugin-sandbox/node';
import { formatText, hasText, type TextKey } from '@readout/texts';
import type { MadeRecords, Opened, PageReading, ReaderInit, ReaderJob } from './jobs.ts';
import { localDay } from './local-day.ts';
import { modelsForReading } from './models/models-for-reading.ts';
import { FileError, readFileWithin } from './read-file.ts';
import { locale, say } from './say.ts';
import { UsageError } from './usage-error.ts';

/** One picture, or one page of a document, read. */
export interface PageResult {
  /** As named in the call. */
  file: string;
  reading: PageReading;
  /** Those that begin on it: readers are run once over all pages of a file. */
  records: PluginRecord[];
  /** How the readers did; with the first page that could be read. */
  runs: PluginRun[];
  /** Milliseconds all plugins together took; with the first page that could be read. */
  pluginsMs: number;
  /** Milliseconds from the file's bytes (for later pages: from the page's turn) until it was read. */
  ms: number;
}

/** A file, or one page of it, that could not be read. */
export interface Failure {
  file: string;
  /** 1-based, where it is a page and not the file that failed. */
  page?: number;
  code: string;
  message: string;
}

export interface ReadRequest {
  plugins: string[] | undefined;
  only: 'barcodes' | 'text' | undefined;
  languages: string[];
  /** Folder of text models; undefined: those of the installation here. */
  models?: string | undefined;
}

/** Of a processor core that a page may take, and that it may go without getting on; a hostile one ends here. */
const pageTimeoutMs = 120_000;
/** The reader's process is replaced when it holds more after a page. */
const maxRssMb = 1_500;

/**
 * Reads files one after the other in one warm engine, in a process of its own; results come in the order
 * of the files, each as soon as it is there.
 *
 * @throws UsageError where a plugin is asked for that there is not
 * @throws ImageError `reader.crashed` where the engine does not start
 */
export async function* readFiles({
  files,
  ...request
}: ReadRequest & { files: string[] }): AsyncGenerator<PageResult | Failure> {
  const reader = await openFileReader(request);
  try {
    for (const file of files) yield* reader.read(file);
  } finally {
    await reader.close();
  }
}

/** A warm engine in a process of its own, for one file after the other. */
export interface FileReader {
  /** The pages of a file, once all of them were read. */
  read(file: string, maxPages?: number): AsyncGenerator<PageResult | Failure>;
  /**
   * Cuts places out of a page of the file that was read last.
   * @param place boxes in pixels of the upright picture, which is `pageWidth` wide
   * @throws ImageError
   */
  crop(place: { page: number; pageWidth: number; boxes: Quad[] }): Promise<Crop[]>;
  close(): Promise<void>;
}

/** @throws as {@link readFiles} */
export async function openFileReader(request: ReadRequest): Promise<FileReader> {
  const child = createChildReader({
    entry: new URL('./reader-child.ts', import.meta.url),
    timeoutMs: pageTimeoutMs,
    maxRssMb,
    init: await readerInit(request),
  });
  let bytes: Uint8Array = new Uint8Array();
  let plugins: LoadedPlugin[];
  try {
    [plugins] = await Promise.all([pluginsFor(request), child.warmUp()]);
  } catch (error) {
    await child.close();
    throw error;
  }
  return {
    read: (file, maxPages) =>
      readPages(child, file, {
        plugins,
        maxPages,
        keep: (read) => {
          bytes = read;
        },
      }),
    crop: async (place) => (await child.run({ kind: 'crop', bytes, ...place } satisfies ReaderJob)) as Crop[],
    close: () => child.close(),
  };
}

async function readerInit({ only, languages, models }: ReadRequest): Promise<ReaderInit> {
  const { language, region } = new Intl.Locale(languages[0]!).maximize();
  return {
    // Scanning codes needs no models.
    models: only === 'barcodes' ? [] : await modelsForReading(models),
    only,
    languages,
    locale: region === undefined ? language : `${language}-${region}`,
    today: localDay(new Date()),
  };
}

async function pluginsFor({ plugins: wanted }: ReadRequest): Promise<LoadedPlugin[]> {
  const plugins = await loadFirstPartyPlugins();
  if (wanted === undefined) return plugins;
  const ids = plugins.map(({ manifest }) => manifest.id);
  const unknown = wanted.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new UsageError(say('cli.usage.no_plugin', { plugin: unknown, plugins: ids.join(', ') }));
  return plugins.filter(({ manifest }) => wanted.includes(manifest.id));
}

async function* readPages(
  reader: ChildReader,
  file: string,
  {
    plugins,
    keep,
    maxPages = Number.POSITIVE_INFINITY,
  }: { plugins: LoadedPlugin[]; keep(bytes: Uint8Array): void; maxPages?: number | undefined },
): AsyncGenerator<PageResult | Failure> {
  let started = performance.now();
  let bytes: Uint8Array;
  let pages: number;
  const open = async (): Promise<Opened> =>
    (await reader.run({ kind: 'open', bytes } satisfies ReaderJob)) as Opened;
  try {
    bytes = await readFileWithin(file);
    keep(bytes);
    ({ pages } = await open());
  } catch (error) {
    yield failure(file, error);
    return;
  }
  let holder = reader.pid();
  const results: ({ reading: PageReading; ms: number } | Failure)[] = [];
  for (let number = 1; number <= Math.min(pages, maxPages); number++) {
    try {
      // A process that was replaced after a page no longer has the file.
      if (reader.pid() !== holder) {
        await open();
        holder = reader.pid();
      }
      const reading = (await reader.run({ kind: 'page', number } satisfies ReaderJob)) as PageReading;
      results.push({ reading, ms: performance.now() - started });
    } catch (error) {
      results.push({ ...failure(file, error), ...(pages > 1 ? { page: number } : {}) });
    }
    started = performance.now();
  }
  const readings = results.flatMap((result) => ('reading' in result ? [result.reading] : []));
  let made: MadeRecords | undefined;
  if (readings.length > 0)
    try {
      made = (await reader.run({
        kind: 'records',
        plugins,
        pages: readings,
      } satisfies ReaderJob)) as MadeRecords;
    } catch (error) {
      yield failure(file, error);
    }
  for (const result of results) {
    if (!('reading' in result)) {
      yield result;
      continue;
    }
    const { reading } = result;
    const isFirst = reading === readings[0];
    const begins = (record: PluginRecord): boolean =>
      (firstPageOf(record) ?? readings[0]!.page.number) === reading.page.number;
    yield {
      file,
      ...result,
      records: made?.records.filter(begins) ?? [],
      runs: isFirst ? (made?.runs ?? []) : [],
      pluginsMs: isFirst ? (made?.pluginsMs ?? 0) : 0,
    };
  }
}

function failure(file: string, error: unknown): Failure {
  if (error instanceof ImageError || error instanceof FileError) {
    return { file, code: error.code, message: error.message };
  }
  throw error;
}

/** What the engine refuses is said by its code, in the reader's language. */
export function failureInWords({ code, message }: Pick<Failure, 'code' | 'message'>): string {
  const [title, action] = [`error.${code}.title`, `error.${code}.action`] as TextKey[];
  if (!title || !action || !hasText(locale, title)) return message;
  return `${formatText(locale, title, {} as never)}. ${formatText(locale, action, {} as never)}`;
}
