import type { DB } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { writeNotedExport } from '@readout/domain/exports/export-records';
import { beginMarks } from '@readout/domain/exports/exported-records';
import {
  failExport,
  finishExport,
  giveBackExport,
  keepExport,
  type TakenExport,
  takeExport,
} from '@readout/domain/exports/run-export';
import type { PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { exportKey, type ObjectStore, StoreError } from '@readout/store';
import type { Kysely } from 'kysely';
import type { Attempt } from '../attempts.ts';

export interface ExportRunDeps {
  db: Kysely<DB>;
  platform: Kysely<DB>;
  plugins: PluginCatalogue;
  store: ObjectStore;
  log: { warn(fields: object, text: string): void };
}

const lookEveryMs = 1000;
const aliveEveryMs = 15_000;
const maxBytes = 10_000_000_000;

/** Broken off by the process that wrote it, or another one has it now. */
class BrokenOff extends Error {}

/**
 * Writes the export that waits the longest, if there is one: to its end, or so that another run begins again.
 * @returns whether there was one
 */
export async function runExport(
  deps: ExportRunDeps,
  { signal }: { signal?: AbortSignal } = {},
): Promise<boolean> {
  const taken = await takeExport(deps);
  if (!taken) return false;
  const own = new AbortController();
  const ended = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  const alive = setInterval(() => {
    keepExport(deps, taken).then(
      (isMine) => !isMine && own.abort(),
      // Heard of again with the next one.
      () => {},
    );
  }, aliveEveryMs);
  try {
    await write(deps, taken, ended);
  } catch (error) {
    const code = failureOf(error);
    if (code !== undefined) await failExport(deps, taken, code);
    else {
      const isStopped = error instanceof BrokenOff;
      if (!isStopped)
        deps.log.warn({ err: error, exportId: taken.id }, 'writing an export failed, will retry');
      await giveBackExport(deps, taken, { isStopped });
    }
  } finally {
    clearInterval(alive);
  }
  return true;
}

async function write(deps: ExportRunDeps, taken: TakenExport, signal: AbortSignal): Promise<void> {
  let rowCount = 0;
  const { id: exportId, scope, profile } = taken;
  const marks = profile ? await beginMarks(deps, { scope, exportId, profile }) : undefined;
  const content = await writeNotedExport(deps, {
    ...taken,
    onRows: (rows, trx) => {
      rowCount += rows.length;
      return marks?.mark(rows, trx);
    },
  });
  const staged = await deps.store.stage(unlessBrokenOff(content, signal), { maxBytes });
  const { byteSize, sha256 } = staged;
  const key = exportKey(taken.scope.companyId, taken.id);
  try {
    // Another run of the same export may have its file there.
    if (!(await keepExport(deps, taken))) return;
    await staged.commit(key);
  } finally {
    await staged.discard();
  }
  try {
    const { count = rowCount, heldBack = null } = marks?.result() ?? {};
    if (!(await finishExport(deps, taken, { rowCount: count, byteSize, sha256, heldBack })))
      throw new BrokenOff();
  } catch (error) {
    // Where the database did not answer the file may be the one of the row: the next run replaces it.
    if (error instanceof AppError) await deps.store.delete(key);
    throw error;
  }
}

async function* unlessBrokenOff(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    if (signal.aborted) throw new BrokenOff();
    yield piece;
  }
}

/** The code of what would fail again; undefined for what may pass. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof StoreError && error.code === 'too_large') return 'export.too_large';
  if (error instanceof AppError && error.kind !== 'unavailable') return error.code;
  return undefined;
}

/** Looks every second for exports that wait, and writes one at a time. */
export function runExports(
  deps: ExportRunDeps,
  { isMaintained, attempt }: { isMaintained: () => boolean; attempt: Attempt },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const turn = async () => {
    await attempt(async () => {
      try {
        while (!stopping.signal.aborted && !isMaintained())
          if (!(await runExport(deps, { signal: stopping.signal }))) break;
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      }
    });
    if (!stopping.signal.aborted) timer = setTimeout(begin, lookEveryMs);
  };
  const begin = () => {
    running = turn();
  };
  let timer = setTimeout(begin, lookEveryMs);
  return {
    // What is being written is broken off and written by what takes it up.
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
