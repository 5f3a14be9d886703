import type { OpenedFile } from '../decode/open-file.ts';
import type { ReadOptions, Watcher } from '../engine.ts';
import type { ImageErrorCode } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import type { Reading } from '../reading.ts';
import type { ModelRole } from '../text/scripts.ts';

/**
 * Addresses of the files the engine is made of, all of the page's own origin. The package names no address itself: the
 * caller's bundler knows them. Nothing is fetched before it is needed.
 */
export interface BrowserAssets {
  /** `zxing-wasm/reader/zxing_reader.wasm`. */
  zxingWasm: string;
  /** `onnxruntime-web/ort-wasm-simd-threaded.wasm` and the script that goes with it, whose threads start from it. */
  onnxWasm: string;
  onnxScript: string;
  /**
   * The same of `onnxruntime-web/ort-wasm-simd-threaded.jspi`, which also runs on the graphics processor; fetched only
   * where there is one and `backend` asks for it. Without it networks run on WebAssembly.
   */
  onnxGpu?: { wasm: string; script: string } | undefined;
  /** The networks, as the server uses them. */
  detect: string;
  recognise: string;
  classify: string;
  /** `models/display-finder.onnx` and `models/display-recogniser.onnx` of this package. */
  findDisplays: string;
  readDisplays: string;
  /** One character a line, in the order of the recogniser's classes. */
  dictionary: string;
  /** Models of the installation, at most one of each role. */
  added?: readonly AddedModelAssets[] | undefined;
  /** `libheif-js/libheif-wasm/libheif.wasm`; without it HEIC is refused. */
  heif?: string | undefined;
  /** `@hyzyla/pdfium/pdfium.wasm`; without it PDF is refused. */
  pdfium?: string | undefined;
}

/** A text model an installation has added: in place of the packaged detector, or a recogniser beside the packaged one. */
export interface AddedModelAssets {
  role: ModelRole;
  /** As readings name it. */
  name: string;
  model: DescribedFile;
  /** A detector has none. */
  characters: DescribedFile | null;
}

/** A file that is used only if it is the one described. */
export interface DescribedFile {
  address: string;
  bytes: number;
  /** 64 hex digits. */
  sha256: string;
}

/** An added model this device does without: the packaged ones read in its place. */
export interface UnloadedModel {
  name: string;
  code: 'model.unreachable' | 'model.wrong_bytes' | 'model.does_not_run';
}

/** What is loaded separately: a scanner of codes needs no networks. */
export type Part = 'barcodes' | 'text';

export interface LoadProgress {
  part: Part;
  loadedBytes: number;
  /** Grows while files are asked for whose length is not known yet. */
  totalBytes: number;
}

/** What networks run on. `auto` takes the graphics processor where it was measured to be faster on this device. */
export type Backend = 'wasm' | 'webgpu' | 'auto';

export interface BrowserReaderOptions {
  assets: BrowserAssets;
  /** Threads of the networks; default: the device's cores, at most 4. Without cross-origin isolation always 1. */
  threads?: number | undefined;
  /**
   * Default `wasm`, which alone is held to read as the server does: graphics processors calculate less exactly.
   * Where they cannot be had, `webgpu` and `auto` are `wasm`.
   */
  backend?: Backend | undefined;
}

export interface BrowserReadOptions extends ReadOptions {
  /** Ends the reading between two stages; what is awaited rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** How a frame is read that somebody watches being read. */
export interface BrowserWatchOptions extends BrowserReadOptions, Watcher {}

/** What a load or a reading ran on, for a page that wants to say so. */
export interface RuntimeFacts {
  threads: number;
  backend: 'wasm' | 'webgpu';
  unloaded: readonly UnloadedModel[];
}

/** The engine of the server, in a worker of the page. Pictures are read one after the other. */
export interface BrowserReader {
  /**
   * Fetches and starts what a part needs; again is free, and after a failure tries again.
   *
   * @throws ReaderLoadError where a file could not be had, for instance offline.
   */
  load(part: Part, onProgress?: (progress: LoadProgress) => void): Promise<void>;
  /**
   * Sniffs a file, checks its limits and counts its pages, as the server does.
   *
   * @throws ImageError
   */
  open(file: Blob): Promise<OpenedFile>;
  /**
   * Decodes a file as the server does (same limits, same codes) and reads one page of it.
   *
   * @returns the reading, and the upright picture its coordinates are pixels of (the caller's to close).
   * @throws ImageError, ReaderLoadError
   */
  read(
    file: Blob,
    options?: BrowserReadOptions,
  ): Promise<{ reading: Reading; width: number; height: number; picture: ImageBitmap }>;
  /**
   * Reads an upright frame. A bitmap is transferred, so it is closed for the caller.
   *
   * @throws ImageError `reader.crashed`; ReaderLoadError
   */
  readImage(frame: ImageBitmap | RgbaImage, options?: BrowserReadOptions): Promise<Reading>;
  /**
   * Reads an upright frame as {@link readImage} does, its tallest lines first, and tells of them as they come. A bitmap is
   * transferred, so it is closed for the caller.
   *
   * @throws ImageError `reader.crashed`; ReaderLoadError
   */
  watchImage(frame: ImageBitmap | RgbaImage, options: BrowserWatchOptions): Promise<Reading>;
  /** Threads and backend of the networks; undefined until text was loaded. */
  runtime(): RuntimeFacts | undefined;
  /** Ends the worker; whatever is awaited rejects, and the reader is of no use afterwards. */
  close(): void;
}

/** A part of the engine could not be fetched or started; loading again may help. */
export class ReaderLoadError extends Error {
  override readonly name = 'ReaderLoadError';
}

/** How a failure travels from the worker. */
export interface Failure {
  kind: 'image' | 'load' | 'crash' | 'abort';
  code?: ImageErrorCode;
  message: string;
}

export type Request =
  | { kind: 'configure'; assets: BrowserAssets; threads: number; backend: Backend }
  | { kind: 'load'; id: number; part: Part }
  | { kind: 'open'; id: number; file: Blob }
  | { kind: 'read'; id: number; file: Blob; options: ReadOptions }
  | {
      kind: 'readImage';
      id: number;
      image: ImageBitmap | RgbaImage;
      options: ReadOptions;
      /** Where somebody watches: the answers `seen` come before the result. */
      found?: Watcher['found'] | undefined;
    }
  | { kind: 'abort'; id: number };

export type Answer =
  | { kind: 'progress'; id: number; progress: LoadProgress }
  | { kind: 'runtime'; facts: RuntimeFacts }
  | { kind: 'seen'; id: number; reading: Reading; isAllText: boolean }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; failure: Failure };
