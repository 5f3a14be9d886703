import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { hasCode, ignore, makeFolder, openFile, orUndefined, statFile, syncFolder, walk } from './files.ts';
import { demandKey } from './keys.ts';
import {
  type ObjectInfo,
  type ObjectStore,
  type OrphanCheck,
  type StagedObject,
  StoreError,
} from './object-store.ts';
import { createQuarantine, setOddAside } from './quarantine.ts';
import { asStoreError, putStaged, writeHashed } from './staging.ts';
import { readStoreId } from './store-id.ts';
import { createVerifiedFiles } from './verified-files.ts';

/**
 * Objects as files below `root`: `objects/` by key, `staged/` while they come in, `leaving/` while they are
 * removed, `quarantine/` by day where nobody knew them. All on one file system, so that a rename is atomic. Bytes are
 * synced before the rename, the folder after it; only then is a commit done.
 *
 * @param options.installationId - whose store it is (see `claimStore`): where its folder does not say so any more, for
 *   instance because a disk was unmounted, the store is away and no object is called missing.
 */
export async function createFileSystemStore(
  root: string,
  { installationId }: { installationId?: string } = {},
): Promise<ObjectStore> {
  const objects = join(root, 'objects');
  const staged = join(root, 'staged');
  const leaving = join(root, 'leaving');
  for (const folder of [objects, staged, leaving]) await makeFolder(folder);
  const quarantine = createQuarantine(join(root, 'quarantine'));
  const verified = createVerifiedFiles();

  const pathOf = (key: string) => join(objects, ...demandKey(key).split('/'));
  const leavingPath = (key: string) => join(leaving, encodeURIComponent(key));
  const keyOf = (path: string) => relative(objects, path).split(sep).join('/');
  /** Folders that are there and synced: made once, not looked for again on each commit. */
  const madeFolders = new Map<string, Promise<void>>();

  const ensureFolder = (folder: string): Promise<void> => {
    const made = madeFolders.get(folder);
    if (made) return made;
    const making = makeFolder(folder);
    madeFolders.set(folder, making);
    making.catch(() => madeFolders.delete(folder));
    return making;
  };

  /** @throws StoreError `away` where the folder is not, or no longer, the store it was when it was opened */
  const demandStore = async () => {
    if (installationId === undefined || (await readStoreId(root).catch(() => undefined)) === installationId)
      return;
    throw new StoreError('away', `The store in ${root} cannot be reached.`);
  };

  const place = async (from: string, key: string) => {
    const path = pathOf(key);
    const folder = dirname(path);
    await ensureFolder(folder);
    for (let tries = 0; ; tries++) {
      try {
        await rename(from, path);
        break;
      } catch (error) {
        if (tries > 0) throw error;
        if (hasCode(error, 'EISDIR', 'ENOTEMPTY', 'EEXIST'))
          await setOddAside(path, join(root, 'quarantine'));
        else if (hasCode(error, 'ENOENT')) {
          // Somebody removed the folder.
          await demandStore();
          madeFolders.delete(folder);
          await ensureFolder(folder);
        } else throw error;
      }
    }
    await syncFolder(folder);
  };

  const openStaged = async (path: string): Promise<FileHandle> => {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      await demandStore();
      await makeFolder(staged);
      return open(path, 'wx', 0o600);
    }
  };

  const write = async (source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedObject> => {
    const path = join(staged, randomUUID());
    const file = await openStaged(path).catch((error: unknown) => {
      throw asStoreError(error);
    });
    try {
      const written = await writeHashed(file, source, maxBytes);
      await file.sync();
      await file.close();
      let isDone = false;
      return {
        ...written,
        async commit(key) {
          try {
            await place(path, key);
            isDone = true;
          } catch (error) {
            throw asStoreError(error);
          }
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

  /** The object's file, also in the moment in which a removal looks at it. */
  const inReach = async <T>(
    key: string,
    look: (path: string) => Promise<T | undefined>,
  ): Promise<T | undefined> =>
    (await look(pathOf(key))) ?? (await look(leavingPath(key))) ?? (await look(pathOf(key)));

  const openObject = async (key: string): Promise<FileHandle | undefined> => {
    const file = await inReach(key, openFile);
    return file === 'odd' ? undefined : file;
  };

  /** Ends a removal: what is not an orphan goes back to its place. */
  const settle = async (key: string, isOrphan: boolean, take: (path: string) => Promise<void>) => {
    const path = leavingPath(key);
    if (isOrphan) {
      await take(path);
      return true;
    }
    await ensureFolder(dirname(pathOf(key)));
    try {
      // Fails where the same bytes were stored again meanwhile: theirs stay.
      await link(path, pathOf(key)).catch(ignore('EEXIST'));
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      // Settled by another process that took it for an orphan.
      await quarantine.putBack(key, pathOf(key), undefined);
      return false;
    }
    await syncFolder(dirname(pathOf(key)));
    await rm(path, { force: true });
    return false;
  };

  const remove = async (
    key: string,
    { olderThanMs, isOrphan }: OrphanCheck,
    take: (path: string) => Promise<void>,
  ): Promise<'removed' | 'kept' | 'absent'> => {
    const path = pathOf(key);
    const isOld = async (at: string) => Date.now() - (await stat(at)).mtimeMs > olderThanMs;
    const wasOld = await orUndefined(isOld(path));
    if (wasOld === undefined) return 'absent';
    // A removal that was cut short is settled first: renaming over it would lose its bytes.
    if (!wasOld || (await statFile(leavingPath(key))) || !(await isOrphan())) return 'kept';
    // Out of reach first, then asked again: who stored the same bytes before this rename gave them a new
    // time, who stores them after it puts a new file in place.
    if ((await orUndefined(rename(path, leavingPath(key)).then(() => true))) !== true) return 'absent';
    await syncFolder(leaving);
    const isGone = ((await orUndefined(isOld(leavingPath(key)))) ?? false) && (await isOrphan());
    return (await settle(key, isGone, take)) ? 'removed' : 'kept';
  };

  const toQuarantine = (key: string) => (path: string) => quarantine.take(path, key);

  return {
    stage: (source, { maxBytes }) => write(source, maxBytes),
    async put(key, bytes) {
      pathOf(key);
      await putStaged(write, key, bytes);
    },
    async get(key, range) {
      const file = await openObject(key);
      if (!file) return undefined;
      const { size, mtime } = await file.stat();
      const stream = file.createReadStream(range ? { start: range.start, end: range.end } : {});
      return {
        byteSize: size,
        modifiedAt: mtime,
        body: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
      };
    },
    async find(key) {
      const found = await inReach(key, statFile);
      return found && { key, byteSize: found.size, modifiedAt: found.mtime };
    },
    async localFile(key) {
      const path = await inReach(key, async (at) => ((await statFile(at)) ? at : undefined));
      return path === undefined ? undefined : { path, release: async () => {} };
    },
    async verify(key, sha256, options) {
      try {
        const file = await inReach(key, openFile);
        if (file === undefined) {
          await demandStore();
          return { state: 'missing' };
        }
        if (file === 'odd') return { state: 'altered' };
        try {
          const isWhole = (await verified.hash(pathOf(key), file, options)) === sha256;
          return { state: isWhole ? 'whole' : 'altered', byteSize: (await file.stat()).size };
        } finally {
          await file.close();
        }
      } catch (error) {
        throw asStoreError(error);
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list(prefix) {
      for await (const path of walk(join(objects, ...prefix.split('/').filter(Boolean)))) {
        const found = await statFile(path);
        if (found)
          yield { key: keyOf(path), byteSize: found.size, modifiedAt: found.mtime } satisfies ObjectInfo;
      }
    },
    quarantine: async (key, check) => (await remove(key, check, toQuarantine(key))) === 'removed',
    async erase(key, check) {
      const outcome = await remove(key, check, (path) => rm(path, { force: true }));
      if (outcome === 'kept' || !(await check.isOrphan())) return false;
      await quarantine.removeAll(key);
      return true;
    },
    async sweepStaged({ olderThanMs, isOrphan }) {
      let removed = 0;
      for await (const path of walk(staged)) {
        const found = await statFile(path);
        if (!found || Date.now() - found.mtimeMs <= olderThanMs) continue;
        await rm(path, { force: true });
        removed++;
      }
      for await (const path of walk(leaving)) {
        const key = decodeURIComponent(relative(leaving, path));
        await settle(key, await isOrphan(key), toQuarantine(key));
      }
      return removed;
    },
    listQuarantine: (prefix = '') => quarantine.list(prefix),
    putBack: (key, sha256) => quarantine.putBack(key, pathOf(key), sha256),
    async removeQuarantined({ key, day }) {
      pathOf(key);
      await quarantine.remove(key, day);
    },
  };
}
