import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { createInterpreter } from './interpreter.ts';
import type { Evaluation } from './run.ts';

/** The thread that holds the interpreter, so that the host can end a run which counts no ticks. */
export interface Request {
  code: string;
  input: string;
}

export interface ThreadData {
  signal: SharedArrayBuffer;
  port: MessagePort;
  maxWallMs: number;
}

const { signal, port, maxWallMs } = workerData as ThreadData;
const flag = new Int32Array(signal);

const bytes = await readFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
// An abort is reported by the exception it throws; the engine's own line on stderr would only alarm.
const silent: object = { printErr: () => undefined };
const newModule = () =>
  newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary, emscriptenModule: silent }));
const interpreter = createInterpreter(await newModule(), maxWallMs);

/** Runs on one instance before it is replaced: WebAssembly memory only ever grows, a new instance gives it back. */
const maxRunsPerInstance = 500;
let runs = 0;

port.on('message', async ({ code, input }: Request) => {
  if (interpreter.broken || runs >= maxRunsPerInstance) {
    interpreter.renew(await newModule());
    runs = 0;
  }
  runs++;
  const evaluation: Evaluation = interpreter.evaluate(code, input);
  port.postMessage(evaluation);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
parentPort!.postMessage('ready');
