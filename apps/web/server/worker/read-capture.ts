import { setTimeout as delay } from 'node:timers/promises';
import { type DB, isDatabaseUnavailable } from '@readout/database';
import { beginReading } from '@readout/domain/captures/begin-reading';
import { failReading } from '@readout/domain/captures/fail-reading';
import type { ReadingJob, ReadingQueue } from '@readout/domain/captures/reading-queue';
import { saveReading } from '@readout/domain/captures/save-reading';
import { findBlock } from '@readout/domain/platform/list-plugin-blocks';
import type { PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { ImageError } from '@readout/image-reader';
import type { Kysely } from 'kysely';
import { derivedKey, originalKey } from '../store/keys.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ReaderPool } from './reader-pool.ts';

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
  plugins: PluginCatalogue;
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

  const file = await deps.store.localFile(originalKey(companyId, task.sha256));
  if (!file)
    return fail('capture.bytes_missing', 'The stored bytes of this capture are not where they were put.');
  try {
    const answer = await deps.readers.read({
      path: file.path,
      page: task.pageNumber,
      languages: task.languages,
      locale: task.locale,
      today: task.today,
      keepLocation: task.keepLocation,
      plugins: task.installations
        .filter(({ pluginId }) => !findBlock(task.blocks, pluginId, versionOf(deps.plugins, pluginId)))
        .map(({ pluginId, settings }) => ({ id: pluginId, settings })),
    });
    if (!answer.ok) return await fail(answer.code, answer.message, answer.pages);
    await Promise.all([
      deps.store.put(derivedKey(companyId, captureId, 'thumbnail'), answer.thumbnail),
      deps.store.put(derivedKey(companyId, captureId, 'view'), answer.view),
    ]);
    await onceThere(() => saveReading(deps, { companyId, captureId, result: answer }));
    // Made when it is asked for, from the corners of the reading before.
    await deps.store.delete(derivedKey(companyId, captureId, 'flattened'));
  } catch (error) {
    if (!(error instanceof ImageError) || task.attempts < maxCrashes) throw error;
    await fail(error.code, error.message);
  } finally {
    await file.release();
  }
}

function versionOf(plugins: PluginCatalogue, pluginId: string): string {
  return plugins.find(({ manifest }) => manifest.id === pluginId)?.manifest.version ?? '';
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
