import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
  /** Two 32-bit integers: an answer is there; the thread is ready. */
  signal: SharedArrayBuffer;
  port: MessagePort;
  maxCpuMs: number;
}

const { signal, port, maxCpuMs } = workerData as ThreadData;
const flag = new Int32Array(signal);

const wasmModule = await compile(
  await readFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))),
);
// A memory of 70 MB that a plugin filled weighs nothing to the collector, which would let many of them pile up.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const interpreter = createInterpreter(await newInstance(wasmModule), {
  maxMs: maxCpuMs,
  nowMs: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
});

port.on('message', async ({ hasListener, ...request }: Request) => {
  const lines: ConsoleLine[] = [];
  const evaluation = interpreter.evaluate(request, hasListener ? (line) => lines.push(line) : undefined);
  port.postMessage({ evaluation, lines } satisfies Answer);
  const { isSpent } = interpreter;
  if (isSpent) Atomics.store(flag, 1, 0);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  if (!isSpent) return;
  // The host waits for it, outside of the next plugin's time.
  interpreter.renew(await newInstance(wasmModule));
  collect();
  Atomics.store(flag, 1, 1);
  Atomics.notify(flag, 1);
});
Atomics.store(flag, 1, 1);
Atomics.notify(flag, 1);
parentPort!.postMessage('ready');
