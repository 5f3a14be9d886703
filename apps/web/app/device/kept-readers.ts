import type { DBSchema, IDBPDatabase } from 'idb';
import { openDeviceDatabase } from '../device-database.ts';
import type { ReadersForDevice } from './readers-for-device.ts';

/** The readers as the server gave them, kept for when it cannot be reached. */
export interface KeptReaders extends ReadersForDevice {
  companyId: string;
  userId: string;
  etag: string;
}

/** Whose readers may be on this device. */
export interface Owner {
  userId: string;
  companyId: string;
}

interface Schema extends DBSchema {
  readers: { key: string; value: KeptReaders };
}

const databaseName = 'readout-readers';
/** One set at a time: that of the person who used this device last. */
const key = 'current';

async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  try {
    const database = await openDeviceDatabase<Schema>(databaseName, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('readers'),
    });
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch {
    // A browser that keeps nothing (a private window, storage switched off) reads while it is online.
    return undefined;
  }
}

export const findKeptReaders = (): Promise<KeptReaders | undefined> =>
  withDatabase((database) => database.get('readers', key));

export async function keepReaders(readers: KeptReaders): Promise<void> {
  await withDatabase((database) => database.put('readers', readers, key));
}

/** Removes what was kept for somebody else, or everything where nobody is signed in. */
export async function forgetReadersUnless(owner: Owner | null): Promise<void> {
  const kept = await findKeptReaders();
  if (kept && (kept.userId !== owner?.userId || kept.companyId !== owner.companyId))
    await withDatabase((database) => database.delete('readers', key));
}
