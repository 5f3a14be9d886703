import { randomUUID } from 'node:crypto';
import type { ReadingJob } from '@readout/domain/readings/reading-queue';
import { attemptsOf } from '../attempts.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Originals } from '../originals.ts';
import type { PlatformStateSource } from '../platform-state.ts';
import { failed, inSpan } from '../tracing/in-span.ts';
import { type HouseKeepingDeps, keepHouse } from './house-keeping.ts';
import { keepCounting } from './keep-counting.ts';
import { followMaintenance } from './maintenance.ts';
import type { JobQueue } from './queue.ts';
import { type ReadCaptureDeps, type ReadingOutcome, readCapture } from './read-capture.ts';
import { createReaderPool, type ModelSource } from './reader-pool.ts';
import { runExports } from './run-exports.ts';
import { scrubStore } from './scrub-store.ts';

const houseKeepingEveryMs = 15 * 60_000;

interface WorkerLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** The worker role: reads what waits and keeps house. */
export async function startWorker({
  deps,
  concurrency,
  threads = 0,
  models,
  state,
  metrics,
  log,
}: {
  deps: Omit<ReadCaptureDeps, 'readers'> &
    Omit<HouseKeepingDeps, 'log'> & { queue: JobQueue; originals: Originals };
  /** Pages read at once. */
  concurrency: number;
  threads?: number;
  /** Text models of the installation; without them the packaged ones read. */
  models?: ModelSource;
  /** During maintenance no job is taken; the running ones end. */
  state: Pick<PlatformStateSource, 'current' | 'onChange'>;
  metrics?: Pick<Metrics, 'reading' | 'readersAre'>;
  log: WorkerLog;
}): Promise<{ warm: Promise<void>; stop(timeoutMs: number): Promise<void> }> {
  const readers = createReaderPool({
    size: concurrency,
    threads,
    models,
    onDamaged: (model) =>
      log.error({ model }, 'a text model is damaged; the packaged ones read in its place'),
  });
  metrics?.readersAre(readers);
  const processId = randomUUID();
  const warm = readers.warmUp();
  let isStopping = false;
  warm.catch((err: unknown) => {
    // Stopped before it was warm.
    if (!isStopping) log.error({ err }, 'the reader did not start');
  });
  const isMaintained = () => state.current().readOnlySince !== null;
  const isPaused = isMaintained();
  await deps.queue.work({
    readers: concurrency,
    isPaused,
    prepare: () => readers.warmUp(),
    async read({ companyId, captureId, ...reading }) {
      const outcome = await inSpan('read page', { kind: 'job' }, async (span) => {
        const ended = await readCapture({ ...deps, readers }, { companyId, captureId, ...reading });
        span.setAttribute('readout.outcome', ended.result);
        if (ended.cost) span.setAttribute('readout.cpu_ms', Math.round(ended.cost.cpuMs));
        if (ended.code) failed(span, ended.code);
        return ended;
      });
      metrics?.reading(outcome.result);
      report(log, { companyId, captureId }, outcome);
      return outcome;
    },
  });
  const maintenance = followMaintenance(deps.queue, state, {
    isPaused,
    onError: (err) => log.error({ err }, 'the queue did not follow maintenance'),
  });
  const cleaning = attemptsOf(log, 'cleaning up');
  const keep = () => {
    if (isMaintained()) return;
    void cleaning(async () => {
      const done = { ...(await keepHouse({ ...deps, log }, { processId })) };
      if (Object.values(done).some(Boolean)) log.info(done, 'clean-up done');
    });
  };
  const counting = keepCounting({
    db: deps.db,
    platform: deps.platform,
    isMaintained,
    attempt: attemptsOf(log, 'counting usage'),
  });
  const scrub = scrubStore(
    { ...deps, log },
    {
      processId,
      isMaintained,
      attempt: attemptsOf(log, 'checking stored originals'),
    },
  );
  const exporting = runExports(
    { ...deps, log },
    { isMaintained, attempt: attemptsOf(log, 'looking for exports') },
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
      await exporting.stop();
      await counting.stop();
      await scrub.stop();
      await deps.queue.stop(timeoutMs);
      await readers.close();
    },
  };
}

/** Codes of a picture or PDF that is itself not to be read: news for who captured it, none for who runs the server. */
const ofThePicture = /^(image\.|pdf\.|reader\.too_costly$)/;

function report(log: WorkerLog, job: ReadingJob, { result, code, cost, error }: ReadingOutcome): void {
  const spent = cost ? { ms: Math.round(cost.ms), cpuMs: Math.round(cost.cpuMs) } : {};
  const fields = { ...job, ...spent };
  if (result === 'read') log.info(fields, 'page read');
  else if (result === 'nothing') log.info(fields, 'page not read: no longer waiting');
  else if (result === 'again')
    log.warn({ ...fields, code, err: error }, 'reading the page failed, will retry');
  else if (ofThePicture.test(code ?? '')) log.info({ ...fields, code }, 'page cannot be read');
  else log.error({ ...fields, code, err: error }, 'reading the page failed');
}
