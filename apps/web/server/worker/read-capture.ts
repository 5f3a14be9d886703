import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type DB, isDatabaseUnavailable } from '@readout/database';
import { beginReading, type ReadingTask } from '@readout/domain/captures/begin-reading';
import { failReading } from '@readout/domain/captures/fail-reading';
import type { ReadingJob, ReadingQueue } from '@readout/domain/captures/reading-queue';
import { type PluginOutcome, saveReading } from '@readout/domain/captures/save-reading';
import { AppError } from '@readout/domain/errors';
import { bytesCodes } from '@readout/domain/originals/note-original';
import type { PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { settingsFor } from '@readout/domain/plugins/plugin-settings';
import { ImageError } from '@readout/image-reader';
import { derivedKey, type ObjectStore, originalKey } from '@readout/store';
import type { Kysely } from 'kysely';
import { bytesMissing, type Originals } from '../originals.ts';
import type { PluginStore } from '../plugins/plugin-store.ts';
import type { PageToRead, ReaderPool } from './reader-pool.ts';

/** Tries after which a page that crashes the reader, or never ends, is given up. */
const maxCrashes = 3;
/** Begun this often without an end, the page takes down more than the reader: given up, too. */
const maxAttempts = 10;
/** How long a database that went away is waited for within one job. */
const maxWaitMs = 60_000;

export interface ReadCaptureDeps {
  db: Kysely<DB>;
  queue: ReadingQueue;
  store: ObjectStore;
  originals: Pick<Originals, 'demandWhole'>;
  plugins: PluginCatalogue;
  versions: PluginStore;
  readers: ReaderPool;
}

/**
 * Reads one page and keeps what was read. Returns when the job is done, be it that the capture failed with
 * its code; throws where the job is to be tried again.
 */
export async function readCapture(
  deps: ReadCaptureDeps,
  { companyId, captureId }: ReadingJob,
): Promise<void> {
  const task = await onceThere(() => beginReading(deps, { companyId, captureId }));
  if (!task) return;
  const fail = (code: string, detail: string, pages?: number) =>
    onceThere(() => failReading(deps, { companyId, captureId, code, detail, pages }));
  if (task.attempts > maxAttempts)
    return fail('reader.crashed', 'Reading this page was begun ten times and never ended.');

  try {
    await onceThere(() => deps.originals.demandWhole({ companyId, sha256: task.sha256 }));
  } catch (error) {
    if (!(error instanceof AppError) || !bytesCodes.includes(error.code)) throw error;
    return fail(error.code, error.message);
  }
  const file = await deps.store.localFile(originalKey(companyId, task.sha256));
  if (!file) throw bytesMissing();
  try {
    const { plugins, refused } = await loadPinned(deps, task);
    const answer = await deps.readers.read({
      bytes: await readFile(file.path),
      page: task.pageNumber,
      languages: task.languages,
      locale: task.locale,
      today: task.today,
      keepLocation: task.keepLocation,
      plugins,
    });
    if (!answer.ok) return await fail(answer.code, answer.message, answer.pages);
    const result = { ...answer, runs: [...answer.runs, ...refused], pinned: task.installations };
    await Promise.all([
      deps.store.put(derivedKey(companyId, captureId, 'thumbnail'), answer.thumbnail),
      deps.store.put(derivedKey(companyId, captureId, 'view'), answer.view),
    ]);
    await onceThere(() => saveReading(deps, { companyId, captureId, result }));
    // Made when it is asked for, from the corners of the reading before.
    await deps.store.delete(derivedKey(companyId, captureId, 'flattened'));
  } catch (error) {
    if (!(error instanceof ImageError) || task.attempts < maxCrashes) throw error;
    await fail(error.code, error.message);
  } finally {
    await file.release();
  }
}

/** The pinned versions that may run; one whose bytes are not what was signed is its own failed run, the others go on. */
async function loadPinned(
  { versions }: Pick<ReadCaptureDeps, 'versions'>,
  { companyId, installations }: ReadingTask,
): Promise<{ plugins: PageToRead['plugins']; refused: PluginOutcome[] }> {
  const plugins: PageToRead['plugins'] = [];
  const refused: PluginOutcome[] = [];
  for (const { settings, block, ...ref } of installations) {
    if (block) continue;
    const { pluginId, version } = ref;
    try {
      const plugin = await onceThere(() => versions.load(companyId, ref));
      plugins.push({ plugin, settings: settingsFor(plugin.manifest, settings) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const failure = { code: 'plugin.not_intact', message: error.message };
      refused.push({ plugin: pluginId, version, recordCount: 0, durationMs: 0, failure });
    }
  }
  return { plugins, refused };
}

/** Waits for a database that restarts: what was read need not be read again. Every step may safely run twice. */
async function onceThere<T>(step: () => Promise<T>): Promise<T> {
  const until = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
      await delay(500);
    }
  }
}
