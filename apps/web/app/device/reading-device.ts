import type { Reading } from '@readout/image-reader';
import type { BrowserReader, BrowserWatchOptions, Part, UnloadedModel } from '@readout/image-reader/browser';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { BrowserSandbox, PluginRecord, PluginRun } from '@readout/plugin-sandbox/browser';
import { textOfPage } from '../texts/page-text.ts';
import { modelAssets, type ReadersForDevice } from './readers-for-device.ts';

/** Pixels without a file: 8-bit RGBA. */
export type Pixels = Exclude<Parameters<BrowserReader['readImage']>[0], ImageBitmap>;

export interface DeviceReading {
  reading: Reading;
  /** The most certain first, as the server orders them. */
  records: PluginRecord[];
  runs: PluginRun[];
  /** Readers that were there to be run. */
  readers: { id: string; version: string }[];
  /** What they name and type. */
  manifests: Manifest[];
}

export interface DeviceReaderState {
  status: 'off' | 'loading' | 'ready' | 'failed';
  /** Of what was asked for; both 0 before the first byte. */
  loadedBytes: number;
  totalBytes: number;
  /** Why it failed, in a sentence. */
  message?: string;
  /** Text models of the installation that could not be loaded: those that come with it read in their place. */
  unloaded?: readonly UnloadedModel[];
}

export interface DeviceReadOptions {
  signal?: AbortSignal | undefined;
  only?: 'text' | 'barcodes' | undefined;
  /** Pixels; see `ReadOptions` of the engine. */
  textHeight?: number | undefined;
  /** 1-based page of a file. */
  page?: number | undefined;
  /** In place of the company's: BCP 47 tags and locale of what is in the picture. */
  language?: Pick<ReadersForDevice, 'languages' | 'locale'> | undefined;
}

export interface WatchOptions extends Pick<BrowserWatchOptions, 'found' | 'signal'> {
  /** Is given what is seen so far, the tallest lines first. */
  onSeen(reading: Reading): void;
  /** Is given what the readers make of the text once all of it is read, while displays, zones and codes are still looked for. */
  onDraft(draft: DeviceReading): void;
}

/** Engine and readers on this device. */
export interface ReadingDevice {
  /** Fetches and starts what is needed; again is free, after a failure it is tried again. */
  load(onProgress?: (state: DeviceReaderState) => void, only?: 'text' | 'barcodes'): Promise<void>;
  /** The same object until it changes. */
  state(): DeviceReaderState;
  subscribe(listener: () => void): () => void;
  /** Reads and runs the readers, as the server would. A bitmap is closed for the caller. */
  read(source: Blob | ImageBitmap | Pixels, options?: DeviceReadOptions): Promise<DeviceReading>;
  /** The same of a file, with its upright picture, which is the caller's to close. */
  readFile(file: Blob, options?: DeviceReadOptions): Promise<DeviceReading & { picture: ImageBitmap }>;
  /**
   * Reads a frame as {@link read} does, and tells of it meanwhile. A bitmap is closed for the caller.
   *
   * @param options.found what the scan of the frame found
   */
  watch(frame: ImageBitmap, options: WatchOptions): Promise<DeviceReading>;
  /** What the engine sees, without running a reader. A bitmap is closed for the caller. */
  see(source: ImageBitmap | Pixels, options?: DeviceReadOptions): Promise<Reading>;
  /** Runs the readers over a reading that exists already. */
  records(reading: Reading, options?: Pick<DeviceReadOptions, 'language'>): Promise<DeviceReading>;
  /** Ends the workers and gives their memory back; the next call starts again. */
  close(): void;
}

/** Bytes come in hundreds of pieces; pages that show how many are drawn that often. */
const progressMs = 250;

const off: DeviceReaderState = { status: 'off', loadedBytes: 0, totalBytes: 0 };

