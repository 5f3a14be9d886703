import { randomUUID } from 'node:crypto';
import type { Originals } from '../originals.ts';
import type { PlatformStateSource } from '../platform-state.ts';
import { type HouseKeepingDeps, keepHouse } from './house-keeping.ts';
import { keepCounting } from './keep-counting.ts';
import { followMaintenance } from './maintenance.ts';
import type { JobQueue } from './queue.ts';
import { type ReadCaptureDeps, readCapture } from './read-capture.ts';
import { createReaderPool } from './reader-pool.ts';
import { scrubStore } from './scrub-store.ts';

const houseKeepingEveryMs = 15 * 60_000;

/** The worker role: reads what waits and keeps house. */
export async function startWorker({
  deps,
  concurrency,
  threads = 0,
  state,
  log,
}: {
  deps: Omit<ReadCaptureDeps, 'readers'> &
    Omit<HouseKeepingDeps, 'log'> & { queue: JobQueue; originals: Originals };
  /** Pages read at once. */
  concurrency: number;
  threads?: number;
  /** During maintenance no job is taken; the running ones end. */
  state: Pick<PlatformStateSource, 'current' | 'onChange'>;
  log: Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;
}): Promise<{ warm: Promise<void>; stop(timeoutMs: number): Promise<void> }> {
  const readers = createReaderPool({ size: concurrency, threads });
  const processId = randomUUID();
  const warm = readers.warmUp();
  let isStopping = false;
  warm.catch((err: unknown) => {
    // Stopped before it was warm.
    if (!isStopping) log.error({ err }, 'the reader did not start');
  });
  const isMaintained = () => state.current().readOnlySince !== null;
  const isPaused = isMaintained();
  await deps.queue.work(
    concurrency,
    async (job) => {
      const startedAt = performance.now();
      try {
        await readCapture({ ...deps, readers }, job);
        log.info({ ...job, ms: Math.round(performance.now() - startedAt) }, 'page read');
      } catch (err) {
        log.error({ ...job, err }, 'reading is tried again');
        throw err;
      }
    },
    { isPaused },
  );
  const maintenance = followMaintenance(deps.queue, state, {
    isPaused,
    onError: (err) => log.error({ err }, 'the queue did not follow maintenance'),
  });
  const keep = () => {
    if (isMaintained()) return;
    keepHouse({ ...deps, log }, { processId }).then(
      (result) => log.info({ ...result }, 'house kept'),
      (err: unknown) => log.error({ err }, 'keeping house failed, it is tried again'),
    );
  };
  const counting = keepCounting({
    db: deps.db,
    platform: deps.platform,
    isMaintained,
    onError: (err) => log.error({ err }, 'counting what companies use failed, it is tried again'),
  });
  const scrub = scrubStore(
    { ...deps, log },
    { processId, isMaintained, onError: (err) => log.error({ err }, 'the scrub failed, it goes on') },
  );
  const timer = setInterval(keep, houseKeepingEveryMs);
  const first = setTimeout(keep, 30_000);
  return {
    warm,
    async stop(timeoutMs) {
      isStopping = true;
      clearInterval(timer);
      clearTimeout(first);
      maintenance.stop();
      await counting.stop();
      await scrub.stop();
      await deps.queue.stop(timeoutMs);
      await readers.close();
    },
  };
}
