import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import type { BundleProgress } from './bundle-thread.ts';
import { type BundleResult, kitName, sizeProblem } from './problem.ts';

export type { BundleProblem, BundleResult } from './problem.ts';

/** The largest source is parsed in a fraction of this. Of some two hundred characters the parser tries for years what they mean. */
const maxParseMs = 4_000;
/** A source that takes longer is made to take long. */
const maxBundleMs = 15_000;
/** For a thread to end its compiler. */
const maxEndMs = 1_000;

/**
 * What `buildScript` makes, of source that nobody vouches for: in a thread (with a compiler process) of its own that ends
 * with it. Never rejects for what the source says.
 */
export async function bundlePlugin(source: string): Promise<BundleResult> {
  const tooLarge = sizeProblem(source);
  if (tooLarge) return { problems: [tooLarge] };
  const worker = new Worker(new URL('./bundle-thread.ts', import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
  });
  const tooMuch: BundleResult = {
    problems: [{ message: 'The source could not be bundled: it is too deep or too long' }],
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasCompiler = false;
  try {
    return await new Promise<BundleResult>((resolve) => {
      const within = (maxMs: number) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, maxMs, tooMuch);
      };
      within(maxBundleMs);
      worker.on('message', (said: BundleResult | BundleProgress) => {
        if (typeof said === 'object') resolve(said);
        else {
          hasCompiler = said === 'parsed';
          within(hasCompiler ? maxBundleMs : maxParseMs);
        }
      });
      worker.on('error', () => resolve(tooMuch));
      worker.once('exit', () => resolve(tooMuch));
    });
  } finally {
    clearTimeout(timer);
    // What still parses hears of nothing.
    if (hasCompiler) await endOf(worker);
    else await worker.terminate();
  }
}

/** Returns once the thread has ended, by itself where it can. */
async function endOf(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  if (worker.threadId === -1) return;
  worker.postMessage('end');
  const timer = setTimeout(() => void worker.terminate(), maxEndMs);
  await ended;
  clearTimeout(timer);
}

let kit: Promise<string> | undefined;

/** The whole kit as a classic script that sets `readoutKit`, for the bundler of the browser; made once. */
export function kitScript(): Promise<string> {
  kit ??= makeKitScript();
  return kit;
}

async function makeKitScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from ${JSON.stringify(kitName)};`,
      resolveDir: import.meta.dirname,
      loader: 'js',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'readoutKit',
    platform: 'neutral',
    target: 'es2023',
    minify: true,
    charset: 'utf8',
    logLevel: 'silent',
  });
  // For the bundler of the browser to look imports up in.
  const names = Object.keys(await import('@readout/plugin-kit'));
  return `/*exports:${names.join(',')}*/${outputFiles[0]!.text}`;
}
