import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@readout/domain/errors';
import type { TextModelJob, TextModelJobs } from '@readout/domain/platform/text-models/text-model-jobs';
import { ImageError } from '@readout/image-reader';
import {
  ModelError,
  type ModelFolder,
  type ModelManifest,
  modelsIn,
} from '@readout/image-reader/added-models';
import type { TrialListener, TrialReport } from '@readout/model-trial';

const aliveEveryMs = 2_000;
const lookEveryMs = 1_000;
/** A process that does a job says so more often than this. */
const silenceMs = 60_000;

type Kept = Omit<TextModelJob, 'state'> & { state: Exclude<TextModelJob['state'], 'broken_off'> };

/**
 * Jobs of this process, told of in the folder of the models, where every process sees them: the folder is the truth about
 * them, too.
 */
export function createModelJobs({
  dataFolder,
  folder,
  compare,
  log,
}: {
  dataFolder: string;
  folder: Pick<ModelFolder, 'add' | 'fetchedOf'>;
  compare: (name: string, onProgress: NonNullable<TrialListener['onProgress']>) => Promise<TrialReport>;
  log: { error(fields: object, text: string): void };
}): TextModelJobs {
  const place = path.join(modelsIn(dataFolder), '.jobs');
  const fileOf = ({ kind, name }: Pick<Kept, 'kind' | 'name'>): string =>
    path.join(place, `${kind}-${name}.json`);

  /** Anyone who looks on sees the job as it was or as it is. */
  async function keep(job: Kept): Promise<void> {
    await mkdir(place, { recursive: true });
    const partial = `${fileOf(job)}.${process.pid}`;
    await writeFile(partial, JSON.stringify({ ...job, heardAt: Date.now() }));
    await rename(partial, fileOf(job));
  }

  async function list(): Promise<TextModelJob[]> {
    const names = await readdir(place).catch(() => []);
    const found = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => read(path.join(place, name))),
    );
    return found.filter((job) => job !== undefined);
  }

  async function read(file: string): Promise<TextModelJob | undefined> {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const { heardAt, ...job } = JSON.parse(text) as Kept & { heardAt?: number };
    if (job.state !== 'running') return job;
    const isSilent = Date.now() - (heardAt ?? 0) > silenceMs;
    return isSilent ? { ...job, state: 'broken_off' } : job;
  }

  async function start(
    { kind, name, by, of }: Pick<Kept, 'kind' | 'name' | 'by' | 'of'>,
    work: (tell: (done: number, of?: number) => void) => Promise<TrialReport | null>,
  ): Promise<void> {
    const running = (await list()).find((job) => job.kind === kind && job.name === name);
    if (running?.state === 'running') throw new AppError('model.job_runs', { name });
    const job: Kept = {
      kind,
      name,
      by,
      startedAt: new Date().toISOString(),
      state: 'running',
      done: 0,
      of,
      failure: null,
      report: null,
    };
    let kept = keep(job);
    await kept;
    const write = () => {
      kept = kept
        .then(() => keep(job))
        .catch((err: unknown) => log.error({ err, name }, 'a job of a text model is not told of'));
      return kept;
    };
    const tell = (done: number, all = job.of) => Object.assign(job, { done, of: all });
    const alive = setInterval(write, aliveEveryMs);
    alive.unref();
    // Nobody waits for it: how it ends is told in its file.
    void work(tell)
      .then(
        (report) => Object.assign(job, { state: 'done', done: job.of, report }),
        (error: unknown) => {
          if (!isForeseen(error)) log.error({ err: error, kind, name }, 'a job of a text model failed');
          Object.assign(job, { state: 'failed', failure: failureOf(error) });
        },
      )
      .finally(() => {
        clearInterval(alive);
        return write();
      });
  }

  return {
    list,
    add: (manifest, { address, by, onAdded }) =>
      start({ kind: 'add', name: manifest.name, by, of: sizeOf(manifest) }, async (tell) => {
        const looking = setInterval(() => {
          folder.fetchedOf(manifest).then(
            (bytes) => tell(bytes),
            () => {},
          );
        }, lookEveryMs);
        try {
          await folder.add(manifest.name, address === undefined ? undefined : { address });
        } finally {
          clearInterval(looking);
        }
        await onAdded();
        return null;
      }),
    compare: (name, { by }) =>
      start({ kind: 'try', name, by, of: 0 }, (tell) => compare(name, ({ done, of }) => void tell(done, of))),
  };
}

const sizeOf = ({ model, characters }: ModelManifest): number => model.bytes + (characters?.bytes ?? 0);

type Foreseen = AppError | ModelError | ImageError;
const isForeseen = (error: unknown): error is Foreseen =>
  error instanceof AppError || error instanceof ModelError || error instanceof ImageError;

function failureOf(error: unknown): NonNullable<TextModelJob['failure']> {
  if (!isForeseen(error)) return { code: 'server.unexpected', values: {} };
  const values = error instanceof AppError ? error.detail : error.values;
  return {
    code: error.code,
    values: Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string | number] =>
          typeof entry[1] === 'string' || typeof entry[1] === 'number',
      ),
    ),
  };
}
