import { type ChildReader, createChildReader } from '@readout/image-reader/process/host';

/** A process for hostile bytes that is started when there is work, and ended after a minute without. */
export interface ChildOnDemand {
  /** One job after the other. @throws ImageError as `ChildReader` does */
  run(job: unknown): Promise<unknown>;
  /** Nothing waits any more. */
  rest(): void;
  close(): Promise<void>;
}

const timeoutMs = 30_000;
const maxRssMb = 500;
const idleMs = 60_000;

export function createChildOnDemand(entry: URL): ChildOnDemand {
  let child: ChildReader | undefined;
  let idle: NodeJS.Timeout | undefined;
  return {
    run(job) {
      clearTimeout(idle);
      child ??= createChildReader({ entry, timeoutMs, maxRssMb });
      return child.run(job);
    },
    rest() {
      clearTimeout(idle);
      idle = setTimeout(() => {
        const last = child;
        child = undefined;
        void last?.close();
      }, idleMs);
      idle.unref();
    },
    async close() {
      clearTimeout(idle);
      await child?.close();
    },
  };
}
