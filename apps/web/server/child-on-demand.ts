import { type ChildReader, createChildReader, type JobLimits } from '@readout/image-reader/process/host';

/** A process for hostile bytes that is started when there is work, and ended after a minute without. */
export interface ChildOnDemand {
  /** One job after the other. @throws ImageError as `ChildReader` does */
  run(job: unknown, limits?: JobLimits): Promise<unknown>;
  /** Nothing waits any more. */
  rest(): void;
  close(): Promise<void>;
}

const timeoutMs = 30_000;
const idleMs = 60_000;

/** @param init makes what the process gets at its start */
export function createChildOnDemand(
  entry: URL,
  { maxRssMb = 500, init }: { maxRssMb?: number; init?: () => Promise<unknown> } = {},
): ChildOnDemand {
  let child: Promise<ChildReader> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const start = async (): Promise<ChildReader> =>
    createChildReader({ entry, timeoutMs, maxRssMb, init: await init?.() });
  const end = async (): Promise<void> => {
    const last = child;
    child = undefined;
    await (await last?.catch(() => undefined))?.close();
  };
  return {
    async run(job, limits) {
      clearTimeout(idle);
      if (!child) {
        const started = start();
        child = started;
        started.catch(() => {
          if (child === started) child = undefined;
        });
      }
      return (await child).run(job, limits);
    },
    rest() {
      clearTimeout(idle);
      idle = setTimeout(() => void end(), idleMs);
      idle.unref();
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}
