import { createReadStream } from 'node:fs';
import { opendir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { listBackups, objectPath } from './backup-folder.ts';
import { linesOf } from './files.ts';
import { namesFile } from './format.ts';

/**
 * Removes the oldest backups until `keep` are left, and the objects that no other one names. An object is told by its
 * time: those that are needed get a new one, and only when all have it are the others removed. Broken off it leaves
 * every kept backup whole.
 *
 * @returns names of the removed backups
 */
export async function thinBackups(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder);
  const [kept, removed] = [backups.slice(0, keep), backups.slice(keep)];
  if (removed.length === 0) return [];
  for (const name of removed) {
    // Out of the list first: one that is half removed must not be taken for a backup.
    const leaving = join(folder, 'backups', `${name}.unfinished`);
    await rename(join(folder, 'backups', name), leaving);
    await rm(leaving, { recursive: true });
  }
  const before = new Date();
  // Whole seconds, since some file systems keep no more, and in the past of everything that is marked now.
  const bound = Math.floor(before.getTime() / 1000) * 1000 - 1000;
  for (const name of kept) {
    const list = pipeline(
      createReadStream(join(folder, 'backups', name, namesFile)),
      createZstdDecompress(),
      () => {},
    );
    for await (const object of linesOf(list)) await utimes(objectPath(folder, object), before, before);
  }
  for (const prefix of await readdir(join(folder, 'objects'))) {
    if (!/^[0-9a-f]{3}$/.test(prefix)) continue;
    const at = join(folder, 'objects', prefix);
    for await (const entry of await opendir(at)) {
      const path = join(at, entry.name);
      if ((await stat(path)).mtimeMs < bound) await rm(path);
    }
  }
  return removed;
}
