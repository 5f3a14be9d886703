import type { DBSchema, IDBPDatabase } from 'idb';
import { openDeviceDatabase } from '../../../device-database.ts';

export interface FolderOwner {
  userId: string;
  companyId: string;
}

/** The folder somebody connected on this device. */
export interface KeptFolder {
  owner: string;
  handle: FileSystemDirectoryHandle;
  isPaused: boolean;
  /** A file that is taken in goes to a folder inside of this one. */
  movesDone: boolean;
  /** Its name, in the language of who connected the folder; absent: `Readout done`. */
  doneFolder?: string;
}

/** What became of one file of the folder. */
export interface LedgerRow {
  owner: string;
  /** Name, size and time of change: a file that was written again is another one. */
  file: string;
  name: string;
  byteSize: number;
  /** Of its bytes; absent for what was there before and never opened. */
  sha256?: string;
  /** `before`: there when the folder was connected. `same`: the same bytes were taken in before. */
  state: 'taken' | 'before' | 'same' | 'refused';
  /** Why it was refused, or was taken but not moved. */
  reason?: string;
  /** Milliseconds since 1970. */
  at: number;
}

interface Schema extends DBSchema {
  folders: { key: string; value: KeptFolder };
  ledger: {
    key: [string, string];
    value: LedgerRow;
    indexes: { 'by-time': [string, number]; 'by-bytes': [string, string] };
  };
}

export interface FolderStore {
  folder(): Promise<KeptFolder | undefined>;
  keepFolder(folder: Omit<KeptFolder, 'owner'>): Promise<void>;
  /** The folder and all that is known about its files. */
  forget(): Promise<void>;
  /** Whether it was dealt with, or was refused just now. */
  knows(file: string): Promise<boolean>;
  hasBytes(sha256: string): Promise<boolean>;
  note(row: Omit<LedgerRow, 'owner'>): Promise<void>;
  /** Newest first, without what was there before. */
  newest(count: number): Promise<LedgerRow[]>;
}

const databaseName = 'readout-folder';
/** What was refused, as where the device had no room, is tried again. */
const retryAfterMs = 5 * 60_000;

export async function openFolderStore({ userId, companyId }: FolderOwner): Promise<FolderStore> {
  const owner = `${companyId}/${userId}`;
  const database: IDBPDatabase<Schema> = await openDeviceDatabase<Schema>(databaseName, 1, {
    upgrade(opened) {
      opened.createObjectStore('folders', { keyPath: 'owner' });
      const ledger = opened.createObjectStore('ledger', { keyPath: ['owner', 'file'] });
      ledger.createIndex('by-time', ['owner', 'at']);
      ledger.createIndex('by-bytes', ['owner', 'sha256']);
    },
  });
  const ofOwner = IDBKeyRange.bound([owner, 0], [owner, Number.MAX_SAFE_INTEGER]);
  return {
    folder: () => database.get('folders', owner),
    async keepFolder(folder) {
      await database.put('folders', { ...folder, owner });
    },
    async forget() {
      await database.delete('folders', owner);
      const transaction = database.transaction('ledger', 'readwrite');
      for await (const cursor of transaction.store.index('by-time').iterate(ofOwner)) await cursor.delete();
      await transaction.done;
    },
    async knows(file) {
      const row = await database.get('ledger', [owner, file]);
      return row !== undefined && (row.state !== 'refused' || Date.now() - row.at < retryAfterMs);
    },
    hasBytes: async (sha256) =>
      (await database.getKeyFromIndex('ledger', 'by-bytes', [owner, sha256])) !== undefined,
    async note(row) {
      await database.put('ledger', { ...row, owner });
    },
    async newest(count) {
      const rows: LedgerRow[] = [];
      const index = database.transaction('ledger').store.index('by-time');
      for await (const cursor of index.iterate(ofOwner, 'prev')) {
        if (cursor.value.state !== 'before') rows.push(cursor.value);
        if (rows.length >= count) break;
      }
      return rows;
    },
  };
}
