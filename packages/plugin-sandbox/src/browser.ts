import type { PluginReading, ReaderInput } from '@readout/plugin-kit';
import type { FromWorker, ToWorker } from './browser-worker.ts';
import { type SeenReading, seenOf } from './cited.ts';
import type { ConsoleLine } from './console.ts';
import {
  type DocumentInput,
  type Handed,
  handOver,
  type PluginRecord,
  type RunOptions,
  readersInTurn,
} from './host.ts';
import { limits } from './limits.ts';
import type { InstalledPlugin, LoadedPlugin, PluginRun } from './run.ts';

export type { ConsoleLine } from './console.ts';
export type { DocumentInput, PluginRecord, RunOptions } from './host.ts';
export type { InstalledPlugin, LoadedPlugin, PluginErrorCode, PluginRun } from './run.ts';

/** The sandbox of the server (`./node`) in a browser: same interpreter, limits and ticks, in a worker of its own. */
export interface BrowserSandbox {
  /** Fetches and starts the interpreter; again is free. @throws Error where it cannot be fetched or started */
  load(): Promise<void>;
  /** Runs one plugin on one reading in a fresh context. Never rejects for what a plugin does. */
  run(plugin: LoadedPlugin, input: ReaderInput, options?: RunOptions): Promise<PluginRun>;
  /** As the server's: every reader that applies, fallbacks only where no other made a record. */
  runReaders(
    plugins: readonly InstalledPlugin[],
    input: DocumentInput,
  ): Promise<{ records: PluginRecord[]; runs: PluginRun[] }>;
  /** Ends the worker. What is still running rejects. */
  close(): void;
}

export interface BrowserSandboxOptions {
  /** Same-origin address of the file `@jitl/quickjs-wasmfile-release-sync/wasm`. */
  wasm: string;
  /** Wall-clock backstop of one run, milliseconds; see {@link limits.maxWallMs}. */
  maxWallMs?: number;
  /** Time to fetch and start the interpreter, milliseconds; default 60,000. A worker that died without a word never says it is ready. */
  maxStartMs?: number;
}

/** Time a run is given beyond the interpreter's own limit before its worker is ended. */
const graceMs = (maxWallMs: number) => Math.min(500, maxWallMs);

export function createSandbox({
  wasm,
  maxWallMs = limits.maxWallMs,
  maxStartMs = 60_000,
}: BrowserSandboxOptions): BrowserSandbox {
  let thread: Thread | undefined;
  let isClosed = false;
  /** The last run asked for: they take turns. */
  let last: Promise<unknown> = Promise.resolve();

  const started = async (): Promise<Thread> => {
    if (isClosed) throw new Error('The sandbox was closed.');
    thread ??= startThread({ kind: 'start', wasm, maxWallMs });
    const current = thread;
    const timer = setTimeout(
      () => current.fail('The interpreter of the plugins did not start in time.'),
      maxStartMs,
    );
    try {
      await current.ready;
    } catch (error) {
      // The next try begins again.
      current.end();
      if (thread === current) thread = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return current;
  };

  const evaluate = async (
    plugin: LoadedPlugin,
    seen: SeenReading,
    handed: Handed,
    onLine?: (line: ConsoleLine) => void,
  ): Promise<PluginRun> => {
    const current = await started();
    const startedAt = performance.now();
    const ran = await current.run(plugin, seen, handed, onLine !== undefined, maxWallMs + graceMs(maxWallMs));
    if (ran) {
      if (onLine) for (const line of ran.lines) onLine(line);
      return ran.run;
    }
    current.end();
    if (thread === current) thread = undefined;
    return {
      plugin: plugin.manifest.id,
      version: plugin.manifest.version,
      ok: false,
      code: 'plugin.timed_out',
      message: `The plugin did not end within ${maxWallMs} ms`,
      ms: performance.now() - startedAt,
    };
  };
  const inTurn: typeof evaluate = (...given) => {
    const run = last.then(() => evaluate(...given));
    last = run.catch(() => undefined);
    return run;
  };

  return {
    async load() {
      await started();
    },
    run: (plugin, input, options) =>
      inTurn(plugin, seenOf(input.reading), handOver(input, plugin.manifest), options?.console),
    async runReaders(plugins, input) {
      const seen = new Map<PluginReading, SeenReading>();
      const steps = readersInTurn(plugins, input);
      let step = steps.next();
      while (!step.done) {
        const { plugin, reading, handed } = step.value;
        const known = seen.get(reading) ?? seenOf(reading);
        seen.set(reading, known);
        step = steps.next(await inTurn(plugin, known, handed));
      }
      return step.value;
    },
    close() {
      isClosed = true;
      thread?.end();
      thread = undefined;
    },
  };
}

interface Thread {
  /** Of the next run. */
  readonly ready: Promise<void>;
  /** Undefined where it did not end in time. */
  run(
    plugin: LoadedPlugin,
    seen: SeenReading,
    handed: Handed,
    hasListener: boolean,
    timeoutMs: number,
  ): Promise<(FromWorker & { kind: 'ran' }) | undefined>;
  /** Rejects what is waited for. */
  fail(message: string): void;
  end(): void;
}

function startThread(start: ToWorker): Thread {
  const worker = new Worker(new URL('./browser-worker.ts', import.meta.url), { type: 'module' });
  let settle: { resolve(message: FromWorker): void; reject(error: Error): void } | undefined;
  const nextMessage = () =>
    new Promise<FromWorker>((resolve, reject) => {
      settle = { resolve, reject };
    });
  const fail = (message: string) => settle?.reject(new Error(message));
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
    data.kind === 'failed' ? fail(data.message) : settle?.resolve(data);
  worker.onerror = (event) => fail(event.message || 'The worker of the plugins could not be started.');
  let ready = nextMessage().then(() => undefined);
  // Who runs next hears of it.
  const noticed = () => ready.catch(() => undefined);
  noticed();
  worker.postMessage(start);
  return {
    get ready() {
      return ready;
    },
    async run(plugin, seen, handed, hasListener, timeoutMs) {
      const answered = nextMessage();
      const { manifest, code, sha256 } = plugin;
      worker.postMessage({
        kind: 'run',
        plugin: { manifest, code, sha256 },
        seen,
        handed,
        hasListener,
      } satisfies ToWorker);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, undefined);
      });
      try {
        const message = await Promise.race([answered, late]);
        if (message?.kind !== 'ran') return undefined;
        if (!message.isReady) {
          ready = nextMessage().then(() => undefined);
          noticed();
        }
        return message;
      } finally {
        clearTimeout(timer);
      }
    },
    fail,
    end() {
      worker.terminate();
      fail('The sandbox was closed.');
    },
  };
}
