import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, readdir, rename, rm, rmdir, utimes } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { hasCode, makeFolder, orUndefined, statFile, syncFolder, walk } from './files.ts';
import type { QuarantinedObject } from './object-store.ts';

const day = /^\d{4}-\d\d-\d\d$/;
/** Behind the key of a further copy of the same day; no key has it. */
const copyMark = '~';

/** Objects nobody knew, in a folder for each day (UTC) under their keys, with further copies beside them. */
export interface Quarantine {
  /** Takes a file over. Cut short at any moment, the bytes are in one of the two places or in both. */
  take(from: string, key: string): Promise<void>;
  list(prefix: string): AsyncGenerator<QuarantinedObject>;
  /** As `ObjectStore.putBack`; `target` is where the object belongs. */
  putBack(key: string, target: string, sha256: string | undefined): Promise<boolean>;
  remove(key: string, day: string): Promise<void>;
  /** Deletes every copy of the object. */
  removeAll(key: string): Promise<void>;
}

export function createQuarantine(root: string): Quarantine {
  const folderOf = (on: string, key: string) => join(root, on, ...key.split('/').slice(0, -1));
  const days = async () =>
    ((await orUndefined(readdir(root))) ?? [])
      .filter((name) => day.test(name))
      .sort()
      .reverse();

  /** Copies of an object, the newest day first. */
  async function* copies(key: string): AsyncGenerator<{ path: string; day: string }> {
    const name = key.split('/').at(-1) ?? '';
    for (const on of await days()) {
      const folder = folderOf(on, key);
      for (const entry of (await orUndefined(readdir(folder))) ?? [])
        if (entry.split(copyMark)[0] === name) yield { path: join(folder, entry), day: on };
    }
  }

  const removeFile = async (path: string) => {
    await rm(path, { force: true });
    // Folders that are empty now; another copy may just be coming.
    for (let at = dirname(path); at.length > root.length; at = dirname(at)) if (!(await isRemoved(at))) break;
  };

  return {
    async take(from, key) {
      const folder = folderOf(new Date().toISOString().slice(0, 10), key);
      const name = key.split('/').at(-1) ?? '';
      let to = join(folder, name);
      for (let tries = 0; ; tries++) {
        // Each time: what empties the quarantine may take a folder away in between.
        await makeFolder(folder);
        try {
          await link(from, to);
          break;
        } catch (error) {
          if (hasCode(error, 'EEXIST')) to = join(folder, `${name}${copyMark}${randomUUID().slice(0, 8)}`);
          // Gone from where it was: somebody else has settled it.
          else if (!hasCode(error, 'ENOENT') || tries > 2) throw error;
          else if (!(await statFile(from))) return;
        }
      }
      await syncFolder(folder);
      await rm(from, { force: true });
      await syncFolder(dirname(from));
    },
    async *list(prefix) {
      for (const on of await days()) {
        const top = join(root, on);
        for await (const path of walk(join(top, ...prefix.split('/').filter(Boolean)))) {
          const found = await statFile(path);
          const key = relative(top, path).split(sep).join('/').split(copyMark)[0] ?? '';
          if (found) yield { key, day: on, byteSize: found.size };
        }
      }
    },
    async putBack(key, target, sha256) {
      for await (const { path } of copies(key)) {
        if (sha256 !== undefined && (await hashOf(path)) !== sha256) continue;
        await makeFolder(dirname(target));
        // An hour for its row to come, as for what is stored again.
        const now = new Date();
        await utimes(path, now, now);
        try {
          await link(path, target);
        } catch (error) {
          if (!hasCode(error, 'EEXIST')) throw error;
          if (sha256 === undefined || (await hashOf(target)) === sha256) {
            await removeFile(path);
            return true;
          }
          await setOddAside(target, root);
          // Over what is there, which has other bytes.
          const draft = `${target}${copyMark}${randomUUID()}`;
          await link(path, draft);
          await rename(draft, target);
        }
        await syncFolder(dirname(target));
        await removeFile(path);
        return true;
      }
      return false;
    },
    async remove(key, on) {
      if (!day.test(on)) throw new TypeError(`Not a day of the quarantine: ${on}`);
      for await (const copy of copies(key)) if (copy.day === on) await removeFile(copy.path);
    },
    async removeAll(key) {
      for await (const { path } of copies(key)) await removeFile(path);
    },
  };
}

/** A folder, or whatever else a file cannot be renamed over, makes way; it is kept for who put it there. */
export async function setOddAside(path: string, root: string): Promise<void> {
  try {
    await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return;
    throw error;
  }
  if (await isRemoved(path)) return;
  await makeFolder(join(root, 'odd'));
  await rename(path, join(root, 'odd', randomUUID()));
}

async function isRemoved(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY', 'ENOTDIR')) return hasCode(error, 'ENOENT');
    throw error;
  }
}

async function hashOf(path: string): Promise<string | undefined> {
  if (!(await statFile(path))) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EIO')) return undefined;
    throw error;
  }
  return hash.digest('hex');
}
