import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ImageError } from '../errors.ts';
import type { ChildMessage, InitMessage, JobMessage, PlainError } from './protocol.ts';

/** Milliseconds between two looks at whether the host is still there. */
const hostCheckMs = 2_000;

/**
 * Does one job. `limitTo`: it may take no more than these milliseconds of processor time from its beginning, where that is less
 * than its host allows.
 */
export type Handler = (job: unknown, limitTo: (cpuMs: number) => void) => Promise<unknown>;

/**
 * The child's side of {@link import('./host.ts').createChildReader}: called once by the entry module. Gets
 * ready, says so, then answers jobs one after the other. Ends when the host goes away, even in the middle
 * of a job that never returns.
 *
 * @param prepare loads what every job needs (models, plugins) and gives the function that does a job. It
 *   gets the host's `init`; that, and what jobs take and return, is plain data (structured clone)
 */
export async function serveJobs(prepare: (init: unknown) => Promise<Handler>): Promise<void> {
  // Ctrl-C and SIGTERM reach the whole process group; when to end is the host's to say.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
  endWithHost();

  let handle: Handler;
  try {
    const [{ init }] = (await once(process, 'message')) as [InitMessage];
    handle = await prepare(init);
  } catch (error) {
    process.send?.({ kind: 'failed-to-start', error: plain(error) } satisfies ChildMessage);
    return;
  }
  process.on('message', (message: JobMessage) => {
    void answer(message).then((reply) => process.send?.(reply));
  });
  process.send?.({ kind: 'ready', rssMb: rssMb() } satisfies ChildMessage);

  async function answer({ id, job }: JobMessage): Promise<ChildMessage> {
    const limitTo = (cpuMs: number): void => {
      process.send?.({ kind: 'budget', id, cpuMs } satisfies ChildMessage);
    };
    try {
      return { kind: 'result', id, result: await handle(job, limitTo), rssMb: rssMb() };
    } catch (error) {
      return { kind: 'error', id, error: plain(error), rssMb: rssMb() };
    }
  }
}

/** A decoder in an endless loop never sees `disconnect`; a thread of its own notices the host's end. */
function endWithHost(): void {
  const code = `
    const host = process.ppid;
    setInterval(() => { if (process.ppid !== host) process.kill(process.pid, 'SIGKILL'); }, ${hostCheckMs});`;
  new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

function plain(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error instanceof ImageError ? { values: error.values } : {}),
  };
}

/** 0 where the process cannot see itself: then its host looks. */
function rssMb(): number {
  try {
    return process.memoryUsage.rss() / 2 ** 20;
  } catch {
    return 0;
  }
}
