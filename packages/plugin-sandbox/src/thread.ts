import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ConsoleLine } from './console.ts';
import { newInstance } from './instance.ts';
import { createInterpreter, type EvaluationRequest } from './interpreter.ts';
import type { Evaluation } from './run.ts';
import { compile } from './web-assembly.ts';

/** The thread that holds the interpreter, so that the host can end a run which counts no ticks. */
export interface Request extends EvaluationRequest {
  hasListener: boolean;
}

export interface Answer {
  evaluation: Evaluation;
  lines: ConsoleLine[];
}

export interface ThreadData {
  signal: SharedArrayBuffer;
  port: MessagePort;
  maxWallMs: number;
}

const { signal, port, maxWallMs } = workerData as ThreadData;
const flag = new Int32Array(signal);

const wasmModule = await compile(
  await readFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))),
);
const interpreter = createInterpreter(await newInstance(wasmModule), maxWallMs);

port.on('message', async ({ hasListener, ...request }: Request) => {
  if (interpreter.isSpent) interpreter.renew(await newInstance(wasmModule));
  const lines: ConsoleLine[] = [];
  const evaluation = interpreter.evaluate(request, hasListener ? (line) => lines.push(line) : undefined);
  port.postMessage({ evaluation, lines } satisfies Answer);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
parentPort!.postMessage('ready');
