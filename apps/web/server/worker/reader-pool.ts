import type { ReadingCost } from '@readout/domain/readings/end-reading';
import type { ChosenModels, ModelFolder } from '@readout/image-reader/added-models';
import { type ChildReader, createChildReader, type JobLimits } from '@readout/image-reader/process/host';
import type { JsonValue } from '@readout/plugin-kit';
import type { LoadedVersion } from '../plugins/plugin-store.ts';
import type { MissingPlugins, ReaderAnswer, ReaderInit, ReaderJob } from './reader-job.ts';

/** One page with the readers to run on it, in this order. */
export interface PageToRead extends Omit<ReaderJob, 'plugins' | 'brought' | 'maxCpuMs'> {
  plugins: { plugin: LoadedVersion; settings: Record<string, JsonValue> }[];
}

/** Reads pages in processes of their own. */
export interface ReaderPool {
  /**
   * @param limits `cpuMs`: processor time the page may take at most, and less where its header says so; `onCost` is told
   *   what it took, however it ends
   * @throws ImageError `reader.crashed`, `reader.timed_out`, `reader.over_budget`
   */
  read(job: PageToRead, limits: { cpuMs: number; onCost(cost: ReadingCost): void }): Promise<ReaderAnswer>;
  /** Resolves once every process is ready: at once where they are. */
  warmUp(): Promise<void>;
  /** Resident bytes of all processes together. */
  memoryBytes(): Promise<number>;
  close(): Promise<void>;
}

/** Without getting on: where all cores are busy a page goes on slowly. */
const timeoutMs = 120_000;
const maxRssMb = 700;

/** The text models that were added to the installation. */
export type ModelSource = Pick<ModelFolder, 'chosen' | 'load'>;

/**
 * `size` processes, each reads one page at a time. When other text models are chosen, each is replaced before its next page.
 *
 * @param onDamaged is told of a chosen model whose file is not what was added; the packaged ones read in its place.
 */
export function createReaderPool({
  size,
  threads,
  models,
  onDamaged,
  entry = new URL('./reader-child.ts', import.meta.url),
}: {
  size: number;
  threads: number;
  models?: ModelSource | undefined;
  onDamaged?: ((name: string) => void) | undefined;
  entry?: URL;
}): ReaderPool {
  const readers = Array.from({ length: size }, () => ({
    child: createChildReader({
      entry,
      timeoutMs,
      maxRssMb,
      init: { threads, models: [] } satisfies ReaderInit,
    }),
    waiting: 0,
    chosen: keyOfModels({}),
  }));
  const follow = async (reader: (typeof readers)[number]): Promise<void> => {
    if (!models) return;
    const chosen = await models.chosen();
    const key = keyOfModels(chosen);
    if (key === reader.chosen) return;
    reader.chosen = key;
    const loaded = await models.load(chosen);
    for (const name of loaded.damaged) onDamaged?.(name);
    await reader.child.renew({ threads, models: loaded.models } satisfies ReaderInit);
  };
  return {
    async read(job, { cpuMs, onCost }) {
      const reader = readers.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      reader.waiting++;
      const since = performance.now();
      let spentMs = 0;
      const limits = {
        cpuMs,
        onCost: (more: number) => {
          spentMs += more;
          onCost({ cpuMs: spentMs, ms: performance.now() - since });
        },
      };
      try {
        await follow(reader);
        const { plugins, ...page } = job;
        const wanted = plugins.map(({ plugin, settings }) => ({ key: keyOf(plugin), settings }));
        const first = await run(
          reader.child,
          { ...page, maxCpuMs: cpuMs, plugins: wanted, brought: [] },
          limits,
        );
        if (!('missing' in first)) return first;
        // All of them: a process that was replaced meanwhile has none.
        const brought = plugins.map(({ plugin }) => ({ key: keyOf(plugin), plugin }));
        const second = await run(
          reader.child,
          { ...page, maxCpuMs: cpuMs, plugins: wanted, brought },
          limits,
        );
        if ('missing' in second) throw new Error('A reader process did not keep what it was brought.');
        return second;
      } finally {
        reader.waiting--;
      }
    },
    async warmUp() {
      await Promise.all(
        readers.map(async (reader) => {
          await follow(reader);
          await reader.child.warmUp();
        }),
      );
    },
    async memoryBytes() {
      const each = await Promise.all(readers.map(({ child }) => child.memoryBytes()));
      return each.reduce((sum, bytes) => sum + bytes, 0);
    },
    async close() {
      await Promise.all(readers.map(({ child }) => child.close()));
    },
  };
}

const keyOfModels = (chosen: ChosenModels): string => JSON.stringify(chosen);

const run = (child: ChildReader, job: ReaderJob, limits: JobLimits) =>
  child.run(job, limits) as Promise<ReaderAnswer | MissingPlugins>;

const keyOf = ({ manifest, packageSha256 }: LoadedVersion): string =>
  `${manifest.id} ${manifest.version} ${packageSha256}`;
