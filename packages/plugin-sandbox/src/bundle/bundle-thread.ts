import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { stop } from 'esbuild';
import { buildScript } from './build-script.ts';
import type { BundleResult } from './problem.ts';
import { transpile } from './transpile.ts';

/** Said on the way, so that each part has its own time; a busy machine starts threads slowly. */
export type BundleProgress = 'started' | 'parsed';
const progress = (reached: BundleProgress) => parentPort!.postMessage(reached);

async function bundle(source: string): Promise<BundleResult> {
  // esbuild's process dies of what is nested a hundred thousand deep; this parser only throws.
  const transpiled = transpile(source);
  if ('problem' in transpiled) {
    // Said in esbuild's words where it can say it.
    if (transpiled.problem.line === undefined) return { problems: [transpiled.problem] };
  }
  progress('parsed');
  return buildScript(source);
}

let compiler: ChildProcess | undefined;
subscribe('child_process', (started) => {
  compiler = (started as { process: ChildProcess }).process;
});

/**
 * Ends with the compiler's process. That has to be waited for by the thread that started it: else it stays in the
 * system's table for as long as the server runs.
 */
async function end(): Promise<never> {
  const isRunning = compiler?.exitCode === null && compiler.signalCode === null;
  compiler?.ref();
  const ended = isRunning && compiler ? once(compiler, 'exit') : undefined;
  await stop();
  await ended;
  process.exit();
}

// Time was up.
parentPort!.once('message', () => void end());
progress('started');
parentPort!.postMessage(await bundle(workerData as string));
await end();
