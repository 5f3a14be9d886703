import type { DBSchema, IDBPDatabase } from 'idb';
import { openDeviceDatabase } from '../../device-database.ts';
import type { ItemRow, QueueStore } from './rows.ts';

/** A key that opens a user's items; it can be used, never read out. */
export interface KeptKey {
  userId: string;
  keyId: string;
  key: CryptoKey;
  /** Milliseconds since 1970. */
  keptAt: number;
}

interface Schema extends DBSchema {
  items: { key: string; value: ItemRow; indexes: { owner: string } };
  chunks: {
    key: [clientId: string, index: number];
    value: { clientId: string; index: number; sealed: ArrayBuffer };
  };
  thumbnails: { key: string; value: { clientId: string; sealed: ArrayBuffer } };
  keys: { key: [userId: string, keyId: string]; value: KeptKey };
}

export type QueueDatabase = IDBPDatabase<Schema>;

/**
 * Never lowered, and each step keeps what it finds: a device may have been away for a year. A step is never changed once
 * it was released.
 */
const steps: ((database: QueueDatabase) => void)[] = [
  (database) => {
    database.createObjectStore('items', { keyPath: 'clientId' }).createIndex('owner', 'userId');
    database.createObjectStore('chunks', { keyPath: ['clientId', 'index'] });
    database.createObjectStore('thumbnails', { keyPath: 'clientId' });
    database.createObjectStore('keys', { keyPath: ['userId', 'keyId'] });
  },
];

const name = 'readout-queue';
/** Resolved only once the operating system was told to write it down, not when it is merely handed over. */
const strict = { durability: 'strict' } as const;

export function openQueueDatabase(onTerminated: () => void = () => {}): Promise<QueueDatabase> {
  return openDeviceDatabase<Schema>(name, steps.length, {
    upgrade(database, from) {
      for (const step of steps.slice(from)) step(database);
    },
    // A newer page waits for this one to let go; this one opens again at its next use, or says that it has to be loaded again.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: onTerminated,
  });
}

export function databaseStore(database: QueueDatabase): QueueStore {
  return {
    isDurable: true,
    async rows(userId) {
      const rows = await database.getAllFromIndex('items', 'owner', userId);
      return rows.sort((a, b) => a.addedAt - b.addedAt);
    },
    row: (clientId) => database.get('items', clientId),
    async keepChunks(clientId, firstIndex, chunks) {
      const transaction = database.transaction('chunks', 'readwrite', strict);
      chunks.forEach((sealed, at) => {
        void transaction.store.put({ clientId, index: firstIndex + at, sealed }).catch(() => {});
      });
      transaction.commit();
      await transaction.done;
    },
    async add(row, { firstIndex, chunks }) {
      const transaction = database.transaction(['items', 'chunks'], 'readwrite', strict);
      const kept = transaction.objectStore('chunks');
      chunks.forEach((sealed, at) => {
        void kept.put({ clientId: row.clientId, index: firstIndex + at, sealed }).catch(() => {});
      });
      void transaction
        .objectStore('items')
        .add(row)
        .catch(() => {});
      transaction.commit();
      await transaction.done;
    },
    async change(clientId, next, { dropBytes = false } = {}) {
      const transaction = database.transaction(['items', 'chunks'], 'readwrite', strict);
      const items = transaction.objectStore('items');
      const before = await items.get(clientId);
      const after = before && next(before);
      if (after) {
        await items.put(after);
        if (dropBytes) await transaction.objectStore('chunks').delete(chunksOf(clientId));
      }
      await transaction.done;
      return after;
    },
    chunk: async (clientId, index) => (await database.get('chunks', [clientId, index]))?.sealed,
    async keepThumbnail(clientId, sealed) {
      await database.put('thumbnails', { clientId, sealed });
    },
    thumbnail: async (clientId) => (await database.get('thumbnails', clientId))?.sealed,
    async remove(clientIds) {
      const transaction = database.transaction(['items', 'chunks', 'thumbnails'], 'readwrite', strict);
      for (const clientId of clientIds) {
        void transaction.objectStore('items').delete(clientId);
        void transaction.objectStore('chunks').delete(chunksOf(clientId));
        void transaction.objectStore('thumbnails').delete(clientId);
      }
      await transaction.done;
    },
    close: () => database.close(),
  };
}

function chunksOf(clientId: string): IDBKeyRange {
  return IDBKeyRange.bound([clientId, 0], [clientId, Number.MAX_SAFE_INTEGER]);
}

/** Pieces that were written before their item could become one: the page was closed in the middle. */
export async function sweepUnfinished(database: QueueDatabase): Promise<void> {
  const transaction = database.transaction(['items', 'chunks'], 'readwrite');
  const known = new Set(await transaction.objectStore('items').getAllKeys());
  for (const [clientId, index] of await transaction.objectStore('chunks').getAllKeys())
    if (!known.has(clientId)) void transaction.objectStore('chunks').delete([clientId, index]);
  await transaction.done;
}
