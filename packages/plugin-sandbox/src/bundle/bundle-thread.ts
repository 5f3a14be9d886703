import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type BuildFailure, build, type Plugin, stop } from 'esbuild';
import { limits } from '../limits.ts';
import { type BundleResult, kitName, onlyTheKit } from './problem.ts';
import { transpile } from './transpile.ts';

/** More than an author looks at. */
const maxProblems = 20;
const kitPath = fileURLToPath(import.meta.resolve(kitName));

/** Lets the source import the kit, lets the kit import its own files, and refuses everything else. */
const onlyKit: Plugin = {
  name: 'only-kit',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      if (importer !== '<stdin>') return undefined;
      // Without side effects what the source does not use is left out.
      if (path === kitName) return { path: kitPath, sideEffects: false };
      return { errors: [{ text: onlyTheKit(path) }] };
    });
  },
};

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
  try {
    const { outputFiles, metafile } = await build({
      stdin: { contents: source, loader: 'ts', sourcefile: '<stdin>' },
      bundle: true,
      write: false,
      metafile: true,
      format: 'iife',
      globalName: 'readoutPlugin',
      platform: 'neutral',
      target: 'es2023',
      minify: true,
      charset: 'utf8',
      logLevel: 'silent',
      // Of thousands it would print each with the line it stands in.
      logLimit: maxProblems,
      // A module is strict, and a bundle would not be.
      banner: { js: '"use strict";' },
      tsconfigRaw: {},
      plugins: [onlyKit],
    });
    const kitFolder = kitPath.slice(0, kitPath.lastIndexOf('/'));
    const foreign = Object.keys(metafile.inputs).filter(
      (path) =>
        path !== '<stdin>' && !fileURLToPath(new URL(path, `file://${process.cwd()}/`)).startsWith(kitFolder),
    );
    if (foreign.length > 0) return { problems: foreign.map((path) => ({ message: onlyTheKit(path) })) };
    const code = outputFiles[0]!.text;
    if (Buffer.byteLength(code) > limits.maxCodeBytes)
      return { problems: [{ message: `The plugin is larger than ${limits.maxCodeBytes} bytes` }] };
    return { code };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors || errors.length === 0) throw error;
    return {
      problems: errors.slice(0, maxProblems).map(({ text, location }) => ({
        message: text,
        ...(location ? { line: location.line, column: location.column + 1 } : {}),
      })),
    };
  }
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
