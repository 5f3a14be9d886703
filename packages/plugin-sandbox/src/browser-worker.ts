import type { SeenReading } from './cited.ts';
import type { ConsoleLine } from './console.ts';
import { type Handed, runHanded } from './host.ts';
import { newInstance } from './instance.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';
import type { LoadedPlugin, PluginRun } from './run.ts';
import { compile, type WasmModule } from './web-assembly.ts';

/** The worker that holds the interpreter, so that the page never waits for a plugin and can end one that hangs. */
export type ToWorker =
  | { kind: 'start'; wasm: string; maxWallMs: number }
  | { kind: 'run'; plugin: LoadedPlugin; seen: SeenReading; handed: Handed; hasListener: boolean };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  /** Where it is not ready for the next run, `ready` follows. */
  | { kind: 'ran'; run: PluginRun; lines: ConsoleLine[]; isReady: boolean };

const answer = (message: FromWorker) => self.postMessage(message);

let wasmModule: WasmModule | undefined;
let interpreter: Interpreter | undefined;

async function start(wasm: string, maxWallMs: number): Promise<void> {
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`The interpreter's file was answered with status ${response.status}`);
  wasmModule = await compile(await response.arrayBuffer());
  interpreter = createInterpreter(await newInstance(wasmModule), {
    maxMs: maxWallMs,
    nowMs: () => performance.now(),
  });
}

async function run({ plugin, seen, handed, hasListener }: ToWorker & { kind: 'run' }): Promise<void> {
  const current = interpreter!;
  const lines: ConsoleLine[] = [];
  const listen = hasListener ? (line: ConsoleLine) => lines.push(line) : undefined;
  const ran = runHanded(current.evaluate, plugin, seen, handed, listen);
  const isReady = !current.isSpent;
  answer({ kind: 'ran', run: ran, lines, isReady });
  if (isReady) return;
  current.renew(await newInstance(wasmModule!));
  answer({ kind: 'ready' });
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.kind === 'start') {
      await start(data.wasm, data.maxWallMs);
      answer({ kind: 'ready' });
    } else await run(data);
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
