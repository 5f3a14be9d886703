import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap } from 'idb';

const unfinished = new Set<IDBTransaction>();

/**
 * Opens a database of this browser, as `openDB` does. Safari keeps a page that somebody leaves as it is, in the middle of a
 * transaction too, and no other page gets at what that transaction has locked for as long as the page is kept. So what is
 * unfinished then is undone; what was handed over whole (`commit`) is written all the same.
 */
export async function openDeviceDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  { upgrade, ...callbacks }: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> {
  addEventListener('pagehide', undoUnfinished);
  const database = await openDB<Schema>(name, version, {
    ...callbacks,
    upgrade(fresh, from, to, transaction, event) {
      follow(unwrap(transaction));
      upgrade?.(fresh, from, to, transaction, event);
    },
  });
  const raw = unwrap(database);
  const begin = raw.transaction.bind(raw);
  raw.transaction = (...about) => follow(begin(...about));
  return database;
}

function follow(transaction: IDBTransaction): IDBTransaction {
  unfinished.add(transaction);
  const forget = () => unfinished.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
  return transaction;
}

function undoUnfinished({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  for (const transaction of unfinished)
    try {
      transaction.abort();
    } catch {
      // Handed over already.
    }
}
