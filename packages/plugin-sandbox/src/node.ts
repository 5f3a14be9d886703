import { once } from 'node:events';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { createHost, type Evaluate, type Sandbox as Host } from './host.ts';
import { limits } from './limits.ts';
import type { Evaluation } from './run.ts';
import type { Answer, Request, ThreadData } from './thread.ts';

export type { ConsoleLine } from './console.ts';
export type { PluginRecord, RunOptions } from './host.ts';
export { loadFirstPartyPlugins, loadPlugin } from './load-plugins.ts';
export type { LoadedPlugin, PluginErrorCode, PluginRun } from './run.ts';

export interface Sandbox extends Host {
  /** Ends the interpreter's thread. Not needed at the end of a process: the thread does not keep it alive. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Wall-clock backstop of one run, milliseconds; see {@link limits.maxWallMs}. */
  maxWallMs?: number;
}

/** Time the host gives a run beyond the interpreter's own limit before it ends the thread. */
const graceMs = (maxWallMs: number) => Math.min(500, maxWallMs);

/** Time a thread is given to load the interpreter. */
const startMs = 30_000;

/** Starts the interpreter in its own thread. `run` waits for it, so call it from a process that only reads. */
export async function createSandbox({ maxWallMs = limits.maxWallMs }: SandboxOptions = {}): Promise<Sandbox> {
  let thread = startThread(maxWallMs);
  await thread.ready;
  /** The run goes without an answer, and the next has a thread of its own. */
  const replaced = (message: string): Evaluation => {
    thread.end();
    thread = startThread(maxWallMs);
    return { ok: false, code: 'plugin.timed_out', message };
  };
  const evaluate: Evaluate = (request, onLine) => {
    // A thread that was ended is replaced by one that has to start first, which is not the plugin's time.
    if (Atomics.wait(thread.flag, 1, 0, startMs) === 'timed-out')
      return replaced('The interpreter of the plugins did not start in time');
    Atomics.store(thread.flag, 0, 0);
    thread.port.postMessage({ ...request, hasListener: onLine !== undefined } satisfies Request);
    Atomics.wait(thread.flag, 0, 0, maxWallMs + graceMs(maxWallMs));
    const answer = receiveMessageOnPort(thread.port) as { message: Answer } | undefined;
    if (answer) {
      if (onLine) for (const line of answer.message.lines) onLine(line);
      return answer.message.evaluation;
    }
    return replaced(`The plugin did not end within ${maxWallMs} ms`);
  };
  return { ...createHost(evaluate), close: () => thread.end() };
}

function startThread(maxWallMs: number) {
  const signal = new SharedArrayBuffer(8);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { signal, port: port2, maxWallMs } satisfies ThreadData,
    transferList: [port2],
    // Room for QuickJS's own recursion (its parser checks its stack late), and no heap beside it to speak of.
    resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: 128 },
    execArgv: [],
  });
  // A thread that died (of the host's memory, say) is that run's timeout and is replaced; unheard, it would end the host.
  worker.on('error', () => undefined);
  worker.unref();
  port1.unref();
  const ready = once(worker, 'message');
  // A thread that is ended before it was ready never sends its message; nobody waits for it then.
  ready.catch(() => undefined);
  return {
    port: port1,
    flag: new Int32Array(signal),
    ready,
    async end() {
      port1.close();
      await worker.terminate();
    },
  };
}
