import type { BundleResult } from '@readout/plugin-sandbox/bundle-browser';
import type { ToBundler } from './bundle-worker.ts';

/** Makes scripts of programs, in a worker: a hostile source must not hold up the page. */
export interface Bundler {
  bundle(source: string): Promise<BundleResult>;
  close(): void;
}

/** Longer than any program that may be stored takes; then the worker is ended and begun again. */
const maxBundleMs = 5_000;

export function createBundler(): Bundler {
  let worker: Worker | undefined;
  let next = 1;
  const start = async (): Promise<Worker> => {
    const { default: kitScript } = await import('virtual:plugin-kit-script');
    if (worker) return worker;
    worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage({ kitScript } satisfies ToBundler);
    return worker;
  };
  return {
    async bundle(source) {
      const current = await start();
      const id = next++;
      return new Promise<BundleResult>((resolve) => {
        const over = new AbortController();
        const end = (result: BundleResult, isBroken = false): void => {
          over.abort();
          clearTimeout(timer);
          if (isBroken) {
            current.terminate();
            if (worker === current) worker = undefined;
          }
          resolve(result);
        };
        const failed = (message: string) => end({ problems: [{ message }] }, true);
        const timer = setTimeout(
          failed,
          maxBundleMs,
          'The source is too deep or too long to be made into a script',
        );
        current.addEventListener(
          'message',
          ({ data }: MessageEvent<{ id: number; result: BundleResult }>) => {
            if (data.id === id) end(data.result);
          },
          over,
        );
        current.addEventListener(
          'error',
          ({ message }) => failed(message || 'The source could not be looked at'),
          over,
        );
        current.postMessage({ id, source } satisfies ToBundler);
      });
    },
    close() {
      worker?.terminate();
      worker = undefined;
    },
  };
}
