import type { DBSchema, IDBPDatabase } from 'idb';
import { openDeviceDatabase } from '../device-database.ts';
import type { KeptSample, Owner } from './contract.ts';

/** How the last run of a watch on this device stands: what began and never ended was cut off. */
export interface LastRun {
  state: 'running' | 'stopped' | 'source_ended';
  /** Milliseconds since 1970, of its newest sample. */
  lastTakenAt: number | null;
  sourceLabel: string;
}

export interface WaitingSample {
  key: number;
  runId: string;
  device: string;
  sample: KeptSample;
}

interface Row {
  key?: number;
  /** Owner and watch in one, see `placeOf`. */
  place: string;
  /** 0: to be sent; 1: the server will not take it. */
  refused: 0 | 1;
  runId: string;
  device: string;
  sample: KeptSample;
}

interface Schema extends DBSchema {
  samples: { key: number; value: Row; indexes: { place: [string, number] } };
  runs: { key: string; value: LastRun & { place: string } };
}

const placeOf = ({ companyId, userId }: Owner, watchId: string) => `${companyId}/${userId}/${watchId}`;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** Samples of this device that the server does not have yet, by owner. Pages and workers open the same. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDeviceDatabase<Schema>('readout-watch', 1, {
    upgrade(db) {
      db.createObjectStore('samples', { keyPath: 'key', autoIncrement: true }).createIndex('place', [
        'place',
        'refused',
      ]);
      db.createObjectStore('runs', { keyPath: 'place' });
    },
    // A newer Readout in another tab changes it: this connection makes way.
    blocking: () => {
      void opened?.then((db) => db.close());
      opened = undefined;
    },
    terminated: () => {
      opened = undefined;
    },
  }).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Durable when it resolves. @throws DOMException `QuotaExceededError` where there is no room */
export async function keepSample(
  owner: Owner,
  watchId: string,
  { runId, device, sample }: { runId: string; device: string; sample: KeptSample },
): Promise<void> {
  const db = await database();
  const place = placeOf(owner, watchId);
  const write = db.transaction(['samples', 'runs'], 'readwrite', { durability: 'strict' });
  const run = await write.objectStore('runs').get(place);
  await Promise.all([
    write.objectStore('samples').add({ place, refused: 0, runId, device, sample }),
    ...(run ? [write.objectStore('runs').put({ ...run, lastTakenAt: Date.parse(sample.takenAt) })] : []),
    write.done,
  ]);
}

/** The oldest that wait, at most as many samples and bytes of pictures as one request takes. */
export async function nextWaiting(
  owner: Owner,
  watchId: string,
  { maxSamples, maxPictureBytes }: { maxSamples: number; maxPictureBytes: number },
): Promise<WaitingSample[]> {
  const db = await database();
  const rows = await db.getAllFromIndex(
    'samples',
    'place',
    IDBKeyRange.only([placeOf(owner, watchId), 0]),
    maxSamples,
  );
  const waiting: WaitingSample[] = [];
  let bytes = 0;
  for (const { key, runId, device, sample } of rows) {
    bytes += sample.picture?.byteLength ?? 0;
    // One request speaks for one run.
    if (waiting.length > 0 && (bytes > maxPictureBytes || runId !== waiting[0]?.runId)) break;
    waiting.push({ key: key!, runId, device, sample });
  }
  return waiting;
}

export async function countWaiting(
  owner: Owner,
  watchId: string,
): Promise<{ waiting: number; refused: number }> {
  const db = await database();
  const count = (refused: 0 | 1) =>
    db.countFromIndex('samples', 'place', IDBKeyRange.only([placeOf(owner, watchId), refused]));
  const [waiting, refused] = await Promise.all([count(0), count(1)]);
  return { waiting, refused };
}

export async function removeSent(keys: readonly number[]): Promise<void> {
  const db = await database();
  const write = db.transaction('samples', 'readwrite');
  await Promise.all([...keys.map((key) => write.store.delete(key)), write.done]);
}

/** What the server will not take stays, out of the way of the others. */
export async function setAside(key: number): Promise<void> {
  const db = await database();
  const write = db.transaction('samples', 'readwrite');
  const row = await write.store.get(key);
  if (row) await write.store.put({ ...row, refused: 1 });
  await write.done;
}

/** Watches of the owner with samples on this device. */
export async function watchesWaiting(owner: Owner): Promise<string[]> {
  const db = await database();
  const places = new Set<string>();
  const prefix = placeOf(owner, '');
  const range = IDBKeyRange.bound([prefix, 0], [`${prefix}\uffff`, 1]);
  for (let cursor = await db.transaction('samples').store.index('place').openKeyCursor(range); cursor; ) {
    const [place] = cursor.key as [string, number];
    places.add(place);
    // On to the next watch, over all samples of this one.
    cursor = await cursor.continue([`${place}\u0000`, 0]);
  }
  return [...places].map((place) => place.slice(prefix.length));
}

export async function lastRun(owner: Owner, watchId: string): Promise<LastRun | undefined> {
  const db = await database();
  return db.get('runs', placeOf(owner, watchId));
}

/** Runs of the owner that were cut off: by a reload, a crash, the end of the machine. */
export async function cutOffRuns(owner: Owner): Promise<string[]> {
  const db = await database();
  const prefix = placeOf(owner, '');
  const runs = await db.getAll('runs', IDBKeyRange.bound(prefix, `${prefix}\uffff`));
  return runs.filter((run) => run.state === 'running').map((run) => run.place.slice(prefix.length));
}

export async function keepRun(owner: Owner, watchId: string, run: Partial<LastRun>): Promise<void> {
  const db = await database();
  const place = placeOf(owner, watchId);
  const write = db.transaction('runs', 'readwrite', { durability: 'strict' });
  const before = await write.store.get(place);
  await write.store.put({
    state: 'running',
    lastTakenAt: null,
    sourceLabel: '',
    ...before,
    ...run,
    place,
  });
  await write.done;
}
