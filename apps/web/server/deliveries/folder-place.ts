import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

/** The way to a folder leads out of the one the operator allows. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/**
 * The folder below the operator's, made where it is missing; the operator's own has to be there, or what is written would
 * lie under a disk that is mounted later.
 * @param below with `/` between
 * @returns its real path
 * @throws OutsideError where a symbolic link leads out
 */
export async function openPlace(root: string, below: string): Promise<string> {
  const top = await realpath(root);
  let at = top;
  for (const part of below.split('/').filter(Boolean)) {
    const next = path.join(at, part);
    await mkdir(next).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    at = await realpath(next);
    if (!isBelow(at, top)) throw new OutsideError(`${next} leads out of ${root}.`);
  }
  return at;
}

function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/**
 * Puts a whole file there or none: written beside under a name that begins with a point, brought to the disk, renamed. One
 * of the same name is replaced. Nobody else may write it meanwhile.
 */
export async function writeWhole(
  place: string,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const draft = path.join(place, `.${name}.part`);
  const file = await open(
    draft,
    constants.O_CREAT | constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW,
  );
  try {
    try {
      for await (const piece of content) await writeAll(file, piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path.join(place, name));
  } catch (error) {
    // What stays is written over by the next try.
    await unlink(draft).catch(() => {});
    throw error;
  }
  await syncFolder(place);
}

/**
 * Appends a row to a CSV file, once for its id, however often it is tried. What a crash has torn off is taken away first.
 * Where the file has other columns, the next of its name has it. Nobody else may append meanwhile.
 * @returns the name of the file the row is in
 */
export async function appendRow(
  place: string,
  stem: string,
  { id, header, row }: { id: string; header: string; row: string },
): Promise<string> {
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.csv`;
    const file = await open(
      path.join(place, name),
      constants.O_CREAT | constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW,
    );
    try {
      const { firstLine, wholeBytes, hasId } = await look(file, id);
      if (hasId) return name;
      if (firstLine !== undefined && firstLine !== header) continue;
      await file.truncate(wholeBytes);
      try {
        await writeAll(file, Buffer.from(firstLine === undefined ? header + row : row));
      } catch (error) {
        // A full disk takes the beginning of a row.
        await file.truncate(wholeBytes).catch(() => {});
        throw error;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(place);
    return name;
  }
}

/** Reads a CSV file through. `wholeBytes`: up to the end of the last row that is whole. */
async function look(
  file: FileHandle,
  id: string,
): Promise<{ firstLine: string | undefined; wholeBytes: number; hasId: boolean }> {
  const wanted = Buffer.from(`\n${id},`);
  const buffer = Buffer.alloc(256 * 1024);
  let firstLine: string | undefined;
  let begun = Buffer.alloc(0);
  let wholeBytes = 0;
  let foundAt = -1;
  let at = 0;
  // So that an id between two pieces is found.
  let kept = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, kept, buffer.length - kept, at);
    // A row that was torn off does not count.
    if (foundAt >= 0 && wholeBytes > foundAt + 1) return { firstLine, wholeBytes, hasId: true };
    if (bytesRead === 0) return { firstLine, wholeBytes, hasId: false };
    const piece = buffer.subarray(0, kept + bytesRead);
    const start = at - kept;
    const end = piece.lastIndexOf('\n');
    if (end >= 0) wholeBytes = Math.max(wholeBytes, start + end + 1);
    if (firstLine === undefined) {
      begun = Buffer.concat([begun, piece.subarray(kept)]);
      const first = begun.indexOf('\n');
      if (first >= 0) firstLine = begun.subarray(0, first + 1).toString();
    }
    const found = foundAt < 0 ? piece.indexOf(wanted) : -1;
    if (found >= 0) foundAt = start + found;
    kept = Math.min(piece.length, wanted.length - 1);
    piece.copyWithin(0, piece.length - kept);
    at += bytesRead;
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let from = 0;
  while (from < bytes.length) from += (await file.write(bytes, from, bytes.length - from)).bytesWritten;
}

async function syncFolder(place: string): Promise<void> {
  const folder = await open(place, constants.O_RDONLY);
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems have no such thing.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    await folder.close();
  }
}
