import { type DeviceProblemCode, deviceProblem } from '../queue/device-problem.ts';
import type { NewFile } from '../queue/queue-types.ts';
import { isAcceptedName } from './accepted.ts';

/** Most files that are taken out of folders at once. */
const maxFiles = 2000;

export interface Dropped {
  /** What the browser does not open is among them, with why. */
  files: NewFile[];
  /** Files inside of folders that Readout does not read. */
  leftOut: number;
}

/**
 * What was dropped, with the files of dropped folders and of those in them. Files that were dropped one by one are all
 * taken, whatever their name. Call it while the event is handled: what it holds is gone afterwards.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry?.() : null;
    return entry ? [entry] : [];
  });
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry.isDirectory)) return { files: plain, leftOut: 0 };
  const found: Dropped = { files: [], leftOut: 0 };
  for (const entry of entries) await walk(entry, found, true);
  return found;
}

async function walk(entry: FileSystemEntry, found: Dropped, isOnTop: boolean): Promise<void> {
  if (found.files.length >= maxFiles) {
    found.leftOut++;
    return;
  }
  if (entry.isFile) {
    if (isOnTop || isAcceptedName(entry.name))
      found.files.push(await fileOf(entry as FileSystemFileEntry).catch(() => unopened(entry.name)));
    else found.leftOut++;
    return;
  }
  const inside = await entriesOf(entry as FileSystemDirectoryEntry).catch(() => undefined);
  if (!inside) found.files.push(unopened(entry.name, 'device.folder_unreadable'));
  for (const each of inside ?? []) await walk(each, found, false);
}

/** Stands for what the browser names and does not open. */
export const unopened = (fileName: string, code: DeviceProblemCode = 'device.file_unreadable'): NewFile => ({
  blob: new Blob(),
  fileName,
  refusal: deviceProblem(code),
});

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** All of them: the reader hands over a hundred at a time. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
