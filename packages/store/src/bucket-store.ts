import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, BucketEntry } from './bucket.ts';
import { bucketError } from './bucket-errors.ts';
import { ownerPath } from './bucket-owner.ts';
import { copyMark, isCopy, isQuarantined, keyOf, latestTime, timeOf } from './bucket-paths.ts';
import { hasCode, makeFolder, statFile, walk } from './files.ts';
import { demandKey, parseKey } from './keys.ts';
import {
  type ObjectStore,
  type OrphanCheck,
  type StagedObject,
  StoreError,
  type VerifyOptions,
} from './object-store.ts';
import { asStoreError, putStaged, writeHashed } from './staging.ts';

const knownForMs = 3_600_000;
const maxKnown = 20_000;
const tidyEveryMs = 600_000;
const copiesLiveForMs = 3_600_000;
const ownerHoldsForMs = 30_000;

/**
 * Objects in a bucket: `objects/KEY~MARK`, where each writing has a mark of its own, larger than those before it. Nothing is
 * written over and nothing rests on conditional writes: the object of a key is what has the largest mark, older ones are
 * removed by the writer of a newer one, and a removal takes away exactly the copies it looked at, never one that came
 * meanwhile. `quarantine/KEY~MARK.DAY` is what nobody knew. What comes in is written to the transit folder first, for its
 * hash goes ahead of it.
 *
 * @param options.installationId - whose store it is: where the bucket does not say so any more, it is away.
 */
