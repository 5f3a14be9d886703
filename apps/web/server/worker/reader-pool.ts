import { createChildReader } from '@readout/image-reader/process/host';
import type { LoadedPlugin } from '@readout/plugin-sandbox';
import type { ReaderAnswer, ReaderJob } from './reader-job.ts';

/** Reads pages in processes of their own. */
export interface ReaderPool {
  /** @throws ImageError `reader.crashed`, `reader.timed_out` */
  read(job: ReaderJob): Promise<ReaderAnswer>;
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 120_000;
const maxRssMb = 700;

/** `size` processes, each reads one page at a time. `folder`: where stored files are, the only data they may read. */
export function createReaderPool({
  size,
  threads,
  folder,
  plugins,
  entry = new URL('./reader-child.ts', import.meta.url),
}: {
  size: number;
  threads: number;
  folder: string;
  plugins: LoadedPlugin[];
  entry?: URL;
}): ReaderPool {
  const readers = Array.from({ length: size }, () => ({
    child: createChildReader({ entry, timeoutMs, maxRssMb, readable: [folder], init: { plugins, threads } }),
    waiting: 0,
  }));
  return {
    async read(job) {
      const reader = readers.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      reader.waiting++;
      try {
        return (await reader.child.run(job)) as ReaderAnswer;
      } finally {
        reader.waiting--;
      }
    },
    async warmUp() {
      await Promise.all(readers.map(({ child }) => child.warmUp()));
    },
    async close() {
      await Promise.all(readers.map(({ child }) => child.close()));
    },
  };
}
