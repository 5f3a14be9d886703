import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, opendir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What the promise gives; undefined where there is no such file. */
export async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

export function ignore(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!hasCode(error, ...codes)) throw error;
  };
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the folder and those above it; each new one is an entry in the one above, made durable as well. */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let at = folder; firstMade && at.length >= firstMade.length; at = dirname(at))
    await syncFolder(dirname(at));
}

/** Paths of the files below a folder; none where there is no such folder. */
export async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await orUndefined(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** Size and times of a regular file; undefined for a link, a folder or anything else that may lie there. */
export async function statFile(path: string): Promise<Stats | undefined> {
  const found = await orUndefined(lstat(path));
  return found?.isFile() ? found : undefined;
}

/**
 * Opens a file for reading, never through a link and without waiting for the other end of a pipe.
 * @returns `odd` where something else than a regular file lies there, undefined where nothing does
 */
export async function openFile(path: string): Promise<FileHandle | 'odd' | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return 'odd';
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    if (hasCode(error, 'ELOOP', 'EISDIR', 'ENXIO', 'EMLINK')) return 'odd';
    throw error;
  }
}
