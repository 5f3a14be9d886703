import { readFile } from 'node:fs/promises';
import type { DB } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { noteOriginal, type OriginalState } from '@readout/domain/originals/note-original';
import type { ReadingQueue } from '@readout/domain/readings/reading-queue';
import { type ObjectStore, originalKey, StoreError } from '@readout/store';
import type { Kysely } from 'kysely';

/** Bytes as they were captured. */
export interface OriginalRef {
  companyId: string;
  /** Lower-case hex. */
  sha256: string;
}

/** Sees to it that nobody is given other bytes than those that were captured. */
export interface Originals {
  /**
   * Reads the bytes, unless they were read a moment ago and not touched since. What is missing or altered is put back
   * from the quarantine where it lies there; otherwise the capture shows it from now on.
   * @throws AppError `capture.bytes_altered`, `capture.bytes_missing`, `store.away`
   */
  demandWhole(original: OriginalRef): Promise<void>;
  /**
   * A path under which the whole bytes can be read until it is released; over a network they come once.
   * @throws AppError `capture.bytes_altered`, `capture.bytes_missing`, `store.away`
   */
  open(original: OriginalRef): Promise<LocalOriginal>;
  /** The bytes themselves. @throws as `open` */
  read(original: OriginalRef): Promise<Buffer>;
  /** The same for who looks through the store, slowly and past what is known. @throws AppError `store.away` */
  check(original: OriginalRef, onRead: (byteSize: number) => Promise<void>): Promise<OriginalState>;
}

export interface LocalOriginal {
  path: string;
  release(): Promise<void>;
}

export function createOriginals({
  store,
  db,
  queue,
}: {
  store: ObjectStore;
  db: Kysely<DB>;
  queue: ReadingQueue;
}): Originals {
  const find = async (
    { companyId, sha256 }: OriginalRef,
    onRead?: (byteSize: number) => Promise<void>,
  ): Promise<OriginalState> => {
    const key = originalKey(companyId, sha256);
    const { state } = await store.verify(key, sha256, onRead && { isFresh: true, onRead });
    return state !== 'whole' && (await store.putBack(key, sha256)) ? 'whole' : state;
  };
  const demandWhole: Originals['demandWhole'] = async (original) => {
    const state = await find(original).catch((error: unknown) => {
      throw storeAway(error);
    });
    if (state === 'whole') return;
    await noteOriginal({ db, queue }, { ...original, state });
    throw state === 'altered' ? bytesAltered() : bytesMissing();
  };
  const open: Originals['open'] = async (original) => {
    const { companyId, sha256 } = original;
    const key = originalKey(companyId, sha256);
    // First: a copy from a network is compared on its way. What goes wrong here is told below.
    const early = await store.localFile(key).catch(() => undefined);
    try {
      await demandWhole(original);
    } catch (error) {
      await early?.release();
      throw error;
    }
    const file =
      early ??
      (await store.localFile(key).catch((error: unknown) => {
        throw storeAway(error);
      }));
    if (!file) throw bytesMissing();
    return file;
  };
  return {
    demandWhole,
    open,
    async read(original) {
      const { path, release } = await open(original);
      return readFile(path).finally(release);
    },
    async check(original, onRead) {
      const state = await find(original, onRead).catch((error: unknown) => {
        throw storeAway(error);
      });
      await noteOriginal({ db, queue }, { ...original, state });
      return state;
    },
  };
}

function bytesAltered(): AppError {
  return new AppError('capture.bytes_altered');
}

export function bytesMissing(): AppError {
  return new AppError('capture.bytes_missing');
}

/** A store that cannot be reached, in the words of the catalogue; other errors as they are. */
export function storeAway(error: unknown): unknown {
  if (!(error instanceof StoreError) || error.code !== 'away') return error;
  return new AppError('store.away', { retryAfterSeconds: 30 }, { cause: error });
}