export async function createBucketStore(
  bucket: Bucket,
  { transitFolder, installationId }: { transitFolder: string; installationId?: string | undefined },
): Promise<ObjectStore> {
  await makeFolder(transitFolder);
  /** Which copy of a key is read: unlike which there are, that never changes while it is there. */
  const chosen = createLimitedMap<BucketEntry>(maxKnown);
  /** Hashes of copies that were read or written, by path and ETag; `at` is of a clock that nobody puts back. */
  const known = createLimitedMap<{ sha256: string; at: number }>(maxKnown);
  const underWay = new Map<string, Promise<string | undefined>>();
  let tidiedAt = 0;
  let ownerSeenAt = Number.NEGATIVE_INFINITY;
  /** Time of the latest mark that was made by the bucket's clock, in ms. */
  let latest = 0;

  const markOf = ({ path, etag }: Pick<BucketEntry, 'path' | 'etag'>) => `${path} ${etag}`;
  const ageOf = ({ modifiedAt }: BucketEntry) => bucket.now() - modifiedAt.getTime();

  /** @throws StoreError `away` where the bucket does not say that it is this installation's */
  const demandStore = async () => {
    if (installationId === undefined) return;
    if (!(await bucket.find(ownerPath(installationId))))
      throw new StoreError('away', `${bucket.name} does not say any more whose store it is.`);
    ownerSeenAt = performance.now();
  };

  /** Copies of a key, the newest first. */
  const copiesOf = async (key: string): Promise<BucketEntry[]> =>
    (await Array.fromAsync(bucket.list(`objects/${demandKey(key)}${copyMark}`)))
      .filter(({ path }) => isCopy(path))
      .reverse();

  const choose = async (key: string): Promise<BucketEntry | undefined> => {
    const [newest] = await copiesOf(key);
    chosen.set(key, newest);
    return newest;
  };
  /** The copy that is read, as it is now. */
  const current = async (key: string): Promise<BucketEntry | undefined> => {
    const before = chosen.get(key);
    return (before && (await bucket.find(before.path))) ?? choose(key);
  };

  /**
   * Gives the key a further copy, and takes those away that were there before. It looks for them while it sends: only a
   * clock that ran ahead elsewhere makes it send again.
   */
  const place = async (
    key: string,
    send: (path: string) => Promise<Omit<BucketEntry, 'path'> | undefined>,
  ) => {
    if (performance.now() - ownerSeenAt > ownerHoldsForMs) await demandStore();
    for (let after = 0; ; ) {
      const path = `objects/${key}${copyMark}${markAfter(after, key)}`;
      const looked = copiesOf(key);
      // Awaited below, once nothing is under way any more.
      looked.catch(() => {});
      const sent = await send(path);
      if (!sent) return undefined;
      const there = await looked;
      const newest = there[0]?.path ?? path;
      if (newest > path) {
        after = timeOf(newest);
        continue;
      }
      chosen.set(key, { ...sent, path });
      // What stays of them is removed by a sweep.
      const older = there.filter((copy) => copy.path !== path);
      await Promise.allSettled(older.map((copy) => bucket.remove(copy.path)));
      return { ...sent, path };
    }
  };
  /** A clock that ran ahead elsewhere counts for the key it met alone. */
  const markAfter = (after: number, key: string): string => {
    latest = Math.max(bucket.now(), latest + 1);
    const time = Math.max(latest, after + 1);
    if (time > latestTime)
      throw new StoreError('away', `${bucket.name} holds a copy of ${key} whose mark none can follow.`);
    return time.toString(16).padStart(12, '0') + randomBytes(8).toString('hex');
  };

  const openTransit = async (): Promise<{ path: string; file: FileHandle }> => {
    await tidy();
    const path = join(transitFolder, randomUUID());
    try {
      return { path, file: await open(path, 'wx', 0o600) };
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw asStoreError(error);
      await makeFolder(transitFolder);
      return { path, file: await open(path, 'wx', 0o600) };
    }
  };

  const stage = async (source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedObject> => {
    const { path, file } = await openTransit();
    try {
      const written = await writeHashed(file, source, maxBytes);
      await file.close();
      let isDone = false;
      return {
        ...written,
        async commit(key) {
          const { byteSize, sha256 } = written;
          const copy = await place(demandKey(key), async (to) => ({
            etag: await bucket.putFile(to, path, byteSize),
            byteSize,
            modifiedAt: new Date(bucket.now()),
          }));
          if (copy) known.set(markOf(copy), { sha256, at: performance.now() });
          isDone = true;
          await rm(path, { force: true });
        },
        async discard() {
          if (!isDone) await rm(path, { force: true });
        },
      };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true }).catch(() => {});
      throw asStoreError(error);
    }
  };

  const tidyTransit = async (olderThanMs: number) => {
    let removed = 0;
    for await (const path of walk(transitFolder)) {
      const found = await statFile(path);
      if (!found || Date.now() - found.mtimeMs <= olderThanMs) continue;
      await rm(path, { force: true });
      removed++;
    }
    return removed;
  };
  /** Each machine has a folder of its own, and only one of them sweeps the store. */
  const tidy = async () => {
    if (performance.now() - tidiedAt < tidyEveryMs) return;
    tidiedAt = performance.now();
    await tidyTransit(copiesLiveForMs);
  };

  /** Lower-case hex; undefined where the copy is gone or its bytes do not come. */
  const readHash = async (copy: BucketEntry, { onRead }: VerifyOptions): Promise<string | undefined> => {
    const found = await bucket.get(copy.path, { etag: copy.etag });
    if (!found || found === 'changed') return undefined;
    const hash = createHash('sha256');
    try {
      for await (const piece of found.body as AsyncIterable<Uint8Array>) {
        hash.update(piece);
        await onRead?.(piece.byteLength);
      }
    } catch (error) {
      throw broken(error, bucket.name);
    }
    const sha256 = hash.digest('hex');
    known.set(markOf(copy), { sha256, at: performance.now() });
    return sha256;
  };

  const hashOf = (copy: BucketEntry, options: VerifyOptions = {}): Promise<string | undefined> => {
    if (options.isFresh || options.onRead) return readHash(copy, options);
    const found = known.get(markOf(copy));
    if (found && performance.now() - found.at < knownForMs) return Promise.resolve(found.sha256);
    const running = underWay.get(markOf(copy));
    if (running) return running;
    const reading = readHash(copy, options).finally(() => underWay.delete(markOf(copy)));
    underWay.set(markOf(copy), reading);
    return reading;
  };

  /** Takes away the copies that are there now, if they are old and no row knows them. */
  const remove = async (
    key: string,
    { olderThanMs, isOrphan }: OrphanCheck,
    take: (copy: BucketEntry) => Promise<boolean>,
  ): Promise<'removed' | 'kept' | 'absent'> => {
    const copies = await copiesOf(key);
    if (copies.length === 0) return 'absent';
    if (copies.some((copy) => ageOf(copy) <= olderThanMs) || !(await isOrphan())) return 'kept';
    // Once more, right before they go. A writer of the same bytes stores a further copy, which is left alone.
    if (!(await isOrphan())) return 'kept';
    let taken = false;
    for (const copy of copies) taken = (await take(copy)) || taken;
    chosen.delete(key);
    return taken ? 'removed' : 'absent';
  };

  /** Not handed out: it is looked at once more when it is asked for again. */
  const changed = (key: string) => {
    chosen.delete(key);
    return new StoreError('away', `${key} changed in ${bucket.name} since it was looked at.`);
  };

  /** Whether older copies are no longer needed beside it: an original may be whole in one of those alone. */
  const mayFollow = async (copy: BucketEntry): Promise<boolean> => {
    const parsed = parseKey(keyOf(copy.path));
    return parsed?.kind !== 'originals' || (await hashOf(copy)) === parsed.name;
  };

  const toQuarantine = (key: string) => async (copy: BucketEntry) => {
    const mark = copy.path.split(copyMark)[1];
    const day = new Date(bucket.now()).toISOString().slice(0, 10);
    // Two that do so at once write the same under the same path.
    const isTaken = await bucket.copy(copy.path, `quarantine/${key}${copyMark}${mark}.${day}`);
    if (isTaken) await bucket.remove(copy.path);
    return isTaken;
  };
  async function* quarantined(below: string): AsyncGenerator<BucketEntry> {
    for await (const copy of bucket.list(`quarantine/${below}`)) if (isQuarantined(copy.path)) yield copy;
  }
  const quarantinedCopies = (key: string) => Array.fromAsync(quarantined(`${demandKey(key)}${copyMark}`));
  const dayOf = (path: string) => path.slice(-10);

  return {
    stage: (source, { maxBytes }) => stage(source, maxBytes),
    async put(key, bytes) {
      demandKey(key);
      await putStaged(stage, key, bytes);
    },
    async get(key, range) {
      for (let tries = 0; tries < 2; tries++) {
        const copy = chosen.get(demandKey(key)) ?? (await choose(key));
        if (!copy) return undefined;
        const found = await bucket.get(copy.path, { range, etag: copy.etag });
        if (found === 'changed') throw changed(key);
        if (found) {
          const { byteSize, modifiedAt, body } = found;
          return { byteSize, modifiedAt, body: Readable.toWeb(body) as ReadableStream<Uint8Array> };
        }
        // A newer one took its place.
        chosen.delete(key);
      }
      return undefined;
    },
    async find(key) {
      const found = await current(demandKey(key));
      return found && { key, byteSize: found.byteSize, modifiedAt: found.modifiedAt };
    },
    async localFile(key) {
      const copy = await current(demandKey(key));
      const found = copy && (await bucket.get(copy.path, { etag: copy.etag }));
      if (found === 'changed') throw changed(key);
      if (!found) return undefined;
      const { path, file } = await openTransit();
      const release = () => rm(path, { force: true });
      const hash = createHash('sha256');
      try {
        await file.close();
        await pipeline(
          found.body,
          async function* (source: AsyncIterable<Uint8Array>) {
            for await (const piece of source) {
              hash.update(piece);
              yield piece;
            }
          },
          createWriteStream(path, { flags: 'r+' }),
        );
      } catch (error) {
        await release();
        throw broken(error, bucket.name);
      }
      const original = parseKey(key);
      const sha256 = hash.digest('hex');
      if (original?.kind === 'originals' && sha256 !== original.name) {
        await release();
        throw changed(key);
      }
      // Not once more over the network to see that it is whole.
      known.set(markOf(copy), { sha256, at: performance.now() });
      return { path, release };
    },
    async verify(key, sha256, options) {
      const before = chosen.get(key);
      const found = before && (await bucket.find(before.path));
      if (found && !options?.isFresh && !options?.onRead && (await hashOf(found)) === sha256) {
        chosen.set(key, found);
        return { state: 'whole', byteSize: found.byteSize };
      }
      const copies = await copiesOf(key);
      if (copies.length === 0) {
        chosen.delete(key);
        await demandStore();
        return { state: 'missing' };
      }
      for (const copy of copies)
        if ((await hashOf(copy, options)) === sha256) {
          chosen.set(key, copy);
          return { state: 'whole', byteSize: copy.byteSize };
        }
      chosen.set(key, copies[0]);
      return { state: 'altered', byteSize: copies[0]!.byteSize };
    },
    async delete(key) {
      for (const copy of await copiesOf(key)) await bucket.remove(copy.path);
      chosen.delete(key);
    },
    async *list(prefix) {
      let newest: BucketEntry | undefined;
      const objectOf = ({ path, byteSize, modifiedAt }: BucketEntry) => ({
        key: keyOf(path),
        byteSize,
        modifiedAt,
      });
      for await (const copy of bucket.list(`objects/${folder(prefix)}`)) {
        if (!isCopy(copy.path)) continue;
        if (newest && keyOf(newest.path) !== keyOf(copy.path)) yield objectOf(newest);
        newest = copy;
      }
      if (newest) yield objectOf(newest);
    },
    quarantine: async (key, check) => (await remove(key, check, toQuarantine(key))) === 'removed',
    async erase(key, check) {
      const outcome = await remove(key, check, async (copy) => {
        await bucket.remove(copy.path);
        return true;
      });
      if (outcome === 'kept' || !(await check.isOrphan())) return false;
      for (const { path } of await quarantinedCopies(key)) await bucket.remove(path);
      return true;
    },
    async sweepStaged({ olderThanMs }) {
      let removed = (await tidyTransit(olderThanMs)) + (await bucket.abandonUploads(olderThanMs));
      // Copies whose follower is old itself: its writer did not get round to removing them.
      let before: BucketEntry | undefined;
      for await (const copy of bucket.list('objects/')) {
        if (!isCopy(copy.path)) continue;
        if (
          before &&
          keyOf(before.path) === keyOf(copy.path) &&
          ageOf(copy) > olderThanMs &&
          (await mayFollow(copy))
        ) {
          await bucket.remove(before.path);
          removed++;
        }
        before = copy;
      }
      return removed;
    },
    async *listQuarantine(prefix = '') {
      for await (const { path, byteSize } of quarantined(folder(prefix)))
        yield { key: keyOf(path), day: dayOf(path), byteSize };
    },
    async putBack(key, sha256) {
      const copies = (await quarantinedCopies(key)).sort((a, b) => (dayOf(a.path) < dayOf(b.path) ? 1 : -1));
      for (const copy of copies) {
        if (sha256 !== undefined && (await hashOf(copy)) !== sha256) continue;
        const [there] = await copiesOf(key);
        if (!there || (sha256 !== undefined && (await hashOf(there)) !== sha256)) {
          const isBack = await place(key, async (to) =>
            (await bucket.copy(copy.path, to)) ? bucket.find(to) : undefined,
          );
          if (!isBack) continue;
        }
        await bucket.remove(copy.path);
        return true;
      }
      return false;
    },
    async removeQuarantined({ key, day }) {
      for (const { path } of await quarantinedCopies(key)) if (dayOf(path) === day) await bucket.remove(path);
    },
  };
}

/** A prefix of keys is a folder. */
function folder(prefix: string): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/** What came was cut short. */
function broken(error: unknown, name: string): unknown {
  const known = bucketError(asStoreError(error), name);
  return known instanceof StoreError
    ? known
    : new StoreError('away', `The connection to ${name} broke.`, { cause: error, reason: 'unreachable' });
}

function createLimitedMap<Value>(max: number) {
  const values = new Map<string, Value>();
  return {
    get: (key: string) => values.get(key),
    set(key: string, value: Value | undefined) {
      values.delete(key);
      if (value !== undefined) values.set(key, value);
      for (const oldest of values.keys()) {
        if (values.size <= max) break;
        values.delete(oldest);
      }
    },
    delete: (key: string) => values.delete(key),
  };
}