/** Nothing is fetched before the first call. `findReaders` is asked at each reading, its text models are those of the first. */
export function createReadingDevice(findReaders: () => Promise<ReadersForDevice>): ReadingDevice {
  let parts: Promise<{ engine: BrowserReader; sandbox: BrowserSandbox }> | undefined;
  let state = off;
  const listeners = new Set<() => void>();
  const progress = new Map<Part, { loadedBytes: number; totalBytes: number }>();
  const loaded = new Map<string, Promise<void>>();

  const setState = (next: DeviceReaderState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const sum = () => {
    let loadedBytes = 0;
    let totalBytes = 0;
    for (const part of progress.values()) {
      loadedBytes += part.loadedBytes;
      totalBytes += part.totalBytes;
    }
    return { loadedBytes, totalBytes };
  };

  const start = async ({ models }: ReadersForDevice) => {
    const [{ engineAssets, sandboxWasm }, { createImageReader }, { createSandbox }] = await Promise.all([
      import('./assets.client.ts'),
      import('@readout/image-reader/browser'),
      import('@readout/plugin-sandbox/browser'),
    ]);
    return {
      engine: createImageReader({ assets: { ...engineAssets, added: modelAssets(models) } }),
      sandbox: createSandbox({ wasm: sandboxWasm }),
    };
  };
  const started = (readers: ReadersForDevice) => {
    parts ??= start(readers).catch((error) => {
      // A script that could not be fetched: the next call asks again.
      parts = undefined;
      throw error;
    });
    return parts;
  };

  const loadParts = async (wanted: readonly Part[], readers: ReadersForDevice): Promise<void> => {
    const { engine, sandbox } = await started(readers);
    let toldAt = Number.NEGATIVE_INFINITY;
    const engineParts = wanted.map((part) =>
      engine.load(part, ({ part: of, loadedBytes, totalBytes }) => {
        progress.set(of, { loadedBytes, totalBytes });
        const now = performance.now();
        if (now - toldAt < progressMs) return;
        toldAt = now;
        setState({ status: 'loading', ...sum() });
      }),
    );
    await Promise.all([sandbox.load(), ...engineParts]);
  };

  const loadFor = async (
    only: DeviceReadOptions['only'],
    language?: DeviceReadOptions['language'],
  ): Promise<ReadersForDevice> => {
    try {
      if (state.status !== 'ready') setState({ status: 'loading', ...sum() });
      const readers = await findReaders();
      const wanted: Part[] = only ? [only] : ['barcodes', 'text'];
      const name = `${wanted}`;
      let loading = loaded.get(name);
      if (!loading) {
        loading = loadParts(wanted, readers);
        loaded.set(name, loading);
        loading.catch(() => loaded.delete(name));
      }
      await loading;
      const { unloaded } = (await started(readers)).engine.runtime() ?? {};
      if (state.status !== 'ready' || state.unloaded !== unloaded)
        setState({ status: 'ready', ...sum(), ...(unloaded && { unloaded }) });
      return { ...readers, ...language };
    } catch (error) {
      setState({ status: 'failed', ...sum(), message: messageOf(error) });
      throw error;
    }
  };

  const run = async (reading: Reading, readers: ReadersForDevice): Promise<DeviceReading> => {
    const { sandbox } = await started(readers);
    const { records, runs } = await sandbox.runReaders(readers.readers, {
      reading,
      settings: {},
      locale: readers.locale,
      today: today(),
      ...(readers.company ? { company: readers.company } : {}),
    });
    return {
      reading,
      records,
      runs,
      readers: readers.readers.map(({ manifest }) => ({ id: manifest.id, version: manifest.version })),
      manifests: readers.readers.map(({ manifest }) => manifest),
    };
  };

  const see = async (
    source: ImageBitmap | Pixels,
    { signal, only, textHeight }: DeviceReadOptions,
    readers: ReadersForDevice,
  ): Promise<Reading> => {
    const { engine } = await started(readers);
    return engine.readImage(source, { signal, only, textHeight, languages: readers.languages });
  };

  const readFile: ReadingDevice['readFile'] = async (file, { signal, only, page, language } = {}) => {
    const readers = await loadFor(only, language);
    const { engine } = await started(readers);
    const { reading, picture } = await engine.read(file, {
      signal,
      only,
      page,
      languages: readers.languages,
    });
    try {
      return { ...(await run(reading, readers)), picture };
    } catch (error) {
      picture.close();
      throw error;
    }
  };

  return {
    async load(onProgress, only) {
      const tell = onProgress && (() => onProgress(state));
      if (tell) listeners.add(tell);
      try {
        await loadFor(only);
      } finally {
        if (tell) listeners.delete(tell);
      }
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async read(source, options = {}) {
      if (source instanceof Blob) {
        const { picture, ...reading } = await readFile(source, options);
        picture.close();
        return reading;
      }
      const readers = await loadFor(options.only, options.language);
      return run(await see(source, options, readers), readers);
    },
    readFile,
    async watch(frame, { found, signal, onSeen, onDraft }) {
      const readers = await loadFor(undefined);
      const { engine } = await started(readers);
      let isRead = false;
      const reading = await engine.watchImage(frame, {
        found,
        signal,
        languages: readers.languages,
        onReading(seen, isAllText) {
          onSeen(seen);
          if (!isAllText) return;
          // A reader that fails says so when all is read.
          run(seen, readers).then(
            (draft) => isRead || onDraft(draft),
            () => undefined,
          );
        },
      });
      const result = await run(reading, readers);
      isRead = true;
      return result;
    },
    see: async (source, options = {}) => see(source, options, await loadFor(options.only, options.language)),
    async records(reading, { language } = {}) {
      return run(reading, { ...(await findReaders()), ...language });
    },
    close() {
      const ended = parts;
      parts = undefined;
      loaded.clear();
      progress.clear();
      setState(off);
      ended?.then(
        ({ engine, sandbox }) => {
          engine.close();
          sandbox.close();
        },
        () => undefined,
      );
    },
  };
}

/** The day of the capture, as the server counts days: in UTC. */
const today = (): string => new Date().toISOString().slice(0, 10);

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : textOfPage()('common.device_reader.not_started');
