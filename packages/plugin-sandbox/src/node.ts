import { once } from 'node:events';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { createHost, type Evaluate, type Sandbox as Host } from './host.ts';
import { limits } from './limits.ts';
import type { Answer, Request, ThreadData } from './thread.ts';
import { waitFor } from './wait-for.ts';

export { SourceError } from './bundle/plugin-source.ts';
export type { ConsoleLine } from './console.ts';
export { loadFirstPartyPlugins } from './first-party.ts';
export type { DocumentInput, PluginRecord, RunOptions } from './host.ts';
export { type FolderPlugin, loadPlugin } from './load-plugins.ts';
export type { LoadedPlugin, PluginErrorCode, PluginRun } from './run.ts';

export interface Sandbox extends Host {
  /** Ends the interpreter's thread. Not needed at the end of a process: the thread does not keep it alive. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Backstop of one run, milliseconds of processor time; see {@link limits.maxCpuMs}. */
  maxCpuMs?: number;
}

/** Processor time the host gives a run beyond the interpreter's own limit before it ends the thread. */
const graceMs = (maxCpuMs: number) => Math.min(500, maxCpuMs);

/** Starts the interpreter in its own thread. `run` waits for it, so call it from a process that only reads. */
export async function createSandbox({ maxCpuMs = limits.maxCpuMs }: SandboxOptions = {}): Promise<Sandbox> {
  let thread = startThread(maxCpuMs);
  await thread.ready;
  const replace = () => {
    thread.end();
    thread = startThread(maxCpuMs);
  };
  const evaluate: Evaluate = (request, onLine) => {
    // A thread that was ended is replaced by one that has to start first, which is not the plugin's time.
    if (waitFor(thread.flag, 1, Number.POSITIVE_INFINITY) !== 'set') {
      replace();
      throw new Error('The interpreter of the plugins does not start.');
    }
    Atomics.store(thread.flag, 0, 0);
    thread.port.postMessage({ ...request, hasListener: onLine !== undefined } satisfies Request);
    waitFor(thread.flag, 0, maxCpuMs + graceMs(maxCpuMs));
    const answer = receiveMessageOnPort(thread.port) as { message: Answer } | undefined;
    if (answer) {
      if (onLine) for (const line of answer.message.lines) onLine(line);
      return answer.message.evaluation;
    }
    // The run goes without an answer, and the next has a thread of its own.
    replace();
    return {
      ok: false,
      code: 'plugin.timed_out',
      message: `The plugin did not end within ${maxCpuMs} ms of processor time`,
    };
  };
  return { ...createHost(evaluate), close: () => thread.end() };
}

function startThread(maxCpuMs: number) {
  const signal = new SharedArrayBuffer(8);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { signal, port: port2, maxCpuMs } satisfies ThreadData,
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
