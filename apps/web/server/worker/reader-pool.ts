import type { ReadingCost } from '@readout/domain/readings/end-reading';
import { looksLikeXml } from '@readout/e-invoice';
import { ImageError, ReaderLostError } from '@readout/image-reader';
import type { ChosenModels, ModelFolder } from '@readout/image-reader/added-models';
import { createChildReader } from '@readout/image-reader/process/host';
import type { JsonValue } from '@readout/plugin-kit';
import type { LoadedVersion } from '../plugins/plugin-store.ts';
import type {
  MadeRecords,
  MissingPlugins,
  PageAnswer,
  PageJob,
  ReaderInit,
  ReaderJob,
  RecordsJob,
} from './reader-job.ts';

/** A job with the readers to run, in this order. */
type WithReaders<Job extends ReaderJob> = Omit<Job, 'kind' | 'plugins' | 'brought' | 'maxCpuMs'> & {
  /** `isShadow`: another version of one of the others, run beside it for comparison. */
  plugins: { plugin: LoadedVersion; settings: Record<string, JsonValue>; isShadow?: boolean }[];
};
export type PageToRead = WithReaders<PageJob>;
export type DocumentToRead = WithReaders<RecordsJob>;

interface Limits {
  /** Processor time it may take at most; a page takes less where its header says so. */
  cpuMs: number;
  /** Is told what it took, however it ends. */
  onCost(cost: ReadingCost): void;
}

/** Reads pages in processes of their own. */
export interface ReaderPool {
  /** @throws ImageError `reader.crashed`, `reader.timed_out`, `reader.over_budget` */
  read(job: PageToRead, limits: Limits): Promise<PageAnswer>;
  /** Runs the readers over a document whose pages were read. @throws as `read` */
  makeRecords(job: DocumentToRead, limits: Limits): Promise<MadeRecords>;
  /** Resolves once every process is ready: at once where they are. */
  warmUp(): Promise<void>;
  /** Resident bytes of all processes together. */
  memoryBytes(): Promise<number>;
  close(): Promise<void>;
}

/** What reading a capture takes of them. */
export type PageReader = Pick<ReaderPool, 'read' | 'makeRecords'>;

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
  const give = async <Answer>(
    job:
      | Omit<PageJob, 'plugins' | 'brought' | 'maxCpuMs'>
      | Omit<RecordsJob, 'plugins' | 'brought' | 'maxCpuMs'>,
    plugins: PageToRead['plugins'],
    { cpuMs, onCost }: Limits,
  ): Promise<Answer> => {
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
    const run = (brought: ReaderJob['brought']) =>
      reader.child.run(
        {
          ...job,
          maxCpuMs: cpuMs,
          plugins: plugins.map(({ plugin, isShadow = false, settings }) => ({
            key: keyOf(plugin),
            settings,
            isShadow,
          })),
          brought,
        } satisfies ReaderJob,
        limits,
      ) as Promise<(Answer & { missing?: undefined }) | MissingPlugins>;
    try {
      await follow(reader);
      const first = await run([]);
      if (!first.missing) return first;
      // All of them: a process that was replaced meanwhile has none.
      const second = await run(plugins.map(({ plugin }) => ({ key: keyOf(plugin), plugin })));
      if (second.missing) throw new Error('A reader process did not keep what it was brought.');
      return second;
    } finally {
      reader.waiting--;
    }
  };
  return {
    async read({ plugins, ...page }, limits) {
      let spent: ReadingCost = { cpuMs: 0, ms: 0 };
      const onCost = (cost: ReadingCost) => {
        spent = cost;
        limits.onCost(cost);
      };
      try {
        return await give<PageAnswer>({ kind: 'page', ...page }, plugins, { ...limits, onCost });
      } catch (error) {
        if (!mayBeAttached(error, page)) throw error;
        const before = spent;
        return await give<PageAnswer>({ kind: 'page', ...page, leavesOutAttached: true }, plugins, {
          ...limits,
          onCost: ({ cpuMs, ms }) => limits.onCost({ cpuMs: before.cpuMs + cpuMs, ms: before.ms + ms }),
        });
      }
    },
    makeRecords: ({ plugins, ...document }, limits) =>
      give<MadeRecords>({ kind: 'records', ...document }, plugins, limits),
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

/** A file attached to an e-invoice can be what took too much: without it the invoice is read all the same. */
const mayBeAttached = (error: unknown, { bytes, page }: Pick<PageJob, 'bytes' | 'page'>): boolean =>
  error instanceof ImageError &&
  !(error instanceof ReaderLostError) &&
  (error.code === 'reader.over_budget' || error.code === 'reader.crashed') &&
  page === 1 &&
  looksLikeXml(bytes);

const keyOfModels = (chosen: ChosenModels): string => JSON.stringify(chosen);

const keyOf = ({ manifest, packageSha256 }: LoadedVersion): string =>
  `${manifest.id} ${manifest.version} ${packageSha256}`;
