import { memoryStore } from './store/memory-store.ts';
import { type NoKey, openVaultOf } from './store/owner-key.ts';
import { databaseStore, openQueueDatabase, sweepUnfinished } from './store/queue-database.ts';
import type { QueueStore } from './store/rows.ts';
import { openVault, type Vault } from './store/vault.ts';

/** Where this page keeps its user's captures. */
export interface Opened {
  store: QueueStore;
  vault(): Vault;
  onRenewed(listener: () => void): void;
  /** Keeps unfinished pieces from being swept by another tab meanwhile. */
  whileAdding<T>(work: () => Promise<T>): Promise<T>;
}

const addLock = 'readout-queue adding';

/**
 * The database of this browser, sealed for the user. Where the page is not encrypted or the browser keeps nothing, the
 * memory of the page; likewise for a platform admin who acts as the user, whose device this is not.
 *
 * @returns why not, where there is a place but its key cannot be had now
 */
export async function openPlace(userId: string): Promise<Opened | Exclude<NoKey, 'refused'>> {
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle || !navigator.locks) return inMemory();
  const database = await openQueueDatabase().catch(() => undefined);
  if (!database) return inMemory();
  const opened = await openVaultOf(database, userId).catch((): NoKey => 'not-reached');
  if (opened === 'refused') {
    database.close();
    return inMemory();
  }
  if (typeof opened === 'string') {
    database.close();
    return opened;
  }
  let { vault } = opened;
  const listeners = new Set<() => void>();
  void opened.renewed.then((newer) => {
    if (!newer) return;
    vault = newer;
    for (const listener of listeners) listener();
  });
  void navigator.locks.request(addLock, { ifAvailable: true }, async (lock) => {
    if (lock) await sweepUnfinished(database).catch(() => {});
  });
  return {
    store: databaseStore(database),
    vault: () => vault,
    onRenewed: (listener) => void listeners.add(listener),
    whileAdding: (work) => navigator.locks.request(addLock, { mode: 'shared' }, work) as Promise<never>,
  };
}

function inMemory(): Opened {
  return {
    store: memoryStore(),
    vault: () => openVault,
    onRenewed: () => {},
    whileAdding: (work) => work(),
  };
}
