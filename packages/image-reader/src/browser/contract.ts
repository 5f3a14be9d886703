import type { OpenedFile } from '../decode/open-file.ts';
import type { ReadOptions } from '../engine.ts';
import type { ImageErrorCode } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import type { Reading } from '../reading.ts';

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
  /** One character a line, in the order of the recogniser's classes. */
  dictionary: string;
  /** The second opinion; without it letters the first recogniser lacks are read as their look-alikes. */
  tesseract?: TesseractAssets | undefined;
  /** `libheif-js/libheif-wasm/libheif.wasm`; without it HEIC is refused. */
  heif?: string | undefined;
  /** `@hyzyla/pdfium/pdfium.wasm`; without it PDF is refused. */
  pdfium?: string | undefined;
}

export interface TesseractAssets {
  /** `tesseract.js-core/tesseract-core-simd-lstm.wasm`. */
  wasm: string;
  /** Gzipped language data by Tesseract's name of the language (`deu`). */
  languages: Readonly<Record<string, string>>;
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

/** What a load or a reading ran on, for a page that wants to say so. */
export interface RuntimeFacts {
  threads: number;
  backend: 'wasm' | 'webgpu';
}

/** The engine of the server, in a worker of the page. Pictures are read one after the other. */
export interface BrowserReader {
  /**
   * Fetches and starts what a part needs; again is free, and after a failure tries again.
   *
   * @param languages BCP 47 tags whose second opinion is fetched with the text.
   * @throws ReaderLoadError where a file could not be had, for instance offline.
   */
  load(
    part: Part,
    onProgress?: (progress: LoadProgress) => void,
    languages?: readonly string[],
  ): Promise<void>;
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
  | { kind: 'load'; id: number; part: Part; languages: readonly string[] }
  | { kind: 'open'; id: number; file: Blob }
  | { kind: 'read'; id: number; file: Blob; options: ReadOptions }
  | { kind: 'readImage'; id: number; image: ImageBitmap | RgbaImage; options: ReadOptions }
  | { kind: 'abort'; id: number };

export type Answer =
  | { kind: 'progress'; id: number; progress: LoadProgress }
  | { kind: 'runtime'; facts: RuntimeFacts }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; failure: Failure };
