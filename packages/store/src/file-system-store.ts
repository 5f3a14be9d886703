import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type ObjectInfo, type ObjectStore, type StagedObject, StoreError } from './object-store.ts';

const headBytes = 4096;

/**
 * Objects as files below `root`: `objects/` by key, `staged/` while they come in, `leaving/` while they are
 * removed. All three on one file system, so that a rename is atomic. Bytes are synced before the rename, the
 * folder after it; only then is a commit done.
 */
export async function createFileSystemStore(root: string): Promise<ObjectStore> {
  const objects = join(root, 'objects');
  const staged = join(root, 'staged');
  const leaving = join(root, 'leaving');
  for (const folder of [objects, staged, leaving]) await mkdir(folder, { recursive: true, mode: 0o700 });

  const pathOf = (key: string) => {
    if (!/^[a-z0-9][a-z0-9./-]*$/.test(key) || key.includes('..'))
      throw new TypeError(`Not a key of the object store: ${key}`);
    return join(objects, ...key.split('/'));
  };
  const leavingPath = (key: string) => join(leaving, encodeURIComponent(key));
  const keyOf = (path: string) => relative(objects, path).split(sep).join('/');
  /** Folders that are there and synced: made once, not looked for again on each commit. */
  const madeFolders = new Map<string, Promise<void>>();

  const ensureFolder = (folder: string): Promise<void> => {
    const made = madeFolders.get(folder);
    if (made) return made;
    const making = (async () => {
      const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
      // Each new folder is an entry in the one above, which has to be durable as well.
      for (let at = folder; firstMade && at.length >= firstMade.length; at = dirname(at))
        await syncFolder(dirname(at));
    })();
    madeFolders.set(folder, making);
    making.catch(() => madeFolders.delete(folder));
    return making;
  };

  const place = async (from: string, key: string) => {
    const path = pathOf(key);
    const folder = dirname(path);
    await ensureFolder(folder);
    await rename(from, path);
    await syncFolder(folder);
  };

  const write = async (source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedObject> => {
    const path = join(staged, randomUUID());
    const file = await open(path, 'wx', 0o600);
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

  /** The file's path, also in the moment in which a removal looks at it. */
  const openObject = async (key: string): Promise<FileHandle | undefined> =>
    (await orUndefined(open(pathOf(key), 'r'))) ??
    (await orUndefined(open(leavingPath(key), 'r'))) ??
    (await orUndefined(open(pathOf(key), 'r')));

  const settleLeaving = async (key: string, isOrphan: boolean): Promise<boolean> => {
    const path = leavingPath(key);
    if (isOrphan) {
      await rm(path, { force: true });
      return true;
    }
    await ensureFolder(dirname(pathOf(key)));
    // Fails where the same bytes were stored anew meanwhile: theirs stay.
    await link(path, pathOf(key)).catch(ignore('EEXIST'));
    await syncFolder(dirname(pathOf(key)));
    await rm(path, { force: true });
    return false;
  };

  return {
    stage: (source, { maxBytes }) => write(source, maxBytes),
    async put(key, bytes) {
      pathOf(key);
      const object = await write(oneChunk(bytes), bytes.byteLength);
      try {
        await object.commit(key);
      } finally {
        await object.discard();
      }
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
      const found = await orUndefined(stat(pathOf(key)));
      return found && { key, byteSize: found.size, modifiedAt: found.mtime };
    },
    async localFile(key) {
      const found = await orUndefined(stat(pathOf(key)));
      return found && { path: pathOf(key), release: async () => {} };
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list(prefix) {
      for await (const path of walk(join(objects, ...prefix.split('/').filter(Boolean)))) {
        const found = await orUndefined(stat(path));
        if (found)
          yield { key: keyOf(path), byteSize: found.size, modifiedAt: found.mtime } satisfies ObjectInfo;
      }
    },
    async removeOrphan(key, { olderThanMs, isOrphan }) {
      const path = pathOf(key);
      const isOld = async (at: string) => Date.now() - (await stat(at)).mtimeMs > olderThanMs;
      if (!(await orUndefined(isOld(path))) || !(await isOrphan())) return false;
      // Out of reach first, then asked again: who stored the same bytes before this rename gave them a new
      // time, who stores them after it puts a new file in place.
      if ((await orUndefined(rename(path, leavingPath(key)).then(() => true))) !== true) return false;
      return settleLeaving(key, (await isOld(leavingPath(key))) && (await isOrphan()));
    },
    async sweepStaged({ olderThanMs, isOrphan }) {
      let removed = 0;
      for await (const path of walk(staged)) {
        const found = await orUndefined(stat(path));
        if (!found || Date.now() - found.mtimeMs <= olderThanMs) continue;
        await rm(path, { force: true });
        removed++;
      }
      for await (const path of walk(leaving)) {
        const key = decodeURIComponent(relative(leaving, path));
        await settleLeaving(key, await isOrphan(key));
      }
      return removed;
    },
  };
}

async function writeHashed(file: FileHandle, source: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let byteSize = 0;
  let headSize = 0;
  for await (const chunk of source) {
    byteSize += chunk.byteLength;
    if (byteSize > maxBytes) throw new StoreError('too_large', `More than ${maxBytes} bytes came.`);
    hash.update(chunk);
    if (headSize < headBytes) {
      const part = chunk.slice(0, headBytes - headSize);
      head.push(part);
      headSize += part.byteLength;
    }
    let offset = 0;
    while (offset < chunk.byteLength) offset += (await file.write(chunk, offset)).bytesWritten;
  }
  return { sha256: hash.digest('hex'), byteSize, head: Buffer.concat(head) as Uint8Array };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await orUndefined(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** What the promise gives; undefined where there is no such file. */
async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

function ignore(code: string): (error: unknown) => void {
  return (error) => {
    if (!hasCode(error, code)) throw error;
  };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}

/** A disk, a quota or a file limit that is full is foreseen; everything else is not. */
function asStoreError(error: unknown): unknown {
  if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT') || hasCode(error, 'EFBIG'))
    return new StoreError('full', 'There is no room left where pictures are stored.', { cause: error });
  return error;
}
