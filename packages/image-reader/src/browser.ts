import type {
  Answer,
  BrowserReader,
  BrowserReaderOptions,
  BrowserReadOptions,
  LoadProgress,
  Part,
  Request,
  RuntimeFacts,
} from './browser/contract.ts';
import { ReaderLoadError } from './browser/contract.ts';
import type { OpenedFile } from './decode/open-file.ts';
import type { ReadOptions, Watcher } from './engine.ts';
import { ImageError } from './errors.ts';
import type { RgbaImage } from './image.ts';
import type { Reading } from './reading.ts';

export type {
  AddedModelAssets,
  Backend,
  BrowserAssets,
  BrowserReader,
  BrowserReaderOptions,
  BrowserReadOptions,
  BrowserWatchOptions,
  DescribedFile,
  LoadProgress,
  Part,
  RuntimeFacts,
  UnloadedModel,
} from './browser/contract.ts';
export { ReaderLoadError } from './browser/contract.ts';

/** Most threads the networks are given: beyond it they wait for each other more than they work. */
const maxThreads = 4;

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  onProgress?: ((progress: LoadProgress) => void) | undefined;
  onReading?: Watcher['onReading'] | undefined;
}

/** What a request holds besides its number. */
type Asked = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/**
 * The server's engine for a page: the same stages, networks and decoders in a worker of its own, which starts with the
 * first call and again after a crash.
 */
export function createImageReader(options: BrowserReaderOptions): BrowserReader {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let facts: RuntimeFacts | undefined;
  let isClosed = false;
  let lastId = 0;

  /** Rejects whatever is awaited and lets the worker go; the next call starts a fresh one. */
  function end(error: Error): void {
    worker?.terminate();
    worker = undefined;
    facts = undefined;
    const open = [...pending.values()];
    pending.clear();
    for (const { reject } of open) reject(error);
  }

  function start(): Worker {
    const started = new Worker(new URL('./browser/worker.ts', import.meta.url), {
      type: 'module',
      name: 'image-reader',
    });
    started.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'runtime') {
        facts = data.facts;
        return;
      }
      const waiting = pending.get(data.id);
      if (data.kind === 'progress') {
        waiting?.onProgress?.(data.progress);
        return;
      }
      if (data.kind === 'seen') {
        waiting?.onReading?.(data.reading, data.isAllText);
        return;
      }
      pending.delete(data.id);
      if (data.kind === 'result') waiting?.resolve(data.value);
      else if (data.failure.kind === 'crash') {
        waiting?.reject(crashed(data.failure.message));
        // Memory of WebAssembly may be left corrupt.
        end(crashed(data.failure.message));
      } else if (data.failure.kind === 'image' && data.failure.code)
        waiting?.reject(new ImageError(data.failure.code, data.failure.message));
      else waiting?.reject(new ReaderLoadError(data.failure.message));
    };
    started.onerror = (event) => {
      event.preventDefault();
      end(crashed(event.message));
    };
    const cores = navigator.hardwareConcurrency || 1;
    const request: Request = {
      kind: 'configure',
      assets: options.assets,
      threads: crossOriginIsolated ? Math.max(1, options.threads ?? Math.min(cores, maxThreads)) : 1,
      backend: options.backend ?? 'wasm',
    };
    started.postMessage(request);
    return started;
  }

  function ask<T>(
    asked: Asked,
    transfer: Transferable[] = [],
    {
      signal,
      ...listeners
    }: { signal?: AbortSignal | undefined } & Pick<Pending, 'onProgress' | 'onReading'> = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (isClosed) throw new Error('The image reader is closed.');
      signal?.throwIfAborted();
      worker ??= start();
      const id = ++lastId;
      const onAbort = (): void => {
        worker?.postMessage({ kind: 'abort', id } satisfies Request);
        pending.delete(id);
        reject(signal?.reason);
      };
      const done =
        <V>(settle: (value: V) => void) =>
        (value: V): void => {
          signal?.removeEventListener('abort', onAbort);
          settle(value);
        };
      pending.set(id, {
        resolve: done(resolve as (value: unknown) => void),
        reject: done(reject),
        ...listeners,
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      worker.postMessage({ ...asked, id } as Request, transfer);
    });
  }

  return {
    load: (part: Part, onProgress) => ask<void>({ kind: 'load', part }, [], { onProgress }),
    open: (file: Blob) => ask<OpenedFile>({ kind: 'open', file }),
    read: (file: Blob, { signal, ...read }: BrowserReadOptions = {}) =>
      ask({ kind: 'read', file, options: read satisfies ReadOptions }, [], { signal }),
    readImage: (frame: ImageBitmap | RgbaImage, { signal, ...read }: BrowserReadOptions = {}) =>
      ask<Reading>(
        { kind: 'readImage', image: frame, options: read satisfies ReadOptions },
        'close' in frame ? [frame] : [],
        { signal },
      ),
    watchImage: (frame, { signal, onReading, found, ...read }) =>
      ask<Reading>(
        { kind: 'readImage', image: frame, options: read satisfies ReadOptions, found },
        'close' in frame ? [frame] : [],
        { signal, onReading },
      ),
    runtime: () => facts,
    close() {
      isClosed = true;
      end(new Error('The image reader was closed.'));
    },
  };
}

function crashed(detail: string): ImageError {
  return new ImageError(
    'reader.crashed',
    `The reader on this device stopped while reading (${detail}). Try again; the server reads the picture too.`,
  );
}
