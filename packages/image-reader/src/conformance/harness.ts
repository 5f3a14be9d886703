import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, defaultClientConditions } from 'vite';
import type { ReadOptions } from '../engine.ts';
import type { RgbaImage } from '../image.ts';
import type { Reading } from '../reading.ts';
import { writePackagedModels } from '../text/packaged-models.ts';

/** What a reading says, without how long it took and what on. */
export type Seen = Omit<Reading, 'timings' | 'engine'>;

/** What the networks of one runtime were given and gave, for another to be held against. */
export interface Recording {
  languages: string[];
  runs: { model: string; input: string; output: string; dims: readonly number[] }[];
}

/** A file as a device decodes it, held against the server's pixels. */
export interface Decoded {
  width: number;
  height: number;
  pages: number;
  mediaType: string;
  /** Share of pixels that differ, 0 to 1. */
  differing: number;
  /** Greatest difference in one channel, 0 to 255. */
  maxDifference: number;
}

/** What the page of `page/main.ts` offers; addresses are the harness's. */
export interface ConformancePage {
  start(options: { assets: Record<string, unknown>; threads?: number; backend?: string }): void;
  load(part: 'barcodes' | 'text'): Promise<{ loadedBytes: number; totalBytes: number }[]>;
  runtime(): { threads: number; backend: string } | undefined;
  read(url: string, options?: ReadOptions): Promise<{ reading: Reading; ms: number } | { code: string }>;
  decode(url: string, expected: string, page?: number): Promise<Decoded | { code: string }>;
  readPixels(url: string, width: number, height: number, options?: ReadOptions): Promise<Reading>;
  replay(
    url: string,
    width: number,
    height: number,
    recording: Recording,
  ): Promise<{ seen: string[]; reading: Seen }>;
  abort(url: string, afterMs: number): Promise<string>;
}

const require = createRequire(import.meta.url);
/** The engine's files by the name they are served under. */
const engineFiles: Record<string, string> = {
  'zxing.wasm': require.resolve('zxing-wasm/reader/zxing_reader.wasm'),
  'onnx.wasm': require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  'onnx.mjs': require.resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs'),
  'onnx-gpu.wasm': require.resolve('onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm'),
  'onnx-gpu.mjs': require.resolve('onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs'),
  'display-finder.onnx': join(import.meta.dirname, '../../models/display-finder.onnx'),
  'display-recogniser.onnx': join(import.meta.dirname, '../../models/display-recogniser.onnx'),
  'heif.wasm': require.resolve('libheif-js/libheif-wasm/libheif.wasm'),
  'pdfium.wasm': require.resolve('@hyzyla/pdfium/pdfium.wasm'),
};

/** `BrowserAssets` as the harness serves them. */
const assets = {
  zxingWasm: '/engine/zxing.wasm',
  onnxWasm: '/engine/onnx.wasm',
  onnxScript: '/engine/onnx.mjs',
  onnxGpu: { wasm: '/engine/onnx-gpu.wasm', script: '/engine/onnx-gpu.mjs' },
  detect: '/engine/detect.onnx',
  recognise: '/engine/recognise.onnx',
  classify: '/engine/classify.onnx',
  findDisplays: '/engine/display-finder.onnx',
  readDisplays: '/engine/display-recogniser.onnx',
  dictionary: '/engine/dictionary.txt',
  heif: '/engine/heif.wasm',
  pdfium: '/engine/pdfium.wasm',
};

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** As Readout's own server answers: an isolated page, and scripts of workers that reach nothing but their server. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};
const scriptPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

export interface HarnessOptions {
  /** Threads of the networks in the browser. */
  threads?: number;
  backend?: 'wasm' | 'webgpu' | 'auto';
  /** Answer for an engine file in place of the file; for what happens when one cannot be had. */
  answerFor?: (name: string) => number | undefined;
  /** More switches for Chromium. */
  chromiumArgs?: string[];
  isIsolated?: boolean;
}

/** The engine in a real Chromium. */
export interface Harness {
  page: Page;
  /** Calls what the page offers. */
  call<Name extends keyof ConformancePage>(
    name: Name,
    ...given: Parameters<ConformancePage[Name]>
  ): Promise<Awaited<ReturnType<ConformancePage[Name]>>>;
  /** Serves bytes at an address of the page's own server. */
  serve(bytes: Uint8Array): string;
  /** No longer serves what is served now. */
  forget(): void;
  version: string;
  close(): Promise<void>;
}

/** Builds the page, serves it and opens it in the system's Chromium. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const { isIsolated = true } = options;
  const folder = await mkdtemp(join(tmpdir(), 'readout-conformance-'));
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', minify: false },
  });
  const models = join(folder, 'models');
  await writePackagedModels(models);
  const served = new Map<string, Uint8Array>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const name = pathname.slice('/engine/'.length);
      const status = pathname.startsWith('/engine/') ? options.answerFor?.(name) : undefined;
      if (status !== undefined) {
        response.writeHead(status).end();
        return;
      }
      const file = pathname.startsWith('/engine/')
        ? (engineFiles[name] ?? join(models, name))
        : join(folder, pathname === '/' ? 'index.html' : pathname);
      const body = served.get(pathname) ?? (await readFile(file));
      const extension = extname(pathname === '/' ? 'index.html' : pathname);
      response.writeHead(200, {
        'content-type': mediaTypes[extension] ?? 'application/octet-stream',
        'content-length': body.byteLength,
        ...(isIsolated ? isolation : {}),
        ...(/^\.m?js$/.test(extension) ? { 'content-security-policy': scriptPolicy } : {}),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_HEADLESS_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--enable-precise-memory-info', ...(options.chromiumArgs ?? [])],
    });
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`Chromium: ${message.text()}`);
    });
    await page.goto(origin);
    const call: Harness['call'] = (name, ...given) =>
      page.evaluate(
        ([called, args]) =>
          (
            globalThis as unknown as { conformance: Record<string, (...all: unknown[]) => never> }
          ).conformance[called]?.(...args) as never,
        [name as string, given as unknown[]] as const,
      );
    await call('start', {
      assets,
      ...(options.threads === undefined ? {} : { threads: options.threads }),
      ...(options.backend === undefined ? {} : { backend: options.backend }),
    });
    let next = 0;
    return {
      page,
      call,
      serve(bytes) {
        const path = `/served/${next++}`;
        served.set(path, bytes);
        return path;
      },
      forget: () => served.clear(),
      version: browser.version(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** SHA-256 of numbers as they lie in memory. */
export function sha256(data: Float32Array | Uint8ClampedArray): string {
  return createHash('sha256')
    .update(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    .digest('hex');
}

/** Raw bytes of a picture, to be served. */
export function rawPixels({ data }: RgbaImage): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
