import { setTimeout as delay } from 'node:timers/promises';
import { type DB, isDatabaseUnavailable } from '@readout/database';
import { beginReading, type ReadingTask } from '@readout/domain/captures/begin-reading';
import type { WantedRecords } from '@readout/domain/captures/document-pages';
import { failReading, type ReadingFailure } from '@readout/domain/captures/fail-reading';
import type { DocumentResult, PluginOutcome } from '@readout/domain/captures/keep-records';
import { saveReading } from '@readout/domain/captures/save-reading';
import { AppError } from '@readout/domain/errors';
import { bytesCodes } from '@readout/domain/originals/note-original';
import { mayRun } from '@readout/domain/plugins/pinned-versions';
import type { PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { settingsFor } from '@readout/domain/plugins/rules';
import type { Shadow } from '@readout/domain/plugins/shadows';
import type { ReadingCost, ReadingEnd } from '@readout/domain/readings/end-reading';
import { maxHostDeaths } from '@readout/domain/readings/host-deaths';
import type { ReadingQueue } from '@readout/domain/readings/reading-queue';
import type { TakenReading } from '@readout/domain/readings/take-reading';
import { ImageError, ReaderLostError } from '@readout/image-reader';
import { derivedKey, type ObjectStore } from '@readout/store';
import type { Kysely } from 'kysely';
import type { Originals } from '../originals.ts';
import type { PluginStore } from '../plugins/plugin-store.ts';
import type { PageReader, PageToRead } from './reader-pool.ts';
import { surroundingsOf } from './surroundings.ts';

/** Tries after which a page that crashes the reader is given up. */
const maxCrashes = 3;
/** Processor milliseconds that each page of a document adds to what its readers may take together. */
const cpuMsOfPage = 200;
/** How long a database that went away is waited for within one job. */
const maxWaitMs = 60_000;

export interface ReadCaptureDeps {
  db: Kysely<DB>;
  queue: ReadingQueue;
  store: ObjectStore;
  originals: Pick<Originals, 'read'>;
  plugins: PluginCatalogue;
  versions: PluginStore;
  readers: PageReader;
}

/** What came of one time a page was taken. */
export interface ReadingOutcome {
  /** What becomes of its place in the queue. */
  end: ReadingEnd;
  /** `nothing`: it was read, thrown away or failed by somebody else meanwhile. */
  result: 'read' | 'failed' | 'nothing' | 'again';
  /** Of a failure, or of what it waits for. */
  code?: string;
  cost?: ReadingCost;
  error?: unknown;
}

/**
 * Reads one page and keeps what was read. What is the picture's fault fails the capture with its code; what is the fault
 * of something around it, be it the store, the database or a reader that was killed, is never counted against it.
 */
export async function readCapture(deps: ReadCaptureDeps, taken: TakenReading): Promise<ReadingOutcome> {
  const costs = new Map<'page' | 'records', ReadingCost>();
  const onCost = (of: 'page' | 'records', spent: ReadingCost) => costs.set(of, spent);
  const outcome = await readOnce(deps, taken, onCost).catch((error: unknown): ReadingOutcome => {
    const code = surroundingsOf(error);
    return { end: { kind: 'delayed', code }, result: 'again', code, error };
  });
  const spent = [...costs.values()];
  if (spent.length === 0) return outcome;
  const total = (of: keyof ReadingCost) => spent.reduce((sum, cost) => sum + cost[of], 0);
  return { ...outcome, cost: { cpuMs: total('cpuMs'), ms: total('ms') } };
}

async function readOnce(
  deps: ReadCaptureDeps,
  taken: TakenReading,
  onCost: (of: 'page' | 'records', cost: ReadingCost) => void,
): Promise<ReadingOutcome> {
  const { companyId, captureId } = taken;
  const task = await onceThere(() => beginReading(deps, { companyId, captureId }));
  if (!task) return { end: { kind: 'done' }, result: 'nothing' };
  let loaded: ReturnType<typeof loadPinned> | undefined;
  // A page that brought a process down is read again without what is there for comparison only.
  const shadows = taken.crashes + taken.hostDeaths > 0 ? [] : task.shadows;
  const readers = () => {
    loaded ??= loadPinned(deps, { ...task, shadows });
    return loaded;
  };
  /** What the readers make of all pages, without records where they make the process die or take too long. */
  const makeRecords = async ({ pages, readingIds }: WantedRecords): Promise<DocumentResult> => {
    const { plugins, refused, tried } = await readers();
    try {
      const made = await deps.readers.makeRecords(
        { pages, locale: task.locale, today: task.today, company: task.company, plugins },
        { cpuMs: task.maxCpuMs + pages.length * cpuMsOfPage, onCost: (cost) => onCost('records', cost) },
      );
      return {
        records: made.records,
        runs: [...made.runs, ...refused],
        ...(made.shadowed ? { shadowed: { ...made.shadowed, tried } } : {}),
        pinned: task.installations,
        readingIds,
      };
    } catch (error) {
      // What is there for comparison only may cost the document nothing.
      if (tried.length > 0 && error instanceof ImageError && !(error instanceof ReaderLostError)) {
        loaded = loadPinned(deps, { ...task, shadows: [] });
        return makeRecords({ pages, readingIds });
      }
      if (!(error instanceof ImageError) || !isReadersFault(error, taken)) throw error;
      const failure = { code: 'plugin.budget_spent', message: error.message };
      return {
        records: null,
        runs: plugins.map(({ plugin: { manifest } }) => ({
          plugin: manifest.id,
          version: manifest.version,
          recordCount: 0,
          durationMs: 0,
          failure,
        })),
        pinned: task.installations,
        readingIds,
      };
    }
  };
  /** Keeps a page, with its document's records where it is the last: again as long as other pages change meanwhile. */
  const keep = async <Kept>(
    save: (made: DocumentResult | undefined) => Promise<Kept | WantedRecords>,
  ): Promise<Kept> => {
    for (let made: DocumentResult | undefined; ; ) {
      const answer = await onceThere(() => save(made));
      if (!isWanted(answer)) return answer;
      made = await makeRecords(answer);
    }
  };
  const fail = async ({ code, message, values }: ReadingFailure, pages?: number): Promise<ReadingOutcome> => {
    const failure = { companyId, captureId, code, message, values, pages };
    // What brought the host down may have been the readers.
    if (taken.hostDeaths > maxHostDeaths)
      await onceThere(() => failReading(deps, { ...failure, made: null }));
    else await keep((made) => failReading(deps, { ...failure, made }));
    return { end: { kind: 'done' }, result: 'failed', code };
  };
  if (taken.hostDeaths >= maxHostDeaths)
    return fail({
      code: 'reader.never_ended',
      message: `Reading this page was begun ${taken.hostDeaths} times, at last with nothing else running, and each time the server went down or the reading stood still.`,
      values: { times: taken.hostDeaths },
    });

  let bytes: Buffer;
  try {
    bytes = await onceThere(() => deps.originals.read({ companyId, sha256: task.sha256 }));
  } catch (error) {
    if (!(error instanceof AppError) || !bytesCodes.includes(error.code)) throw error;
    return fail(error);
  }
  try {
    const { plugins, refused, tried } = await readers();
    const answer = await deps.readers.read(
      {
        bytes,
        page: task.pageNumber,
        hasOthers: task.hasOthers,
        languages: task.languages,
        locale: task.locale,
        today: task.today,
        company: task.company,
        keepLocation: task.keepLocation,
        plugins,
      },
      { cpuMs: task.maxCpuMs, onCost: (cost) => onCost('page', cost) },
    );
    if (!answer.ok) return await fail(answer, answer.pages);
    const isAlone = !task.hasOthers && answer.reading.page.of === 1;
    const { shadowed, ...seen } = answer;
    const result = {
      ...seen,
      runs: [...seen.runs, ...refused],
      ...(shadowed ? { shadowed: { ...shadowed, tried } } : {}),
      pinned: task.installations,
      readingIds: isAlone ? [] : null,
    };
    await Promise.all([
      deps.store.put(derivedKey(companyId, captureId, 'thumbnail'), answer.thumbnail),
      deps.store.put(derivedKey(companyId, captureId, 'view'), answer.view),
    ]);
    const kept = await keep((made) =>
      saveReading(deps, { companyId, captureId, result: { ...result, ...made } }),
    );
    // Made when it is asked for, from the corners of the reading before.
    await deps.store.delete(derivedKey(companyId, captureId, 'flattened'));
    return { end: { kind: 'done' }, result: kept === 'kept' ? 'read' : 'nothing' };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    if (error instanceof ReaderLostError) return afterLoss(error);
    // A process that did nothing: as with a host that went down nobody knows whose fault it is, and it goes behind the others.
    if (error.code === 'reader.timed_out')
      return { end: { kind: 'killed' }, result: 'again', code: error.code, error };
    const isCrash =
      error.code === 'reader.crashed' || (error.code === 'reader.over_budget' && shadows.length > 0);
    if (!isCrash || taken.crashes + 1 >= maxCrashes) return await fail(error);
    return { end: { kind: 'crashed' }, result: 'again', code: error.code, error };
  }
}

const isWanted = (answer: unknown): answer is WantedRecords =>
  typeof answer === 'object' && answer !== null && 'readingIds' in answer;

/** A process the system killed again and again while readers ran is no accident any more. */
const isReadersFault = (error: ImageError, { hostDeaths }: TakenReading): boolean =>
  !(error instanceof ReaderLostError) || (error.why === 'killed' && hostDeaths >= maxHostDeaths);

function afterLoss(error: ReaderLostError): ReadingOutcome {
  switch (error.why) {
    case 'stopping':
      return { end: { kind: 'released' }, result: 'again', code: 'reader.stopping', error };
    case 'killed':
      return { end: { kind: 'killed' }, result: 'again', code: 'reader.killed', error };
    case 'not_started':
      return {
        end: { kind: 'delayed', code: 'reader.not_started' },
        result: 'again',
        code: 'reader.not_started',
        error,
      };
  }
}
/** The pinned versions that may run; one whose bytes are not what was signed is its own failed run, the others go on. */
async function loadPinned(
  { versions }: Pick<ReadCaptureDeps, 'versions'>,
  { companyId, installations, shadows }: ReadingTask,
): Promise<{ plugins: PageToRead['plugins']; refused: PluginOutcome[]; tried: Shadow[] }> {
  const plugins: PageToRead['plugins'] = [];
  const refused: PluginOutcome[] = [];
  for (const { settings, block, isPaused, ...ref } of installations) {
    if (!mayRun({ block, isPaused })) continue;
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
  const tried: Shadow[] = [];
  for (const shadow of shadows) {
    if (!plugins.some(({ plugin: { manifest } }) => manifest.id === shadow.pluginId)) continue;
    const { settings, ...ref } = shadow;
    try {
      const plugin = await onceThere(() => versions.load(companyId, ref));
      plugins.push({ plugin, settings: settingsFor(plugin.manifest, settings), isShadow: true });
      tried.push(shadow);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { plugins, refused, tried };
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
