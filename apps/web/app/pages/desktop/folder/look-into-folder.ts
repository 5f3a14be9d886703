import { isAcceptedName } from '../../../intake/accepted.ts';
import type { FolderStore } from './folder-store.ts';

/** Size and time of change of files as they were at the last look. */
export type LastLook = Map<string, string>;

export interface Look {
  directory: FileSystemDirectoryHandle;
  store: FolderStore;
  lastLook: LastLook;
  /** Name of the folder inside of this one that taken files go to; without, they stay. */
  doneFolder: string | undefined;
  /** @throws Error with why it was refused */
  take(file: File): Promise<void>;
  now(): number;
}

export interface LookResult {
  /** Files that were dealt with. */
  settled: number;
  /** Files that are still being written, or were only just seen. */
  growing: number;
}

const keyOf = (file: File): string => `${file.name}|${file.size}|${file.lastModified}`;

/**
 * Looks at every file of the folder once: takes in those whose size and time stayed the same since the look before and
 * that are not in the ledger, one after the other. Folders inside of it are left alone.
 */
export async function lookIntoFolder({
  directory,
  store,
  lastLook,
  doneFolder,
  take,
  now,
}: Look): Promise<LookResult> {
  const result: LookResult = { settled: 0, growing: 0 };
  const seen = new Set<string>();
  for await (const handle of directory.values()) {
    if (handle.kind !== 'file' || handle.name.startsWith('.') || !isAcceptedName(handle.name)) continue;
    let file: File;
    try {
      file = await handle.getFile();
    } catch {
      // Gone, or locked by who writes it: the next look sees.
      continue;
    }
    const key = keyOf(file);
    seen.add(handle.name);
    if (await store.knows(key)) continue;
    const wasSame = lastLook.get(handle.name) === key;
    lastLook.set(handle.name, key);
    if (!wasSame || file.size === 0) {
      result.growing++;
      continue;
    }
    await takeOne({ file, key, directory, store, doneFolder, take, now });
    result.settled++;
  }
  for (const name of [...lastLook.keys()]) if (!seen.has(name)) lastLook.delete(name);
  return result;
}

async function takeOne({
  file,
  key,
  directory,
  store,
  doneFolder,
  take,
  now,
}: Omit<Look, 'lastLook'> & { file: File; key: string }): Promise<void> {
  const row = { file: key, name: file.name, byteSize: file.size, at: now() };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    // Changed while it was read: it is another file at the next look.
    return;
  }
  const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));
  if (await store.hasBytes(sha256)) {
    await store.note({ ...row, sha256, state: 'same' });
    return;
  }
  try {
    // Its bytes as they were read: the file may be gone before it is sent.
    await take(new File([bytes], file.name, { type: file.type, lastModified: file.lastModified }));
  } catch (error) {
    await store.note({ ...row, state: 'refused', reason: reasonOf(error) });
    return;
  }
  let reason: string | undefined;
  if (doneFolder) {
    try {
      await moveToDone(directory, doneFolder, { name: file.name, bytes, now: now() });
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  await store.note({ ...row, sha256, state: 'taken', ...(reason ? { reason } : {}) });
}

/** A copy first, then the original goes: a cut in between loses nothing. */
async function moveToDone(
  directory: FileSystemDirectoryHandle,
  doneFolder: string,
  { name, bytes, now }: { name: string; bytes: ArrayBuffer; now: number },
): Promise<void> {
  const done = await directory.getDirectoryHandle(doneFolder, { create: true });
  const isTaken = await done.getFileHandle(name).then(
    () => true,
    () => false,
  );
  const target = await done.getFileHandle(isTaken ? withTime(name, now) : name, { create: true });
  const writable = await target.createWritable();
  await writable.write(bytes);
  await writable.close();
  await directory.removeEntry(name);
}

const withTime = (name: string, now: number): string =>
  name.replace(/(\.[^.]+)?$/, ` ${new Date(now).toISOString().slice(0, 19).replaceAll(':', '.')}$1`);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
