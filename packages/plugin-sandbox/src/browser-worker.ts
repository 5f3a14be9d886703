import variant from '@jitl/quickjs-wasmfile-release-sync';
import type { ReaderInput } from '@readout/plugin-kit';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { config } from 'zod';
import { runSerialised } from './host.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';
import type { LoadedPlugin, PluginRun } from './run.ts';

/** The worker that holds the interpreter, so that the page never waits for a plugin and can end one that hangs. */
export type ToWorker =
  | { kind: 'start'; wasm: string; maxWallMs: number }
  | { kind: 'run'; plugin: LoadedPlugin; json: string };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'ran'; run: PluginRun };

// Its compiled validators come from `new Function`, which the policy of these pages refuses, aloud.
config({ jitless: true });

/** Runs on one instance before it is replaced: WebAssembly memory only ever grows, a new instance gives it back. */
const maxRunsPerInstance = 500;
/** An abort is reported by the exception it throws; the engine's own line in the console would only alarm. */
const silent: object = { printErr: () => undefined };

const answer = (message: FromWorker) => self.postMessage(message);

let wasmModule: WebAssembly.Module | undefined;
let interpreter: Interpreter | undefined;
let runs = 0;

const newModule = () =>
  newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasmModule!, emscriptenModule: silent }));

async function start(wasm: string, maxWallMs: number): Promise<void> {
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`The interpreter's file was answered with status ${response.status}`);
  wasmModule = await WebAssembly.compile(await response.arrayBuffer());
  interpreter = createInterpreter(await newModule(), maxWallMs);
}

async function run(plugin: LoadedPlugin, json: string): Promise<PluginRun> {
  const current = interpreter!;
  if (current.broken || runs >= maxRunsPerInstance) {
    current.renew(await newModule());
    runs = 0;
  }
  runs++;
  const { reading } = JSON.parse(json) as ReaderInput;
  return runSerialised(current.evaluate, plugin, reading, json);
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.kind === 'start') {
      await start(data.wasm, data.maxWallMs);
      answer({ kind: 'ready' });
    } else answer({ kind: 'ran', run: await run(data.plugin, data.json) });
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
